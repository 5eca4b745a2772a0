import type { DivergenceSummary } from "../../../model/index.ts";
import { whole } from "../../../text/index.ts";
import { type Paint, paintSignature } from "../paint.ts";
import { fitRequest, widthOf } from "../fit-text.ts";
import { hangingText } from "../wrap-text.ts";
import { type Cell, type Column, tableLines } from "../table.ts";

const LEAST_REQUEST = 24;
const MOST_TOLD = 30;
const BELOW = " ".repeat(9);

/** Where targets respond differently: a column for each of them, the most frequent first. */
export function differenceLines(
  found: readonly DivergenceSummary[],
  paint: Paint,
  width: number,
): string[] {
  const [first] = found;
  if (first === undefined) return [];
  const columns = columnsOf(found, first);
  const taken = columns.reduce((sum, { least = 0 }) => sum + least + 2, 2);
  const shown = found.toSorted((a, b) => b.met - a.met).slice(0, MOST_TOLD);
  const [head = "", ...lines] =
    width - taken >= LEAST_REQUEST
      ? besides(shown, { columns, room: width - taken, paint })
      : stacked(shown, { columns, width, paint });
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

const targetsOf = (found: readonly DivergenceSummary[]): string[] =>
  (found[0]?.signatures ?? []).map(({ target }) => target);

const outcomesOf = (each: DivergenceSummary, paint: Paint): Cell[] =>
  each.signatures.map(({ signature: text }): Cell => ({
    text,
    paint: (padded) => paintSignature(paint, text, padded),
  }));

/** A row for each difference, with its request. */
function besides(
  found: readonly DivergenceSummary[],
  { columns, room, paint }: { columns: readonly Column[]; room: number; paint: Paint },
): string[] {
  const heads = ["met", "family", ...targetsOf(found), "smallest request"];
  const rows = found.map((each): Cell[] => [
    whole(each.met),
    each.family,
    ...outcomesOf(each, paint),
    requestOf(each, room),
  ]);
  return tableLines([heads, ...rows], columns, { indent: "  " });
}

/** Where rows are too wide: the family and the request of each below its responses. */
function stacked(
  found: readonly DivergenceSummary[],
  { columns, width, paint }: { columns: readonly Column[]; width: number; paint: Paint },
): string[] {
  const [met = {}, , ...others] = columns;
  const rows = found.map((each): Cell[] => [whole(each.met), ...outcomesOf(each, paint)]);
  const [head = "", ...lines] = tableLines(
    [["met", ...targetsOf(found)], ...rows],
    [met, ...others],
    { indent: "  " },
  );
  return [
    head,
    ...found.flatMap((each, at) => [
      lines[at] ?? "",
      ...hangingText(BELOW, each.family, width),
      BELOW + requestOf(each, width - BELOW.length),
    ]),
  ];
}

/** Columns for the count, for the family, and for each target. */
function columnsOf(
  found: readonly DivergenceSummary[],
  { signatures }: DivergenceSummary,
): Column[] {
  const widest = (texts: readonly string[]): Column => ({ least: Math.max(...texts.map(widthOf)) });
  return [
    { right: true, least: 5 },
    widest(["family", ...found.map(({ family }) => family)]),
    ...signatures.map(({ target }, at) =>
      widest([target, ...found.map((each) => each.signatures[at]?.signature ?? "")]),
    ),
  ];
}

function requestOf({ text, cut }: DivergenceSummary, room: number): string {
  const rest = cut === undefined ? "" : "   not fully shrunk";
  return fitRequest(text === "" ? "(an empty body)" : text, room - widthOf(rest)) + rest;
}
