import type { LoadFigures, LoadSummary } from "../../model/index.ts";
import { boundedRate, doubtNames, offerText, trendText } from "../../stats/index.ts";
import { latencyText, whole } from "../../text/index.ts";
import { latencyColumns, noResponseText } from "../load-figures.ts";
import { type Screen, widthOf } from "./screen-text.ts";
import { type Column, tableLines } from "./table.ts";

export const DOUBT_MARK = "!";
const INDENT = "  ";

type RoundRow = { name: string; figures: LoadFigures; trend: string };
type RoundColumn = Column & { head: string; cell: (row: RoundRow) => string };

const number = (head: string, cell: RoundColumn["cell"]): RoundColumn => ({
  head,
  cell,
  right: true,
});

function roundColumns({ sweep, offered }: LoadSummary["options"]): RoundColumn[] {
  return [
    { head: sweep ? "step" : "round", cell: ({ name }) => name },
    ...(sweep
      ? [{ head: "offered", cell: ({ figures }: RoundRow) => offerText(figures.offered) }]
      : []),
    number("responses/s", ({ figures }) => boundedRate(figures, figures.perSecond)),
    ...(sweep ? [number("goodput", ({ figures }) => whole(figures.goodput))] : []),
    ...latencyColumns.map(([name, of]) =>
      number(name, ({ figures }) => latencyText(of(figures.latencyUs))),
    ),
    number("trend", ({ trend }) => trend),
    { head: "statuses", cell: ({ figures }) => statusText(figures) },
    { head: "no response", cell: ({ figures }) => noResponseText(figures) },
    ...(offered.model === "open"
      ? [number("dropped", ({ figures }) => whole(figures.dropped))]
      : []),
    { head: "", cell: ({ figures }) => failedText(figures) },
  ];
}

/** Columns that a narrow terminal leaves out, the first one first; page and JSON have them. */
const LEFT_OUT_FIRST = ["mean", "p95", "p90", "trend", "p99.9", "max", "p50"];

/** A row for each round, then all together. In a narrow terminal, empty columns go first, and doubts stand below their row. */
export function roundTable(load: LoadSummary, screen: Screen): string[] {
  const rows = load.rounds.map((round): RoundRow => ({
    name: String(round.nth),
    figures: round,
    trend: trendText(round),
  }));
  if (load.pooled !== undefined && load.rounds.length > 1)
    rows.push({ name: "all", figures: load.pooled, trend: "" });
  const all = roundColumns(load.options);
  const columns = fittingColumns(all, rows, screen);
  const [first = "", ...lines] = linesOf(columns, rows);
  const isBeside = columns === all;
  return [
    screen.dim(first),
    ...lines.flatMap((line, at) => {
      const figures = rows[at]?.figures;
      const doubts = isBeside || figures === undefined ? "" : failedText(figures);
      return [line, ...(doubts === "" ? [] : screen.hang(INDENT, doubts))];
    }),
  ];
}

const linesOf = (columns: readonly RoundColumn[], rows: readonly RoundRow[]): string[] =>
  tableLines(
    [columns.map(({ head }) => head), ...rows.map((row) => columns.map(({ cell }) => cell(row)))],
    columns,
  );

function fittingColumns(
  all: readonly RoundColumn[],
  rows: readonly RoundRow[],
  screen: Screen,
): readonly RoundColumn[] {
  const filled = all.filter(
    ({ head, cell }) => head !== "" && rows.some((row) => cell(row) !== ""),
  );
  const fewer = LEFT_OUT_FIRST.map((_, at) =>
    filled.filter(({ head }) => !LEFT_OUT_FIRST.slice(0, at + 1).includes(head)),
  );
  const fits = (columns: readonly RoundColumn[]): boolean =>
    linesOf(columns, rows).every((line) => widthOf(line) <= screen.width);
  return [all, filled, ...fewer].find(fits) ?? fewer.at(-1) ?? filled;
}

function failedText(figures: LoadFigures): string {
  const names = doubtNames(figures.checks);
  return names.length === 0 ? "" : `${DOUBT_MARK} ${names.join(", ")}`;
}

export function statusText({ statuses }: LoadFigures): string {
  const entries = Object.entries(statuses);
  const [only] = entries;
  if (only === undefined) return "no responses";
  if (entries.length === 1) return `all ${only[0]}`;
  return entries
    .toSorted(([, a], [, b]) => b.count - a.count)
    .map(([status, { count }]) => `${status} ×${whole(count)}`)
    .join(" ");
}
