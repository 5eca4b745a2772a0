import type { ComparisonView, Group } from "../../../model/comparison.ts";
import { whole } from "../../../text/numbers.ts";
import { type Paint, paintSignature } from "../paint.ts";
import { fitRequest, mostColumns, widthOf } from "../fit-text.ts";
import { type Cell, type Column, tableLines } from "../table.ts";
import { wrapWords } from "../wrap-text.ts";
import { type TargetColumns, targetColumns } from "./target-columns.ts";

const MOST_GROUPS = 25;
const SIZE = 8;
/** With less room than this, no request is shown. */
const LEAST_REQUEST = 12;
const MOST_REASON = 44;
/** Share of the room that targets leave. */
const REASON_SHARE = 0.6;

/** A row for each group of cases to which the targets respond differently. */
export function groupTable(
  { comparison, evidence }: ComparisonView,
  paint: Paint,
  width: number,
): string[] {
  const { groups } = comparison.behaviour;
  if (groups.length === 0) return [];
  const shown = groups.slice(0, MOST_GROUPS);
  const columns = targetColumns(
    comparison,
    shown.map(({ signatures }) => signatures),
    width,
  );
  const { what, request } = widthsOf(shown, columns, width);
  const withRequest = request !== undefined;
  const rowOf = (group: Group): Cell[] => [
    whole(group.size),
    ...group.signatures.map((text): Cell => ({
      text,
      paint: (padded) => paintSignature(paint, text, padded),
    })),
    group.reason,
    ...(request === undefined ? [] : [fitRequest(requestOf(group, evidence), request)]),
  ];
  const requestHead = (request ?? 0) < 16 ? "request" : "smallest request";
  const [head = "", ...lines] = tableLines(
    [
      ["cases", ...columns.heads, "difference", ...(withRequest ? [requestHead] : [])],
      ...shown.map(rowOf),
    ],
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

/** The column that describes a group, and the room for its request, if there is any. */
function widthsOf(
  shown: readonly Group[],
  columns: TargetColumns,
  width: number,
): { what: Column; request?: number } {
  const left = width - SIZE - 2 - columns.width - 2;
  const widest = Math.max(widthOf("difference"), ...shown.map(({ reason }) => widthOf(reason)));
  const most = Math.min(mostColumns(width, MOST_REASON), widest, Math.floor(left * REASON_SHARE));
  const reason = Math.max(16, most);
  const request = left - reason - 2;
  if (request < LEAST_REQUEST) return { what: { most: Math.max(16, left) } };
  return { what: { least: reason, most: reason }, request };
}

function requestOf({ case: id }: Group, evidence: ComparisonView["evidence"]): string {
  const found = evidence.get(id);
  return found === undefined ? "" : found.request.brief || "(an empty body)";
}

const more = (count: number, paint: Paint): string[] =>
  count > 0 ? [paint("dim", `  … and ${whole(count)} more in the report`)] : [];
