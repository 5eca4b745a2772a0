import type { Tally, TargetUse } from "../../model/index.ts";
import type { AgainstFigures } from "../../stats/index.ts";
import { againstVerdict, latenciesOf, sequentialRatio, sum, sumBy } from "../../stats/index.ts";
import type { LoadFold } from "./load-fold.ts";
import { expectedStatuses } from "./summarise-load.ts";

/** A round without any good response counts as this share of its partner: a logarithm needs one. */
const LEAST_RATIO = 1e-3;

/**
 * The goodput of the rounds as a ratio to that of their partners, at most `most` of them. Goodput, because it is a mean
 * over all requests of a round: in a closed loop it says the same as the mean latency, a request that fails is not a
 * fast one, and a percentile of a short round is much noisier. A status is good that the old build gives. Undefined
 * without a pair.
 */
export function againstFigures(
  { rounds, against }: Pick<LoadFold, "rounds" | "against">,
  most: number,
): AgainstFigures | undefined {
  const good = expectedStatuses(statusCounts(against.map(({ tally }) => tally)));
  const rateOf = ({ statuses, durationMs }: Tally): number =>
    sum(good.map((status) => statuses[status]?.count ?? 0)) / durationMs;
  const pairs = rounds.flatMap((own) => {
    const other = against.find((each) => each.nth === own.nth);
    return other === undefined || rateOf(other.tally) === 0 ? [] : [{ own, other }];
  });
  if (pairs.length === 0) return undefined;
  const logRatios = pairs.map(({ own, other }) =>
    Math.log(Math.max(LEAST_RATIO, rateOf(own.tally) / rateOf(other.tally))),
  );
  const goodput = sequentialRatio(logRatios, most);
  const costRatios = pairs.map(({ own, other }) => Math.log(costOf(other) / costOf(own)));
  const isKnown = costRatios.every((each) => Number.isFinite(each));
  const cpu = isKnown ? sequentialRatio(costRatios, most) : undefined;
  const p99Of = (tallies: Tally[]): number => latenciesOf(...tallies).getValueAtPercentile(99);
  return {
    ...goodput,
    ...againstVerdict(goodput, cpu),
    ...(cpu !== undefined && { cpu }),
    p99Us: p99Of(pairs.map(({ own }) => own.tally)),
    otherP99Us: p99Of(pairs.map(({ other }) => other.tally)),
  };
}

/** Processor time of the target for a response; not a number where its processes are not known. */
function costOf({ tally, target }: { tally: Tally; target?: TargetUse | undefined }): number {
  const responses = sum(Object.values(tally.statuses).map(({ count }) => count));
  return (target?.cpuUs ?? NaN) / responses;
}

type Counted = { statuses: Readonly<Record<string, { count: number }>> };

export const statusCounts = (rounds: readonly Counted[]): Record<string, number> =>
  Object.fromEntries(
    sumBy(
      rounds.flatMap(({ statuses }) =>
        Object.entries(statuses).map(([status, { count }]) => [status, count] as const),
      ),
    ),
  );
