import { styleText } from "node:util";
import type { Remark, Summary } from "../model/summary.ts";

type Format = Parameters<typeof styleText>[0];
/** Colours a text, or leaves it as it is. */
export type Paint = (format: Format, text: string) => string;

export const plain: Paint = (_format, text) => text;

const COLUMNS = ["2xx", "3xx", "4xx", "5xx"] as const;
const CLASS_COLOUR = { "2xx": "green", "3xx": "cyan", "4xx": "yellow", "5xx": "magenta" } as const;
const MOST_CODES = 6;
const MOST_REMARKS = 24;

/** The result of a run for a terminal: table, what stands out, the stated clause, where it is. */
export function renderTerminal(
  summary: Summary,
  paint: Paint,
  where: { report: string; run: string },
) {
  return [
    ...(summary.suites.length === 0 ? [] : [...suiteTable(summary, paint), ""]),
    ...remarkLines(summary, paint),
    ...summary.notes.map(
      ({ text, cases }) => `${paint("bold", "note")}  ${text}${casesText(cases)}`,
    ),
    ...(summary.notes.length === 0 ? [] : [""]),
    ...statedLines(summary, paint),
    "",
    ...closingLines(summary, where),
  ].join("\n");
}

const casesText = (cases: string[] | undefined): string =>
  cases === undefined ? "" : `: ${cases.slice(0, 12).join(", ")}`;

function suiteTable(summary: Summary, paint: Paint): string[] {
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

function remarkLines(summary: Summary, paint: Paint): string[] {
  const { remarks } = summary;
  const twice = summary.cases.filter(({ stability }) => stability !== "once").length;
  const unstable = remarks.filter(({ kind }) => kind === "unstable").length;
  const shown = choose(remarks);
  const names = shown.map((remark) => remark.case ?? remark.kind);
  const width = Math.min(44, Math.max(8, ...names.map((name) => name.length)));
  const signatures = Math.min(18, Math.max(3, ...shown.map(({ signature }) => signature.length)));
  const left = remarks.length - shown.length;
  if (twice === 0 && shown.length === 0) return [];
  return [
    paint("bold", "worth a look"),
    ...shown.map((remark, at) => {
      const more = remark.count > 1 ? `  (${remark.count.toLocaleString("en")} times)` : "";
      return `  ${(names[at] ?? "").padEnd(width)}  ${remark.signature.padEnd(signatures)}  ${remark.text}${more}`;
    }),
    ...(left > 0 ? [paint("dim", `  … and ${left} more in the report`)] : []),
    `  ${"unstable".padEnd(width)}  ${unstable === 0 ? "none" : unstable} in ${twice.toLocaleString("en")} cases sent more than once`,
    "",
  ];
}

/** A few of each kind, and of each kind from many suites: no kind and no suite pushes the others out. */
function choose(remarks: Remark[]): Remark[] {
  const kinds = [...new Set(remarks.map(({ kind }) => kind))];
  const share = Math.max(3, Math.floor(MOST_REMARKS / Math.max(1, kinds.length)));
  return kinds
    .flatMap((kind) => spread(remarks.filter((remark) => remark.kind === kind)).slice(0, share))
    .slice(0, MOST_REMARKS);
}

/** The first of each suite, then the second of each, and so on. */
function spread(remarks: Remark[]): Remark[] {
  const seen = new Map<string, number>();
  const ranked = remarks.map((remark) => {
    const suite = remark.case?.split("/", 1)[0] ?? "";
    const turn = seen.get(suite) ?? 0;
    seen.set(suite, turn + 1);
    return { remark, turn };
  });
  return ranked.toSorted((a, b) => a.turn - b.turn).map(({ remark }) => remark);
}

function statedLines({ accepts, stated, ledger, cases }: Summary, paint: Paint): string[] {
  const words = {
    held: paint("green", "held"),
    "not-held": paint("red", "not held"),
    unreachable: paint("red", "target not reached"),
    "not-probed": "not probed",
  };
  const probed = ledger.filter((clause) => clause.kind === "not shown" && clause.cases > 0).length;
  return [
    `${paint("bold", "stated by the specification")}   ${words[accepts]}: ${stated.text}`,
    ...(cases.length === 0
      ? []
      : [
          `${paint("bold", "left out by it")}                ${probed} clauses probed; what this server does there is in the report`,
        ]),
  ];
}

function closingLines(summary: Summary, where: { report: string; run: string }): string[] {
  const seconds =
    summary.durationMs === undefined ? "" : ` · ${(summary.durationMs / 1000).toFixed(1)} s`;
  const observations = summary.suites.reduce((sum, suite) => sum + suite.observations, 0);
  const state = summary.complete ? "" : ` · incomplete: ${summary.end}`;
  return [
    `seed ${summary.seed} · ${observations.toLocaleString("en")} requests${seconds}${state}`,
    `${where.report}      replay any row: witness replay ${where.run} <case>`,
  ];
}
