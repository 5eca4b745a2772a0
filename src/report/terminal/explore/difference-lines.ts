import type { DivergenceSummary } from "../../../model/explore-summary.ts";
import { whole } from "../../../text/numbers.ts";
import { type Paint, paintSignature } from "../paint.ts";
import { fitRequest, mostColumns, widthOf } from "../fit-text.ts";
import { type Cell, type Column, tableLines } from "../table.ts";

const MOST_FAMILY = 36;
const MOST_SIGNATURE = 16;
const LEAST_REQUEST = 24;
const MOST_TOLD = 30;

/** Where targets respond differently: a column for each of them, the most frequent first. */
export function differenceLines(
  found: readonly DivergenceSummary[],
  paint: Paint,
  width: number,
): string[] {
  const [first] = found;
  if (first === undefined) return [];
  const columns = columnsOf(found, first, width);
  const taken = columns.reduce((sum, { least = 0 }) => sum + least + 2, 2);
  const room = Math.max(LEAST_REQUEST, width - taken);
  const rows = found
    .toSorted((a, b) => b.met - a.met)
    .slice(0, MOST_TOLD)
    .map((each): Cell[] => [
      whole(each.met),
      each.family,
      ...first.signatures.map((_, at): Cell => {
        const text = each.signatures[at]?.signature ?? "";
        return { text, paint: (padded) => paintSignature(paint, text, padded) };
      }),
      requestOf(each, room),
    ]);
  const targets = first.signatures.map(({ target }) => target);
  const heads = ["met", "family", ...targets, "smallest request"];
  const [head = "", ...lines] = tableLines([heads, ...rows], columns, { indent: "  " });
  return [
    paint("bold", "differences"),
    paint("dim", head),
    ...lines,
    ...(found.length > MOST_TOLD
      ? [paint("dim", `  … and ${whole(found.length - MOST_TOLD)} more in the report`)]
      : []),
    "",
  ];
}

/** Columns for the count, for the family, and for each target. */
function columnsOf(
  found: readonly DivergenceSummary[],
  { signatures }: DivergenceSummary,
  room: number,
): Column[] {
  const widest = (texts: readonly string[], most: number): Column => {
    const width = Math.min(mostColumns(room, most), Math.max(...texts.map(widthOf)));
    return { least: width, most: width };
  };
  const families = found.map(({ family }) => family);
  return [
    { right: true, least: 5 },
    widest(families, MOST_FAMILY),
    ...signatures.map(({ target }, at) => {
      const cells = found.map((each) => each.signatures[at]?.signature ?? "");
      return widest([target, ...cells], MOST_SIGNATURE);
    }),
  ];
}

function requestOf({ text, cut }: DivergenceSummary, room: number): string {
  const rest = cut === undefined ? "" : "   not fully shrunk";
  return fitRequest(text === "" ? "(an empty body)" : text, room - widthOf(rest)) + rest;
}
