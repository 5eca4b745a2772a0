import type { Comparison } from "../../../model/index.ts";
import { counted, sharePercent, whole } from "../../../text/index.ts";
import { depthWords } from "../../comparison/depth-headline.ts";
import { mostColumns } from "../fit-text.ts";
import type { Paint } from "../paint.ts";
import { tableLines } from "../table.ts";
import { hangingText } from "../wrap-text.ts";
import { targetColumns } from "./target-columns.ts";

const MOST_NAME = 24;
const FEWEST_TARGETS = 3;
/** More sets of targets than this have no matrix on a terminal. */
const MOST_ROWS = 15;

/**
 * The share of cases in which each pair of targets agrees, ordered by likeness, and the number of cases in which a
 * target is the only one that differs; for three or more. With many targets, the ones that never differ share a row.
 */
export function agreementLines(comparison: Comparison, paint: Paint, width: number): string[] {
  const { targets, behaviour } = comparison;
  if (targets.length < FEWEST_TARGETS || behaviour.compared === 0) return [];
  const { depth } = behaviour;
  const { agreement, alone, likeness } = behaviour.depths[depth];
  const merged = targets.length > MOST_ROWS;
  const sets = merged ? likeness.clusters : likeness.order.map((target) => [target]);
  const names = sets.map((set) => setName(set, comparison));
  const title = `${paint("bold", "agreement")} ${depthWords[depth]}, of ${counted(behaviour.compared, "case")}`;
  if (sets.length > MOST_ROWS && sets.every(({ length }) => length === 1)) return [];
  if (sets.length > MOST_ROWS)
    return [
      title,
      ...sets
        .filter(({ length }) => length > 1)
        .flatMap((set) =>
          hangingText("  always alike: ", namesOf(set, comparison).join(", "), width),
        ),
      "",
    ];
  const rows = sets.map(([a = 0]) =>
    sets.map(([b = 0]) =>
      a === b ? "·" : sharePercent((agreement[a]?.[b] ?? 0) / behaviour.compared),
    ),
  );
  const shown = { ...comparison, targets: names.map((name) => ({ name })) };
  const columns = targetColumns(shown, rows, width);
  const isNumbered = columns.legend.length > 0;
  const [head = "", ...lines] = tableLines(
    [
      ["", ...columns.heads, "differs alone"],
      ...rows.map((row, at) => [
        isNumbered ? `${at + 1} ${names[at]}` : (names[at] ?? ""),
        ...row,
        whole(alone[sets[at]?.[0] ?? 0] ?? 0),
      ]),
    ],
    [{ most: mostColumns(width, MOST_NAME) }, ...columns.columns],
    { indent: "  " },
  );
  return [title, paint("dim", head), ...lines, ""];
}

const namesOf = (set: readonly number[], { targets }: Comparison): string[] =>
  set.map((at) => targets[at]?.name ?? "");

function setName(set: readonly number[], comparison: Comparison): string {
  const [first = "", ...others] = namesOf(set, comparison);
  return others.length === 0 ? first : `${first} and ${counted(others.length, "other")}`;
}
