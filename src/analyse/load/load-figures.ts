import type { LoadFigures, Offered, Tally, TargetUse } from "../../model/index.ts";
import {
  decodeLatency,
  latenciesOf,
  latencyFigures,
  sum,
  type Overlap,
} from "../../stats/index.ts";
import { checkRound } from "./round-checks.ts";
import { reachedOf, type RoundFacts } from "./round-facts.ts";
import { checkShards, type ShardFacts } from "./shard-checks.ts";
import { steadyHalves } from "./steady-halves.ts";

/** The context of a round's figures. */
export type Against = Pick<RoundFacts, "ceiling" | "expectedStatuses" | "timeoutMs"> & {
  /** Of a fleet: the time in which all agents were sending, and their own parts. */
  overlap?: Overlap | undefined;
  agents?: ShardFacts | undefined;
};

const NOTHING = { min: 0, p50: 0, p90: 0, p95: 0, p99: 0, p999: 0, max: 0, mean: 0 };

/** The figures of one slot with their checks; `trend` and checks use the slot's intervals. */
export function loadFigures(
  offered: Offered,
  tally: Tally,
  target: TargetUse | undefined,
  against: Against,
): LoadFigures {
  const seconds = tally.durationMs / 1000;
  const latency = latencyFigures(latenciesOf(tally)) ?? NOTHING;
  const [service, late] = [tally.service, tally.late].map((each) =>
    each === undefined ? undefined : latencyFigures(decodeLatency(each)),
  );
  const good = Object.entries(tally.statuses)
    .filter(([status]) => against.expectedStatuses.includes(status))
    .map(([, { count }]) => count);
  const { counts } = tally;
  const { overlap, agents, ...facts } = against;
  const goodput = against.expectedStatuses.length === 0 ? counts.answered : sum(good);
  const rateOf = rateIn(tally, overlap);
  const whole = checkRound({ offered, tally, latency, service, late, ...facts });
  const { trend } = steadyHalves({ offered, tally, latency });
  return {
    offered,
    seconds,
    ...counts,
    hung: tally.drained.silent,
    unasked: tally.unasked,
    dropped: tally.dropped.busy + tally.dropped.late,
    perSecond: rateOf(counts.answered),
    goodput: rateOf(goodput),
    latencyUs: latency,
    ...(service !== undefined && { serviceUs: service }),
    statuses: statusFigures(tally, seconds),
    receivedBytes: tally.receivedBytes,
    connections: { opened: tally.connections.opened, failed: tally.connections.failed },
    ...(trend !== undefined && { trend }),
    ...(against.ceiling !== undefined && {
      ceiling: reachedOf(against.ceiling, rateOf(counts.answered)),
    }),
    generatorUtilisation: Math.max(...tally.generators.map(({ utilisation }) => utilisation)),
    ...(target !== undefined && { target: useOf(target, tally) }),
    checks: agents === undefined ? whole : checkShards(whole, agents, latency, facts.timeoutMs),
  };
}

/** Responses per second: of a fleet, while all agents were sending. */
const rateIn =
  ({ counts, durationMs }: Tally, overlap: Overlap | undefined) =>
  (count: number): number =>
    overlap === undefined
      ? count / (durationMs / 1000)
      : ((overlap.answered * 1000) / overlap.ms) * (count / Math.max(1, counts.answered));

const statusFigures = (tally: Tally, seconds: number): LoadFigures["statuses"] =>
  Object.fromEntries(
    Object.entries(tally.statuses).map(([status, { count, latency }]) => {
      const histogram = decodeLatency(latency);
      return [
        status,
        {
          count,
          perSecond: count / seconds,
          p50Us: histogram.getValueAtPercentile(50),
          p99Us: histogram.getValueAtPercentile(99),
        },
      ];
    }),
  );

const useOf = (target: TargetUse, tally: Tally): LoadFigures["target"] => ({
  ...target,
  cpuUsPerRequest: target.cpuUs / Math.max(1, tally.counts.answered),
  /** Of one core: 2 is two cores busy. */
  cpuShare: target.cpuUs / (tally.durationMs * 1000),
});
