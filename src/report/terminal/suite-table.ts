import { type Paint, whole } from "../../text/index.ts";
import { classOf, type Summary } from "../../model/index.ts";
import { blanksAfter, CLASS_COLOUR, type Screen, widthOf, wrapWords } from "./screen-text.ts";
import { type Cell, numbersAt, tableLines } from "./table.ts";

const COLUMNS = ["2xx", "3xx", "4xx", "5xx"] as const;
const MOST_CODES = 6;
const GAP = "  ";
/** Narrower than this, signatures stand below their row. */
const LEAST_CODES = 24;
const INDENT = 4;
const LEAST_NAME = 12;

type SuiteSummary = Summary["suites"][number];
type Column = {
  head: string;
  cell: (suite: SuiteSummary) => string;
  colour?: (typeof CLASS_COLOUR)[keyof typeof CLASS_COLOUR];
};

/** A row for each suite: cases by status class, and the exact signatures next to them or below, depending on the width. */
export function suiteTable(summary: Summary, screen: Screen): string[] {
  const lines = numberLines(summary, screen);
  const [head = "", ...rows] = lines;
  const used = Math.max(...lines.map(widthOf)) + GAP.length;
  const isBeside = screen.width - used >= LEAST_CODES;
  const indent = isBeside ? used : INDENT;
  return [
    screen.dim(head),
    ...rows.flatMap((row, at) => {
      const words = codes(summary, summary.suites[at]?.name ?? "");
      const [first = "", ...further] = wrapWords(words, GAP, screen.width - indent);
      const below = (isBeside ? further : [first, ...further]).filter((text) => text !== "");
      const own = isBeside ? `${row}${blanksAfter(row, used)}${first}`.trimEnd() : row;
      return [own, ...below.map((text) => " ".repeat(indent) + text)];
    }),
    ...lastOnly(summary, screen).map((line) => screen.dim(line)),
  ];
}

/** A sequence counts by its last response: the earlier requests of such a case did get one. */
function lastOnly({ cases }: Summary, screen: Screen): string[] {
  const mixed = cases
    .flatMap(({ outcomes }) => Object.keys(outcomes))
    .find((signature) => classOf(signature) === "noAnswer" && /\b\d{3}\b/.test(signature));
  if (mixed === undefined) return [];
  const text = `no response: the last request of a case got none; in (${mixed}), earlier requests got a response`;
  return screen.wrap(text);
}

/** The rows without signatures. Empty columns go first, for signatures beside or if too wide; then requests; then names are cut. */
function numberLines(summary: Summary, screen: Screen): string[] {
  const all = columnsOf(summary);
  const isFilled = ({ cell }: Column): boolean =>
    summary.suites.some((suite) => cell(suite) !== "");
  const filled = all.filter(isFilled);
  const fewer = filled.filter(({ head }) => head !== "requests");
  const made = [all, filled, fewer].map((columns) => linesOf(summary, columns, screen.paint));
  const fits = (most: number) => (lines: string[]) => lines.every((line) => widthOf(line) <= most);
  const roomy = made.slice(0, 2).find(fits(screen.width - GAP.length - LEAST_CODES));
  const fitting = roomy ?? made.slice(1).find(fits(screen.width));
  if (fitting !== undefined) return fitting;
  const over = Math.max(...(made.at(-1) ?? []).map(widthOf)) - screen.width;
  const longest = Math.max(...summary.suites.map(({ name }) => widthOf(name)));
  return linesOf(summary, fewer, screen.paint, Math.max(LEAST_NAME, longest - over));
}

function linesOf(summary: Summary, columns: Column[], paint: Paint, most = Infinity): string[] {
  const rows = summary.suites.map((suite) =>
    columns.map(({ cell, colour }): Cell => {
      const text = cell(suite);
      return colour === undefined ? text : { text, paint: (padded) => paint(colour, padded) };
    }),
  );
  const numbers = columns.slice(1).map((_, at) => at + 1);
  const [, ...others] = numbersAt(...numbers);
  return tableLines([columns.map((column) => column.head), ...rows], [{ most }, ...others]);
}

function columnsOf(summary: Summary): Column[] {
  const columns: Column[] = [
    { head: "suite", cell: ({ name }) => name },
    { head: "cases", cell: ({ cases }) => count(cases) },
    { head: "requests", cell: ({ observations }) => count(observations) },
    ...COLUMNS.map((name): Column => ({
      head: name,
      cell: ({ classes }) => count(classes[name]),
      colour: CLASS_COLOUR[name],
    })),
    { head: "no response", cell: ({ classes }) => count(classes.noAnswer) },
  ];
  // Rare classes get a column only if they occurred.
  const rare: Column[] = [
    { head: "other", cell: ({ classes }) => count(classes["1xx"] + classes.other) },
    { head: "unstable", cell: ({ classes }) => count(classes.unstable) },
  ];
  return [
    ...columns,
    ...rare.filter(({ cell }) => summary.suites.some((suite) => cell(suite) !== "")),
  ];
}

const count = (value: number): string => (value === 0 ? "" : whole(value));

/** Cases by signature, most frequent first: a case that changed counts for each of its own. */
function codes(summary: Summary, suite: string): string[] {
  const counts = new Map<string, number>();
  const add = (signature: string, cases: number): void => {
    counts.set(signature, (counts.get(signature) ?? 0) + cases);
  };
  for (const { id, outcomes } of summary.cases)
    if (id.startsWith(`${suite}/`))
      for (const signature of Object.keys(outcomes)) add(signature, 1);
  for (const { id, outcomes } of summary.properties)
    if (id.startsWith(`${suite}/`))
      for (const [signature, runs] of Object.entries(outcomes)) add(signature, runs);
  const ranked = [...counts].toSorted((a, b) => b[1] - a[1]);
  const shown = ranked.slice(0, MOST_CODES).map(([signature, n]) => `${grouped(signature)} ×${n}`);
  const more = ranked.length - shown.length;
  return [...shown, ...(more > 0 ? [`… ${more} more`] : [])];
}

/** A signature of several responses stays together before a count. */
const grouped = (signature: string): string =>
  /[,×]/.test(signature) ? `(${signature})` : signature;
