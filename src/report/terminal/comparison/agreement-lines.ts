import type { Comparison } from "../../../model/comparison.ts";
import { whole } from "../../../text/numbers.ts";
import { mostColumns } from "../fit-text.ts";
import type { Paint } from "../paint.ts";
import { tableLines } from "../table.ts";
import { targetColumns } from "./target-columns.ts";

const MOST_NAME = 24;
const FEWEST_TARGETS = 3;

/** In how many cases each two targets agree, and in how many a target is the only one; for three or more. */
export function agreementLines(comparison: Comparison, paint: Paint, width: number): string[] {
  const { targets, behaviour } = comparison;
  if (targets.length < FEWEST_TARGETS || behaviour.compared === 0) return [];
  const rows = behaviour.agreement.map((row, a) =>
    row.map((count, b) => (a === b ? "·" : whole(count))),
  );
  const columns = targetColumns(comparison, rows, width);
  const isNumbered = columns.legend.length > 0;
  const names = targets.map(({ name }, at) => (isNumbered ? `${at + 1} ${name}` : name));
  const [head = "", ...lines] = tableLines(
    [
      ["", ...columns.heads, "differs alone"],
      ...rows.map((row, at) => [names[at] ?? "", ...row, whole(behaviour.alone[at] ?? 0)]),
    ],
    [{ most: mostColumns(width, MOST_NAME) }, ...columns.columns],
    { indent: "  " },
  );
  return [
    paint("bold", "agreement") + `, in cases of ${whole(behaviour.compared)}`,
    paint("dim", head),
    ...lines,
    "",
  ];
}
