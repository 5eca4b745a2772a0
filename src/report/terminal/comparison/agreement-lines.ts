import type { Comparison } from "../../../model/comparison.ts";
import { whole } from "../../../text/numbers.ts";
import { padText } from "../explore/fit-text.ts";
import type { Paint } from "../paint.ts";
import { cellsLine, targetColumns } from "./target-columns.ts";

const MOST_NAME = 24;
const FEWEST_TARGETS = 3;

/** On how many cases each two targets agree, and on how many a target is the only one; for three or more. */
export function agreementLines(comparison: Comparison, paint: Paint): string[] {
  const { targets, behaviour } = comparison;
  if (targets.length < FEWEST_TARGETS || behaviour.compared === 0) return [];
  const rows = behaviour.agreement.map((row, a) =>
    row.map((count, b) => (a === b ? "·" : whole(count))),
  );
  const columns = targetColumns(comparison, rows);
  const isNumbered = columns.legend.length > 0;
  const names = targets.map(({ name }, at) => (isNumbered ? `${at + 1} ${name}` : name));
  const width = Math.min(MOST_NAME, Math.max(...names.map(({ length }) => length)));
  const head = `  ${" ".repeat(width)}  ${cellsLine(columns.heads, columns)}  differs alone`;
  return [
    paint("bold", "agreement") + `, in cases of ${whole(behaviour.compared)}`,
    paint("dim", head),
    ...rows.map((row, at) => {
      const alone = whole(behaviour.alone[at] ?? 0);
      return `  ${padText(names[at] ?? "", width)}  ${cellsLine(row, columns)}  ${alone}`;
    }),
    "",
  ];
}
