import { FEW, replaced } from "./chunks.ts";
import type { Unit } from "./units.ts";

const isDigit = (unit: Unit | undefined): boolean =>
  typeof unit === "string" && unit >= "0" && unit <= "9" && unit.length === 1;

/** Zeros in the place of digits: one for a whole run, as many as there were, one by one. */
export function* digitSteps(units: Unit[]): Generator<Unit[]> {
  let runs = 0;
  for (let from = 0; from < units.length && runs < FEW; from += 1) {
    if (!isDigit(units[from])) continue;
    let to = from + 1;
    while (isDigit(units[to])) to += 1;
    runs += 1;
    if (to - from > 1) {
      yield replaced(units, [from, to], ["0"]);
      yield replaced(
        units,
        [from, to],
        Array.from({ length: to - from }, () => "0"),
      );
    }
    if (units.length <= FEW)
      for (let at = from; at < to; at += 1)
        if (units[at] !== "0") yield replaced(units, [at, at + 1], ["0"]);
    from = to;
  }
}
