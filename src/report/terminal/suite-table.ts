import type { Summary } from "../../model/summary.ts";
import { CLASS_COLOUR, type Paint } from "./paint.ts";
import { whole } from "../../text/numbers.ts";

const COLUMNS = ["2xx", "3xx", "4xx", "5xx"] as const;
const MOST_CODES = 6;

type SuiteSummary = Summary["suites"][number];
type Column = {
  head: string;
  cell: (suite: SuiteSummary) => string;
  colour?: (typeof CLASS_COLOUR)[keyof typeof CLASS_COLOUR];
};

/** A row a suite: cases by status class, and the exact signatures. */
export function suiteTable(summary: Summary, paint: Paint): string[] {
  const columns = columnsOf(summary).map((column) => {
    const cells = summary.suites.map(column.cell);
    const width = Math.max(column.head.length, ...cells.map(({ length }) => length));
    return { ...column, cells, width };
  });
  const line = (texts: string[]): string => texts.join("  ").trimEnd();
  const pad = (text: string, at: number): string => {
    const width = at === columns.length - 1 ? 0 : (columns[at]?.width ?? 0);
    return at === 0 ? text.padEnd(width) : text.padStart(width);
  };
  return [
    paint("dim", line(columns.map(({ head }, at) => pad(head, at)))),
    ...summary.suites.map((_, row) =>
      line(
        columns.map(({ cells, colour }, at) => {
          const text = pad(cells[row] ?? "", at);
          return colour === undefined ? text : paint(colour, text);
        }),
      ),
    ),
  ];
}

function columnsOf(summary: Summary): Column[] {
  const columns: Column[] = [
    { head: "suite", cell: ({ name }) => name },
    { head: "cases", cell: ({ cases }) => count(cases) },
    ...COLUMNS.map((name): Column => ({
      head: name,
      cell: ({ classes }) => count(classes[name]),
      colour: CLASS_COLOUR[name],
    })),
    { head: "no answer", cell: ({ classes }) => count(classes.noAnswer) },
  ];
  // Rare things get a column only where they were met.
  const rare: Column[] = [
    { head: "other", cell: ({ classes }) => count(classes["1xx"] + classes.other) },
    { head: "unstable", cell: ({ classes }) => count(classes.unstable) },
  ];
  return [
    ...columns,
    ...rare.filter(({ cell }) => summary.suites.some((suite) => cell(suite) !== "")),
    { head: "", cell: ({ name }) => codes(summary, name) },
  ];
}

const count = (value: number): string => (value === 0 ? "" : whole(value));

/** Cases by signature, most frequent first: a case that changed counts under each of its own. */
function codes(summary: Summary, suite: string): string {
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
  return [...shown, ...(more > 0 ? [`… ${more} more`] : [])].join("  ");
}

/** A signature of several answers keeps together where a count follows. */
const grouped = (signature: string): string =>
  /[,×]/.test(signature) ? `(${signature})` : signature;
