import type {
  LoadFigures,
  Offered,
  Tally,
  TargetUse,
  LoadSummary,
  RunEnd,
} from "../../model/index.ts";
import * as stats from "../../stats/index.ts";
import type { Overlap } from "../../stats/index.ts";
import { checkRound, checkShards, type ShardFacts } from "./round-checks.ts";
import { reachedOf, type RoundFacts, steadyHalves } from "./time-checks.ts";
import { latencyText, signed, whole } from "../../text/index.ts";

export type Against = Pick<RoundFacts, "ceiling" | "expectedStatuses" | "timeoutMs" | "isPart"> & {
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
  const latency = stats.latencyFigures(stats.latenciesOf(tally)) ?? NOTHING;
  const [service, late] = [tally.service, tally.late].map((each) =>
    each === undefined ? undefined : stats.latencyFigures(stats.decodeLatency(each)),
  );
  const good = Object.entries(tally.statuses)
    .filter(([status]) => against.expectedStatuses.includes(status))
    .map(([, { count }]) => count);
  const { counts } = tally;
  const { overlap, agents, ...facts } = against;
  const goodput = against.expectedStatuses.length === 0 ? counts.answered : stats.sum(good);
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
    serviceUs: service,
    statuses: statusFigures(tally, seconds),
    receivedBytes: tally.receivedBytes,
    connections: { opened: tally.connections.opened, failed: tally.connections.failed },
    trend,
    ceiling: against.ceiling && reachedOf(against.ceiling, rateOf(counts.answered)),
    generatorUtilisation: Math.max(...tally.generators.map(({ utilisation }) => utilisation)),
    target: target && useOf(target, tally),
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
      const histogram = stats.decodeLatency(latency);
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

/** A doubling that gains less than this is not worth its step. */
const WORTH = 0.05;
/** The knee is passed when p99 is this many times that of the first step. */
const P99_FACTOR = 3;

type Step = Pick<LoadFigures, "offered" | "goodput" | "latencyUs" | "checks">;
type Sweep = NonNullable<LoadSummary["sweep"]>;

/** A sweep of fewer steps shows no knee. */
const LEAST_STEPS = 4;

/** Why this step brings too little for its load; undefined if it brings enough. */
function passedAt(steps: readonly Step[], at: number): "goodput" | "p99" | undefined {
  const [first, step, before] = [steps[0], steps[at], steps[at - 1]];
  if (first === undefined || step === undefined || before === undefined) return undefined;
  if (step.latencyUs.p99 > P99_FACTOR * first.latencyUs.p99) return "p99";
  return step.goodput < before.goodput * (1 + WORTH) ? "goodput" : undefined;
}

const firstPassed = (steps: readonly Step[]): number =>
  steps.findIndex((_, at) => passedAt(steps, at) !== undefined);

/** Whether a sweep has seen enough: a step that is not worth it, among at least four. */
export const isSwept = (steps: readonly Step[]): boolean =>
  steps.length >= LEAST_STEPS && firstPassed(steps) !== -1;

/** The knee of a sweep: the last worthwhile step. Undefined without steps. */
export function kneeOf(steps: readonly Step[], runEnd: RunEnd | undefined): Sweep | undefined {
  const passed = firstPassed(steps);
  const at = passed === -1 ? steps.length - 1 : passed - 1;
  const knee = steps[at];
  if (knee === undefined) return undefined;
  const ended = passedAt(steps, passed) ?? endOfRun(runEnd);
  const failed = stats.doubtNames(knee.checks);
  const few = steps.length < LEAST_STEPS;
  const doubt = few ? `fewer than ${LEAST_STEPS} steps` : failed.join(", ");
  const doubts = failed.length === 0 ? "" : ` (! ${failed.join(", ")})`;
  const bound = knee.checks.some(({ name, held }) => name === "generator" && !held) ? "≥ " : "";
  const figures = `${stats.offerText(knee.offered)}: ${bound}${whole(knee.goodput)}/s, p99 ${latencyText(knee.latencyUs.p99)}${doubts}`;
  const why = reason(ended, passed === -1 ? steps : steps.slice(0, passed + 1));
  return { knee: at + 1, ...(doubt !== "" && { doubt }), ended, text: `${figures}; ${why}` };
}

const endOfRun = (end: RunEnd | undefined): Sweep["ended"] =>
  end === "no-samples" || end === "not-measured" || end === "interrupted" ? end : "rounds";

function reason(ended: Sweep["ended"], steps: readonly Step[]): string {
  const [first, last, before] = [steps[0], steps.at(-1), steps.at(-2)];
  if (first === undefined || last === undefined) return "";
  switch (ended) {
    case "p99":
      return `at ${stats.offerText(last.offered)} p99 is ${latencyText(last.latencyUs.p99)}, over ${P99_FACTOR} times that of the first step (${latencyText(first.latencyUs.p99)})`;
    case "goodput":
      return `at ${stats.offerText(last.offered)} goodput changes by ${signed(last.goodput / (before?.goodput ?? 1) - 1)}, less than ${signed(WORTH)}`;
    case "no-samples":
      return "the next step got no response at all";
    case "not-measured":
      return "the next step could not be measured: the knee may be higher";
    case "interrupted":
      return "the sweep was interrupted: the knee may be higher";
    case "rounds":
      return "that was the last step: the knee may be higher";
  }
}
