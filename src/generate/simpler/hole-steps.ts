import type { Template } from "../../model/template.ts";
import { unitsOf, type Unit } from "./units.ts";

/** What can stand in the place of a hole: fewer repetitions, simpler contents, or no hole. */
export function* holeSteps(
  unit: Unit,
  inner: (template: Template) => Generator<Template>,
): Generator<Unit[]> {
  if (typeof unit === "string") return;
  if ("repeat" in unit) {
    for (const times of fewer(unit.times)) yield unitsOf([{ ...unit, times }]);
    for (const repeat of inner(unit.repeat)) yield unitsOf([{ ...unit, repeat }]);
  } else if ("encode" in unit) {
    yield unitsOf(unit.encode);
    for (const encode of inner(unit.encode)) yield [{ ...unit, encode }];
  } else if ("slice" in unit) {
    yield unitsOf(unit.slice);
    yield ["0"];
  }
}

/** One, then less by a half, a quarter, and so on to less by one. */
function* fewer(times: number): Generator<number> {
  if (times <= 1) return;
  yield 1;
  for (let less = Math.floor(times / 2); less >= 1; less = Math.floor(less / 2)) {
    if (times - less > 1) yield times - less;
  }
}
