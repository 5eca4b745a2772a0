import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { script, scriptHash } from "./script.ts";
import { style } from "./style.ts";

const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src '${scriptHash}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/**
 * Quotes need no escape in text, and JSON is full of them. Within a tag every `"` is one that
 * delimits, so a tag ends at the first `>` outside of them; there the escapes stay.
 */
const withPlainQuotes = (html: string): string =>
  html.replace(/<[^"<>]*(?:"[^"]*"[^"<>]*)*>|&quot;/g, (match) =>
    match === "&quot;" ? '"' : match,
  );

/** A whole page in one file. Only what is written in this folder stands in it unescaped. */
export function htmlDocument(title: VNode, body: VNode): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
${renderToString(title)}
<style>${style}</style>
</head>
<body>
${withPlainQuotes(renderToString(body))}
<script>${script}</script>
</body>
</html>
`;
}
