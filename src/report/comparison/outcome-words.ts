import { whole } from "../../text/index.ts";

/** With more targets, a table counts their outcomes instead of a column for each. */
export const MOST_COLUMNS = 15;

const MOST_NAMES = 3;

/** `30 × 2xx, 20 × 4xx`: the most frequent outcome first. */
export function countsText(outcomes: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const each of outcomes) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([outcome, count]) => `${count} × ${outcome}`)
    .join(", ");
}

/** `4xx from strict, 2xx from the others`: the rarest outcome first, because it tells most. */
export function outcomesByTarget(outcomes: readonly string[], names: readonly string[]): string {
  const places = new Map<string, number[]>();
  for (const [at, outcome] of outcomes.entries())
    places.set(outcome, [...(places.get(outcome) ?? []), at]);
  const sets = [...places].toSorted(([, a], [, b]) => a.length - b.length);
  return sets
    .map(([outcome, targets], nth) => {
      const isRest = nth > 0 && nth === sets.length - 1 && targets.length > 1;
      return `${outcome} from ${isRest ? "the others" : named(targets, names)}`;
    })
    .join(", ");
}

const named = (targets: readonly number[], names: readonly string[]): string =>
  targets.length > MOST_NAMES
    ? `${whole(targets.length)} targets`
    : targets.map((at) => names[at] ?? "").join(", ");
