import type { ComparisonView, Group } from "../../../model/comparison.ts";
import { whole } from "../../../text/numbers.ts";
import { type Paint, paintSignature } from "../paint.ts";
import { fitRequest, mostColumns, widthOf } from "../fit-text.ts";
import { type Cell, tableLines } from "../table.ts";
import { wrapWords } from "../wrap-text.ts";
import { targetColumns } from "./target-columns.ts";

const MOST_GROUPS = 25;
const SIZE = 8;
/** With less room for a request, there is none. */
const LEAST_REQUEST = 12;
const MOST_REASON = 44;
/** Of what the targets leave. */
const REASON_SHARE = 0.6;

/** A row for each group of cases that the targets answer differently. */
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
  const left = width - SIZE - 2 - columns.width - 2;
  const widest = Math.max(widthOf("what it is"), ...shown.map(({ reason }) => widthOf(reason)));
  const reason = Math.max(
    16,
    Math.min(mostColumns(width, MOST_REASON), widest, Math.floor(left * REASON_SHARE)),
  );
  const request = left - reason - 2;
  const withRequest = request >= LEAST_REQUEST;
  const what = withRequest ? { least: reason, most: reason } : { most: Math.max(16, left) };
  const rowOf = (group: Group): Cell[] => [
    whole(group.size),
    ...group.signatures.map((text): Cell => ({
      text,
      paint: (padded) => paintSignature(paint, text, padded),
    })),
    group.reason,
    ...(withRequest ? [fitRequest(requestOf(group, evidence), request)] : []),
  ];
  const requestHead = request < 16 ? "request" : "smallest request";
  const [head = "", ...lines] = tableLines(
    [
      ["cases", ...columns.heads, "what it is", ...(withRequest ? [requestHead] : [])],
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

function requestOf({ case: id }: Group, evidence: ComparisonView["evidence"]): string {
  const found = evidence.get(id);
  return found === undefined ? "" : found.request.brief || "(an empty body)";
}

const more = (count: number, paint: Paint): string[] =>
  count > 0 ? [paint("dim", `  … and ${whole(count)} more in the report`)] : [];
