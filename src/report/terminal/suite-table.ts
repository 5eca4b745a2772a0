import type { Summary } from "../../model/summary.ts";
import type { Paint } from "./paint.ts";

const COLUMNS = ["2xx", "3xx", "4xx", "5xx"] as const;
const CLASS_COLOUR = { "2xx": "green", "3xx": "cyan", "4xx": "yellow", "5xx": "magenta" } as const;
const MOST_CODES = 6;

/** A row a suite: cases by status class, and the exact signatures. */
export function suiteTable(summary: Summary, paint: Paint): string[] {
  const unstable = summary.suites.some(({ classes }) => classes.unstable > 0);
  const others = summary.suites.some(({ classes }) => classes["1xx"] + classes.other > 0);
  const heads = [
    "suite",
    "cases",
    ...COLUMNS,
    "no answer",
    ...(others ? ["other"] : []),
    ...(unstable ? ["unstable"] : []),
    "",
  ];
  const rows = summary.suites.map((suite) => {
    const { classes } = suite;
    return [
      suite.name,
      count(suite.cases),
      ...COLUMNS.map((name) => count(classes[name])),
      count(classes.noAnswer),
      ...(others ? [count(classes["1xx"] + classes.other)] : []),
      ...(unstable ? [count(classes.unstable)] : []),
      codes(summary, suite.name),
    ];
  });
  const widths = heads.map((head, at) =>
    Math.max(head.length, ...rows.map((row) => (row[at] ?? "").length)),
  );
  const line = (cells: string[], colour: (text: string, at: number) => string): string =>
    cells
      .map((cell, at) => {
        const width = widths[at] ?? 0;
        const last = at === cells.length - 1;
        return colour(at === 0 ? cell.padEnd(width) : last ? cell : cell.padStart(width), at);
      })
      .join("  ")
      .trimEnd();
  return [
    line(heads, (text) => paint("dim", text)),
    ...rows.map((row) =>
      line(row, (text, at) => {
        const name = COLUMNS[at - 2];
        return name === undefined ? text : paint(CLASS_COLOUR[name], text);
      }),
    ),
  ];
}

const count = (value: number): string => (value === 0 ? "" : value.toLocaleString("en"));

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
