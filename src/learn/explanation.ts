import type { RuleValue } from "../kinds/index.ts";
import type { SeenResponse, Subject } from "./candidate.ts";
import { explainChecks, type Check } from "./explain-checks.ts";
import { limitsFound, type FoundLimit } from "./limits.ts";
import type { Predictions, RuleAspect } from "./predictions.ts";

/** More limits than this are not tried in every combination. */
const MOST_LIMITS = 4;

/** An explanation of the responses: the checks, and limits where no rule explains them alone. */
export type Explanation<V extends RuleValue> = {
  checks: Check<V>[];
  limits: FoundLimit<V>[];
  /** The aspects with their predictions within the limits. */
  aspects: RuleAspect<V>[];
};

/** The explanation with the most explained checks, and among those the one with the fewest limits. */
export function explanationOf<V extends RuleValue>(
  { pool, limited, accepted }: Subject<V>,
  predictions: Predictions<V>,
  seen: ReadonlyMap<number, SeenResponse>,
): Explanation<V> {
  const found = limitsFound(limited, pool, { seen, accepted }).slice(0, MOST_LIMITS);
  const { judging } = predictions;
  let best: Explanation<V> | undefined;
  for (const limits of subsets(found)) {
    const aspects = predictions.within(limits);
    const each = { checks: explainChecks(aspects, { seen, accepted, judging }), limits, aspects };
    if (best === undefined || unexplained(each) < unexplained(best)) best = each;
    if (unexplained(best) === 0) break;
  }
  return best ?? { checks: [], limits: [], aspects: [] };
}

/** How many checks no rule explains. */
const unexplained = <V extends RuleValue>({ checks }: Explanation<V>): number =>
  checks.filter(({ survivors }) => survivors.length === 0).length;

/** All of them, the smaller ones first. */
function subsets<T>(items: readonly T[]): T[][] {
  const all = Array.from({ length: 2 ** items.length }, (_, mask) =>
    items.filter((_item, at) => (mask >> at) % 2 === 1),
  );
  return all.toSorted((one, other) => one.length - other.length);
}
