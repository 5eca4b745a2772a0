import type { ComponentChildren, VNode } from "preact";
import { cutText } from "./text.tsx";
import { TopBar } from "./masthead.tsx";
import { renderToString } from "preact-render-to-string";
import {
  baseStyles,
  printStyles,
  overviewStyles,
  tableStyles,
  themeStyles,
  usageStyles,
} from "./styles/page.ts";
import { caseStyles, exploreStyles, loadStyles } from "./styles/parts.ts";

import { escapeUnseen, escapeUnseenButBreaks } from "../../text/index.ts";
import { hash, script } from "./scripts/run-page.ts?script";

const style: string = [
  themeStyles,
  usageStyles,
  baseStyles,
  overviewStyles,
  tableStyles,
  caseStyles,
  exploreStyles,
  loadStyles,
  printStyles,
].join("");

const policyFor = (hash: string): string =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `script-src '${hash}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");

/** Additions of a kind of page: style, and its script with the hash that allows it. */
type PageOwn = { style: string; script: string; scriptHash: string };

/** A page without a script: the hash is that of an empty one. */
export const NO_SCRIPT = {
  script: "",
  scriptHash: "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
};

/** A page with the script of a run's page, which opens the case that the address names. */
export const RUN_PAGE: PageOwn = { style: "", script, scriptHash: hash };

/**
 * Quotes need no escape in text, and JSON is full of them. Within a tag every `"` is a delimiter,
 * so a tag ends at the first `>` outside of them; there the escapes stay.
 */
const withPlainQuotes = (html: string): string =>
  html.replace(/<[^"<>]*(?:"[^"]*"[^"<>]*)*>|&quot;/g, (match) =>
    match === "&quot;" ? '"' : match,
  );

/**
 * Markup with every invisible character escaped, wherever a component put it: in an attribute, or in a forgotten text.
 * `Seen` marks the ones in texts before this.
 */
const markup = (node: VNode): string => escapeUnseenButBreaks(renderToString(node));

/** The links of the top bar: short labels by the ids of headings. */
export type Labels = Readonly<Record<string, string>>;

type Frame = {
  title: string;
  class?: string;
  /** The headings of these ids that the page has are in its top bar, in the order of the page. */
  labels: Labels;
  masthead: ComponentChildren;
  main: ComponentChildren;
  foot: string;
};

/** A whole page in one file. Only markup from this folder is unescaped in it. */
export function htmlDocument({ title, labels, ...page }: Frame, own = RUN_PAGE): string {
  const main = renderToString(<>{page.main}</>);
  const ids = Array.from(main.matchAll(/<h[23] id="([^"]+)"/g), ([, id = ""]) => id);
  const links = ids.flatMap((id) => {
    const label = labels[id];
    return label === undefined ? [] : [[id, label] as const];
  });
  const body = (
    <div class={["page", page.class].filter(Boolean).join(" ")}>
      <header>
        <TopBar sections={links} />
        {page.masthead}
      </header>
      <main id="main" dangerouslySetInnerHTML={{ __html: main }} />
      <footer>{cutText(page.foot, 1000)}</footer>
    </div>
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyFor(own.scriptHash)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
${markup(<title>{escapeUnseen(title)}</title>)}
<style>${style}${own.style}</style>
<noscript><style>.plain { display: none; }</style></noscript>
</head>
<body>
${withPlainQuotes(markup(body))}
<script>${own.script}</script>
</body>
</html>
`;
}
