import type { Baseline, BaselineLoad, BaselineRound, LoadSummary } from "../model/index.ts";
import type { Machine, Offered } from "../model/index.ts";
import * as stats from "../stats/index.ts";
import type { Shift } from "../stats/index.ts";
import { counted, percent, whole } from "../text/index.ts";
import { type JudgedRun, noRunOf, type Ruled, ruled } from "./judged-run.ts";
import type { Doubts, Measured, Metric, Threshold } from "./threshold.ts";
import { loadDoubts, measure } from "./threshold.ts";

/** A threshold that is a multiple of the same figure elsewhere, and its subject. */
type Relative = {
  threshold: Threshold;
  factor: number;
  measured: Measured;
  doubts: Doubts;
  run: JudgedRun;
};

/** Ceilings that differ by more than this are from different machines, or one machine was busy. */
const OTHER_MACHINE = 0.25;

const error = (found: string): Ruled => ruled("error", found);
const unsure = (found: string): Ruled => ruled("inconclusive", found);

/** Compared with the rounds of a baseline, recorded at another time: its figures are used as they are. */
export function againstBaseline(facts: Relative, baseline: Baseline | undefined): Ruled {
  const { threshold, factor, measured, run, doubts } = facts;
  if (baseline === undefined)
    return error("there is no baseline of this target: use --baseline FILE");
  const { load } = baseline;
  if (load === undefined) return error("the baseline has no load: save it from a run with load");
  const byRun = [...stats.groupBy(load.rounds, ({ run }) => run).values()].map((rounds) =>
    rounds.flatMap((round) => baselineFigure(threshold.metric, round) ?? []),
  );
  const theirs = byRun.flat();
  if (theirs.length === 0) return error(`a baseline only has ${BASELINE_FIGURES.join(", ")}`);
  if (theirs.includes(0))
    return error("the figure is 0 in a round of the baseline, so there is no ratio");
  const differ = differentOffers(run.summary.load?.options.offered, load.offered, "the baseline");
  if (differ !== undefined) return error(differ);
  if (doubts.trust.length > 0) return unsure(`not comparable: ${doubts.trust[0]}`);
  const here = measured.each.map(Math.log);
  const runs = byRun.filter(({ length }) => length > 0).map((each) => each.map(Math.log));
  const shift =
    runs.length > 1 ? stats.shiftBetweenRuns(here, runs) : stats.unpairedShift(here, runs.flat());
  const rounds = { here: here.length, there: theirs.length, runs: runs.length };
  const limited = { here: doubts.limited[0], there: undefined };
  const ruling = decideRatio(threshold, factor, { shift, rounds, limited });
  return adjustForMachine(facts, load, shift, ruling);
}

/** On another machine the target is not blamed. On a slower one, it is only for what exceeds the change of the generator and its noise. */
function adjustForMachine(facts: Relative, load: BaselineLoad, shift: Shift, given: Ruled): Ruled {
  const { ceilings = [], site } = facts.run.summary.load ?? {};
  const ratio = ratioWords(shift);
  const other = otherMachine({ site }, load);
  if (other !== undefined && given.verdict === "fail")
    return unsure(`${ratio}, but this is ${other}`);
  const ruling = other === undefined ? given : { ...given, found: `${given.found}; ${other}` };
  const { perSecond: now, spread = 0 } = ceilings.at(-1) ?? {};
  if (now === undefined || load.ceiling === undefined) return ruling;
  const drift = now / load.ceiling;
  if (Math.abs(drift - 1) > OTHER_MACHINE)
    return unsure(
      `${ratio}, but the generator reaches ${whole(now)}/s here and reached ${whole(load.ceiling)}/s then: another machine, or a busy one`,
    );
  if (ruling.verdict !== "fail" || Math.abs(drift - 1) <= spread + (load.ceilingNoise ?? 0))
    return ruling;
  const { threshold, factor } = facts;
  const by = threshold.metric.kind === "latency" ? Math.log(drift) : -Math.log(drift);
  const limited = { here: undefined, there: undefined };
  const rounds = { pairs: facts.measured.each.length };
  const beside = decideRatio(threshold, factor, { shift: moved(shift, by), rounds, limited });
  if (beside.verdict === "fail") return ruling;
  return unsure(`${ratio}, but the machine itself is at ${percent(drift)} of what it was then`);
}

const moved = ({ estimate, bounds }: Shift, by: number): Shift => ({
  estimate: estimate + by,
  ...(bounds !== undefined && { bounds: { low: bounds.low + by, high: bounds.high + by } }),
});

/** Compared with another run: by pairs of rounds if the two were loaded alternately. */
export function againstTarget(
  { threshold, factor, measured, doubts, run }: Relative,
  name: string,
  others: readonly JudgedRun[],
): Ruled {
  if (run.summary.target.name === name) return ruled("pass", `this is ${name} itself`);
  const other = others.find(({ summary }) => summary.target.name === name);
  if (other === undefined) return error(noRunOf(name, others));
  const theirs = measure(threshold.metric, other);
  if (typeof theirs === "string") return error(`${name}: ${theirs}`);
  if (theirs.each.includes(0))
    return error(`${name} has a round in which it is 0: no ratio to that`);
  const [here, there] = [run, other].map(({ summary }) => summary.load?.options.offered);
  const differ = differentOffers(here, there, name);
  if (differ !== undefined) return error(differ);
  const against = loadDoubts(threshold.metric, other);
  const trust = [...doubts.trust, ...against.trust.map((text) => `${name}: ${text}`)];
  if (trust.length > 0) return unsure(`not comparable: ${trust[0]}`);
  const limited = {
    here: doubts.limited[0],
    there: against.limited[0] && `${name}: ${against.limited[0]}`,
  };
  return decideRatio(threshold, factor, { ...shiftOf(run, other, measured, theirs), limited });
}

function shiftOf(run: JudgedRun, other: JudgedRun, measured: Measured, theirs: Measured) {
  const [a, b] = [measured.each.map(Math.log), theirs.each.map(Math.log)];
  if (a.length !== b.length || !inTurnsOf(run, other))
    return { shift: stats.unpairedShift(a, b), rounds: { here: a.length, there: b.length } };
  const differences = a.map((each, round) => each - (b[round] ?? 0));
  return { shift: stats.pairedShift(differences), rounds: { pairs: a.length } };
}

function differentOffers(
  here: Offered | undefined,
  there: Offered | undefined,
  name: string,
): string | undefined {
  if (JSON.stringify(here) === JSON.stringify(there)) return undefined;
  const words = (offered: Offered | undefined): string =>
    offered === undefined ? "nothing" : stats.offerText(offered);
  return `the loads differ: ${name} has ${words(there)}, this run ${words(here)}`;
}

/** Whether two runs were loaded in turns, so that each pair of rounds met the same conditions. */
function inTurnsOf(one: JudgedRun, other: JudgedRun): boolean {
  const [a, b] = [roundTimes(one), roundTimes(other)];
  return (
    a.length === b.length &&
    a.every((at, round) => {
      const next = Math.min(a[round + 1] ?? Infinity, b[round + 1] ?? Infinity);
      return Math.max(at, b[round] ?? Infinity) < next;
    })
  );
}

function roundTimes({ gate, summary }: JudgedRun): number[] {
  const began = Date.parse(summary.startedAt);
  return gate.run.load.rounds.map(({ atMs }) => began + atMs);
}

/** A ratio of a figure here to the same one there, as a shift of the logarithm. */
type Ratio = {
  shift: Shift;
  rounds: RoundCounts;
  /** Why the target here, or there, may really be better than measured. */
  limited: { here: string | undefined; there: string | undefined };
};

/** Whether a passed threshold means something good about the target: low latency, high throughput. */
export const asksGood = ({ metric, op }: Threshold): boolean =>
  metric.kind === "latency" ? op.startsWith("<") : op.startsWith(">");

/** The interval decides on one side of the factor. A figure that the generator limited decides nothing. */
function decideRatio(threshold: Threshold, factor: number, ratio: Ratio): Ruled {
  const { shift, rounds, limited } = ratio;
  const found = ratioWords(shift);
  const limit = Math.log(factor);
  const side = sideOf(shift, limit);
  if (side === undefined) return unsure(`${found}${moreRounds(shift, limit, rounds)}`);
  const holds = (side === "above") === threshold.op.startsWith(">");
  const good = holds === asksGood(threshold);
  const doubt = good ? limited.there : limited.here;
  if (doubt !== undefined) return unsure(`${found}, ${doubt}`);
  return ruled(holds ? "pass" : "fail", found);
}

function sideOf({ bounds }: Shift, limit: number): "above" | "below" | undefined {
  if (bounds === undefined) return undefined;
  if (bounds.low >= limit) return "above";
  return bounds.high <= limit ? "below" : undefined;
}

/** `0.93 × [0.86, 1.01]`; without bounds `0.93 ×`. */
function ratioWords({ estimate, bounds }: Shift): string {
  const ratio = Math.exp(estimate);
  if (bounds === undefined || ratio === 0) return `${ratio === 0 ? 0 : ratio.toFixed(2)} ×`;
  return stats.ratioFigure({ ratio, low: Math.exp(bounds.low), high: Math.exp(bounds.high) });
}

type RoundCounts = { pairs: number } | { here: number; there: number; runs?: number };

/** The maximum that is worth waiting for. */
const MOST = 200;
/** The smallest numbers with bounds: pairs, and rounds here for a number there. */
const FEWEST_PAIRS = 5;
const FEWEST_HERE = [Infinity, 19, 5, 3, 3] as const;
/** With this many there, one here is enough; with fewer, two are. */
const MANY_THERE = 19;

/**
 * "; 14 more rounds would decide": an interval shrinks with the root of the number of rounds, and must become narrower
 * than the distance to the limit. Only the rounds of this run can grow: if a baseline has too few, the text says so. If it is of
 * several runs, they show how much runs vary, which more rounds do not change.
 */
export function moreRounds(shift: Shift, limit: number, rounds: RoundCounts): string {
  if ("runs" in rounds && (rounds.runs ?? 1) > 1)
    return `; the ${whole(rounds.runs ?? 0)} runs of the baseline vary too much to decide`;
  const needed = roundsNeeded(shift, limit, rounds);
  const now = "pairs" in rounds ? rounds.pairs : rounds.here;
  if (needed === undefined) return "; too close to the limit to say how many rounds would decide";
  if (needed === Infinity)
    return `; only a baseline of more rounds than ${"there" in rounds ? rounds.there : 0} could decide`;
  const more = Math.max(1, needed - now);
  if (more > MOST) return "; too close to the limit to say how many rounds would decide";
  return `; ${counted(more, "more round")} would decide`;
}

function roundsNeeded(
  { estimate, bounds }: Shift,
  limit: number,
  rounds: RoundCounts,
): number | undefined {
  if (bounds === undefined) {
    if ("pairs" in rounds) return FEWEST_PAIRS;
    return FEWEST_HERE[rounds.there] ?? (rounds.there >= MANY_THERE ? 1 : 2);
  }
  const width = estimate > limit ? estimate - bounds.low : bounds.high - estimate;
  const distance = Math.abs(estimate - limit);
  if (distance === 0 || width === 0) return undefined;
  const narrower = (distance / width) ** 2;
  if ("pairs" in rounds) return Math.ceil(rounds.pairs / narrower);
  const left = (1 / rounds.here + 1 / rounds.there) * narrower - 1 / rounds.there;
  return left <= 0 ? Infinity : Math.ceil(1 / left);
}

/** The figures that a baseline keeps of each round, by the names that thresholds give them. */
const FIELDS: Record<string, keyof BaselineRound> = {
  throughput: "throughput",
  goodput: "goodput",
  avg: "avg",
  "p(50)": "p50",
  "p(90)": "p90",
  "p(95)": "p95",
  "p(99)": "p99",
  "p(99.9)": "p999",
  max: "max",
};

const BASELINE_FIGURES: readonly string[] = Object.keys(FIELDS);

/** A figure of one round of a baseline, in the unit of thresholds; undefined if the round does not have it. */
function baselineFigure(metric: Metric, round: BaselineRound): number | undefined {
  const field = FIELDS[nameOf(metric)];
  const figure = field && round[field];
  return metric.kind === "latency" && figure !== undefined ? figure / 1000 : figure;
}

function nameOf(metric: Metric): string {
  if (metric.kind !== "latency") return metric.kind;
  if (metric.percentile === "avg") return "avg";
  return metric.percentile === 100 ? "max" : `p(${metric.percentile})`;
}

const GIB = 2 ** 30;

/** In words, because a kernel keeps a little of the memory to itself. */
const memoryText = ({ memoryBytes }: Machine): string => `${whole(memoryBytes / GIB)} GiB`;

/** What a reader compares of a machine, by its name. */
const FACTS: Record<string, (machine: Machine) => string> = {
  CPU: ({ cpu }) => cpu,
  cores: ({ cores }) => String(cores),
  memory: memoryText,
  "Node.js": ({ node }) => node,
  platform: ({ platform }) => platform,
};

/** How this machine differs from the baseline's: `another machine (cores: 2, was 8)`. Undefined if not known. */
function otherMachine(
  { site }: Pick<LoadSummary, "site">,
  { machine: then }: BaselineLoad,
): string | undefined {
  const now = site?.machine;
  if (now === undefined || then === undefined) return undefined;
  const differing = Object.entries(FACTS)
    .filter(([, of]) => of(now) !== of(then))
    .map(([name, of]) => `${name}: ${of(now)}, was ${of(then)}`);
  return differing.length === 0 ? undefined : `another machine (${differing.join("; ")})`;
}
