import type { ComparisonView } from "../../../model/comparison.ts";
import type { DepthGroup } from "../../../model/comparison-depth.ts";
import { counted, whole } from "../../../text/numbers.ts";
import { type Paint, paintSignature } from "../paint.ts";
import { fitRequest, mostColumns, widthOf } from "../fit-text.ts";
import { type Cell, type Column, tableLines } from "../table.ts";
import { countsText, MOST_COLUMNS } from "../../comparison/outcome-counts.ts";
import { hangingText, wrapWords } from "../wrap-text.ts";
import { type TargetColumns, targetColumns } from "./target-columns.ts";

const MOST_GROUPS = 25;
const SIZE = 8;
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
        ...groups.flatMap(({ size, case: id, name }) =>
          hangingText("  ", `${counted(size, "case")}, e.g. ${id}: ${name}`, width),
        ),
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
  const counts = comparison.targets.length > MOST_COLUMNS;
  const columns = counts
    ? countColumn(shown)
    : targetColumns(
        comparison,
        shown.map(({ outcomes }) => outcomes),
        width,
      );
  const { what, request } = widthsOf(shown, columns, width);
  const rows = shown.map((group): Cell[] => [
    whole(group.size),
    ...outcomeCells(group, counts, paint),
    nameText(group),
    ...(request === undefined ? [] : [fitRequest(requestOf(group, evidence), request)]),
  ]);
  const requestHead = (request ?? 0) < 16 ? "request" : "smallest request";
  const heads = request === undefined ? [] : [requestHead];
  const [head = "", ...lines] = tableLines(
    [["cases", ...columns.heads, "difference", ...heads], ...rows],
    [{ right: true, least: SIZE }, ...columns.columns, what],
  );
  return [
    ...(columns.legend.length === 0
      ? []
      : [...wrapWords(columns.legend, "   ", width - 2).map((line) => `  ${line}`), ""]),
    paint("dim", head),
    ...lines,
    ...more(groups.length - shown.length, paint),
    "",
  ];
}

const outcomeCells = ({ outcomes }: DepthGroup, counts: boolean, paint: Paint): Cell[] =>
  counts
    ? [countsText(outcomes)]
    : outcomes.map((text) => ({ text, paint: (padded) => paintSignature(paint, text, padded) }));

/** What is true of all cases of a group; an example is marked as one. */
const nameText = ({ name, example }: DepthGroup): string => (example ? `e.g. ${name}` : name);

function countColumn(groups: readonly DepthGroup[]): TargetColumns {
  const widest = Math.max(...groups.map(({ outcomes }) => widthOf(countsText(outcomes))));
  const width = Math.min(MOST_COUNTS, Math.max(widest, widthOf("targets")));
  return { heads: ["targets"], columns: [{ least: width, most: width }], width, legend: [] };
}

/** The column that describes a group, and the room for its request, if there is any. */
function widthsOf(
  shown: readonly DepthGroup[],
  columns: TargetColumns,
  width: number,
): { what: Column; request?: number } {
  const left = width - SIZE - 2 - columns.width - 2;
  const widest = Math.max(widthOf("difference"), ...shown.map((group) => widthOf(nameText(group))));
  const most = Math.min(mostColumns(width, MOST_REASON), widest, Math.floor(left * REASON_SHARE));
  const reason = Math.max(16, most);
  const request = left - reason - 2;
  if (request < LEAST_REQUEST) return { what: { most: Math.max(16, left) } };
  return { what: { least: reason, most: reason }, request };
}

function requestOf({ case: id }: DepthGroup, evidence: ComparisonView["evidence"]): string {
  const found = evidence.get(id);
  return found === undefined ? "" : found.request.brief || "(an empty body)";
}

const more = (count: number, paint: Paint): string[] =>
  count > 0 ? [paint("dim", `  … and ${whole(count)} more in the report`)] : [];
