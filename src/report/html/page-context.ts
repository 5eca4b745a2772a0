import { countEach } from "../../stats/index.ts";
import { rawText, type KeptBytes, type Response } from "../../model/index.ts";
import type { CaseView, Evidence, RunView, SentRequest, Shell } from "../../analyse/index.ts";
import { type Links, linksTo } from "./text.tsx";
import type { MessageHeadLine, Span, UsualBlock } from "./usual-lines.ts";
import { receivedLine, sentLine, usualBlocks } from "./usual-lines.ts";

/** Longer bodies that came more than once are shown once. */
const LONG_BODY = 200;
/** A reason against curl that this many cases share is written once. */
const MANY = 20;

/** Clocks of two machines may differ by this much. */
const CLOCKS_MS = 60_000;
const LONGEST_RUN_MS = 86_400_000;

export type PageContext = {
  links: Links;
  shell: Shell;
  usual: { sent: UsualBlock[]; received: UsualBlock[] };
  during: Span;
  /** The reason that most cases without a curl line share. */
  noCurl: string | undefined;
  /** The path of the run, quoted for a shell, where commands have it whole. */
  run?: string;
  /** The first case of the page with exactly this body, if it is long and in another case. */
  caseWithBody: (body: KeptBytes, than: string) => string | undefined;
};

export function contextOf(view: RunView): PageContext {
  const shown = view.cases.flatMap(({ evidence }) => evidence);
  const sent = usualBlocks(
    shown.map(({ request }) => headOf(request)),
    1,
  );
  const next = sent.reduce((_, { first, lines }) => first + lines.length, 1);
  const during = spanOf(view.summary);
  const received = usualBlocks(
    responsesOf(shown).map((response) => headerLines(response, during)),
    next,
  );
  return {
    links: linksTo(view.cases.map(({ id }) => id)),
    shell: view.shell,
    usual: { sent, received },
    during,
    noCurl: mostCommonReason(shown),
    caseWithBody: bodyFinder(view.cases),
  };
}

/** For a page that shows few cases: nothing is shortened. */
export const wholeContext = (
  { cases, summary, shell }: Pick<RunView, "cases" | "summary" | "shell">,
  links: Links,
): PageContext => ({
  links,
  shell,
  usual: { sent: [], received: [] },
  during: spanOf(summary),
  noCurl: undefined,
  run: shell.run,
  caseWithBody: bodyFinder(cases),
});

export function sentLines({ head, body }: SentRequest): MessageHeadLine[] {
  const rest = body === undefined ? [] : ["", ...body.text.split("\n")];
  return [
    ...head.map((line) => sentLine(line, body?.bytes)),
    ...rest.map((line) => sentLine(line)),
  ];
}

/** The lines of a head that is shown completely. */
const headOf = ({ head, body }: SentRequest): MessageHeadLine[] =>
  body === undefined ? [] : head.map((line) => sentLine(line, body.bytes));

export const headerLines = ({ headers, body }: Response, during: Span): MessageHeadLine[] =>
  headers.map(([name, value]) =>
    receivedLine(rawText(name), rawText(value).replaceAll("\n", "\\n"), body.bytes, during),
  );

function spanOf({ startedAt, durationMs = LONGEST_RUN_MS }: RunView["summary"]): Span {
  const start = Date.parse(startedAt);
  return [start - CLOCKS_MS, start + durationMs + CLOCKS_MS];
}

const responsesOf = (shown: readonly Evidence[]): Response[] =>
  shown.flatMap(({ results }) =>
    results.flatMap((result) => (result.outcome === "answered" ? [result.response] : [])),
  );

function mostCommonReason(shown: readonly Evidence[]): string | undefined {
  const counts = countEach(shown.flatMap(({ curlReason }) => curlReason ?? []));
  const [top] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return top !== undefined && top[1] >= MANY ? top[0] : undefined;
}

function bodyFinder(cases: readonly CaseView[]): PageContext["caseWithBody"] {
  const first = new Map<string, string>();
  for (const { id, evidence } of cases)
    for (const { decoded, body } of responsesOf(evidence)) {
      const { bytes, sha256 } = decoded ?? body;
      if (bytes > LONG_BODY && !first.has(sha256)) first.set(sha256, id);
    }
  return ({ sha256 }, than) => {
    const id = first.get(sha256);
    return id === than ? undefined : id;
  };
}
