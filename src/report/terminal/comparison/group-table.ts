import type { ComparisonView, DepthGroup } from "../../../model/index.ts";
import { counted, whole } from "../../../text/index.ts";
import { type Paint, paintSignature } from "../paint.ts";
import { fitRequest, fitText, mostColumns, widthOf } from "../fit-text.ts";
import { type Cell, type Column, tableLines } from "../table.ts";
import { countsText, MOST_COLUMNS } from "../../comparison/outcome-words.ts";
import { hangingText, wrapText, wrapWords } from "../wrap-text.ts";
import { type TargetColumns, targetColumns } from "./target-columns.ts";

const MOST_GROUPS = 25;
const MOST_OVERLOAD = 6;
const SIZE = 8;
const GAP = 2;
const INDENT = SIZE + GAP;
/** With less room than this, the common properties of a group go below its row. */
const LEAST_REASON = 28;
/** With less room than this, no request is shown. */
const LEAST_REQUEST = 12;
const MOST_COUNTS = 48;
const MOST_REASON = 44;
/** Share of the room that targets leave. */
const REASON_SHARE = 0.6;

/** A row for each group of cases to which the targets respond differently, at the depth of the comparison. */
export function groupTable(view: ComparisonView, paint: Paint, width: number): string[] {
  const { depth, depths } = view.comparison.behaviour;
  const { groups } = depths[depth];
  const [overload, usual] = [true, false].map((is) =>
    groups.filter((each) => each.overload === is),
  );
  return [
    ...tableOf(view, usual ?? [], paint, width),
    ...overloadLines(overload ?? [], paint, width),
  ];
}

const overloadLines = (groups: readonly DepthGroup[], paint: Paint, width: number): string[] =>
  groups.length === 0
    ? []
    : [
        paint("bold", "time-outs that look like overload"),
        ...groups
          .slice(0, MOST_OVERLOAD)
          .flatMap(({ size, case: id, name }) =>
            hangingText(
              "  ",
              `${counted(size, "case")}${name.endsWith(id) ? "" : `, e.g. ${id}`}: ${name}`,
              width,
            ),
          ),
        ...more(groups.length - MOST_OVERLOAD, paint),
        "",
      ];

function tableOf(
  { comparison, evidence }: ComparisonView,
  groups: readonly DepthGroup[],
  paint: Paint,
  width: number,
): string[] {
  if (groups.length === 0) return [];
  const shown = groups.slice(0, MOST_GROUPS);
  const cut = more(groups.length - shown.length, paint);
  return [...rowsOf({ comparison, evidence }, shown, paint, width), ...cut, ""];
}

/** The head and the rows; long common properties of a group are in further lines. */
function rowsOf(
  { comparison, evidence }: ComparisonView,
  shown: readonly DepthGroup[],
  paint: Paint,
  width: number,
): string[] {
  const counts = comparison.targets.length > MOST_COLUMNS;
  const columns = counts
    ? countColumn(shown, width)
    : targetColumns(
        comparison,
        shown.map(({ outcomes }) => outcomes),
        width,
      );
  const { what, request } = widthsOf(shown, columns, width);
  const names = shown.map((group) => wrapText(nameText(group), what?.most ?? width - INDENT));
  const rows = shown.map((group, at): Cell[] => [
    whole(group.size),
    ...outcomeCells(group, counts, paint),
    ...(what === undefined ? [] : [names[at]?.[0] ?? ""]),
    ...(request === undefined ? [] : [fitRequest(requestOf(group, evidence), request)]),
  ]);
  const heads = [
    ...(what === undefined ? [] : ["difference"]),
    ...(request === undefined ? [] : ["request"]),
  ];
  const [head = "", ...firstLines] = tableLines(
    [["cases", ...columns.heads, ...heads], ...rows],
    [{ right: true, least: SIZE }, ...columns.columns, what],
  );
  const margin = " ".repeat(what === undefined ? INDENT : INDENT + columns.width + GAP);
  const lines = firstLines.flatMap((line, at) => [
    line,
    ...(names[at] ?? [])
      .slice(what === undefined ? 0 : 1)
      .map((rest) => margin + fitText(rest, what?.most ?? width - INDENT)),
  ]);
  return [...legendLines(columns, width), paint("dim", head), ...lines];
}

const legendLines = ({ legend }: TargetColumns, width: number): string[] =>
  legend.length === 0
    ? []
    : [...wrapWords(legend, "   ", width - 2).map((line) => `  ${line}`), ""];

const outcomeCells = ({ outcomes }: DepthGroup, counts: boolean, paint: Paint): Cell[] =>
  counts
    ? [countsText(outcomes)]
    : outcomes.map((text) => ({ text, paint: (padded) => paintSignature(paint, text, padded) }));

/** The common property of a group's cases; an example is marked as one. */
const nameText = ({ name, example }: DepthGroup): string => (example ? `e.g. ${name}` : name);

function countColumn(groups: readonly DepthGroup[], room: number): TargetColumns {
  const widest = Math.max(...groups.map(({ outcomes }) => widthOf(countsText(outcomes))));
  const width = Math.min(mostColumns(room, MOST_COUNTS), Math.max(widest, widthOf("targets")));
  return { heads: ["targets"], columns: [{ least: width, most: width }], width, legend: [] };
}

/** The column that describes a group, if there is room next to the targets, and the room for its request. */
function widthsOf(
  shown: readonly DepthGroup[],
  columns: TargetColumns,
  width: number,
): { what?: Column & { most: number }; request?: number } {
  const left = width - INDENT - columns.width - GAP;
  if (left < LEAST_REASON) return {};
  const widest = Math.max(widthOf("difference"), ...shown.map((group) => widthOf(nameText(group))));
  const most = Math.min(mostColumns(width, MOST_REASON), widest, Math.floor(left * REASON_SHARE));
  const reason = Math.max(LEAST_REASON, most);
  const request = left - reason - 2;
  if (request < LEAST_REQUEST) return { what: { most: left } };
  return { what: { least: reason, most: reason }, request };
}

function requestOf({ case: id }: DepthGroup, evidence: ComparisonView["evidence"]): string {
  const found = evidence.get(id);
  return found === undefined ? "" : found.request.brief || "(an empty body)";
}

const more = (count: number, paint: Paint): string[] =>
  count > 0 ? [paint("dim", `  … and ${whole(count)} more in the report`)] : [];
