import type { Baseline, BaselineLoad, Offered } from "../model/index.ts";
import { offerText, pairedShift, unpairedShift, type Shift } from "../stats/index.ts";
import { percent, suggestion, whole } from "../text/index.ts";
import { BASELINE_FIGURES, baselineFigure } from "./baseline-figures.ts";
import { decideRatio, ratioWords } from "./decide-ratio.ts";
import type { JudgedRun, Ruling } from "./judged-run.ts";
import { type Doubts, loadDoubts } from "./load-doubts.ts";
import { measure, type Measured } from "./measure.ts";
import type { Threshold } from "./parse-threshold.ts";

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

const error = (found: string): Ruling => ({ verdict: "error", found });
const unsure = (found: string): Ruling => ({ verdict: "inconclusive", found });

/** Compared with the rounds of a baseline, recorded at another time: its figures are used as they are. */
export function againstBaseline(facts: Relative, baseline: Baseline | undefined): Ruling {
  const { threshold, factor, measured, run, doubts } = facts;
  if (baseline === undefined)
    return error("there is no baseline of this target: use --baseline FILE");
  const { load } = baseline;
  if (load === undefined) return error("the baseline has no load: save it from a run with load");
  const theirs = load.rounds.flatMap((round) => baselineFigure(threshold.metric, round) ?? []);
  if (theirs.length === 0) return error(`a baseline only has ${BASELINE_FIGURES.join(", ")}`);
  if (theirs.includes(0))
    return error("the figure is 0 in a round of the baseline, so there is no ratio");
  const differ = differentOffers(run.summary.load?.options.offered, load.offered, "the baseline");
  if (differ !== undefined) return error(differ);
  if (doubts.trust.length > 0) return unsure(`not comparable: ${doubts.trust[0]}`);
  const shift = unpairedShift(measured.each.map(Math.log), theirs.map(Math.log));
  const rounds = { here: measured.each.length, there: theirs.length };
  const limited = { here: doubts.limited[0], there: undefined };
  const ruling = decideRatio(threshold, factor, { shift, rounds, limited });
  return heedMachine(facts, load, shift, ruling);
}

/**
 * Heeds the speed of the machine: a slower machine explains slower figures. A verdict that this target got worse stands
 * only if it exceeds the generator's own change.
 */
function heedMachine(facts: Relative, load: BaselineLoad, shift: Shift, ruling: Ruling): Ruling {
  const now = facts.run.summary.load?.ceilings.at(-1)?.perSecond;
  if (now === undefined || load.ceiling === undefined) return ruling;
  const drift = now / load.ceiling;
  const ratio = ratioWords(shift);
  if (Math.abs(drift - 1) > OTHER_MACHINE)
    return unsure(
      `${ratio}, but the generator reaches ${whole(now)}/s here and reached ${whole(load.ceiling)}/s then: another machine, or a busy one`,
    );
  if (ruling.verdict !== "fail") return ruling;
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
): Ruling {
  if (run.summary.target.name === name) return { verdict: "pass", found: `this is ${name} itself` };
  const other = others.find(({ summary }) => summary.target.name === name);
  if (other === undefined) return error(`there is no run of ${name}: ${otherNames(name, others)}`);
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
    return { shift: unpairedShift(a, b), rounds: { here: a.length, there: b.length } };
  const differences = a.map((each, round) => each - (b[round] ?? 0));
  return { shift: pairedShift(differences), rounds: { pairs: a.length } };
}

function otherNames(name: string, others: readonly JudgedRun[]): string {
  const known = others.map(({ summary }) => summary.target.name);
  return known.length === 0 ? "judge it together with this run" : suggestion(name, known);
}

function differentOffers(
  here: Offered | undefined,
  there: Offered | undefined,
  name: string,
): string | undefined {
  if (JSON.stringify(here) === JSON.stringify(there)) return undefined;
  const words = (offered: Offered | undefined): string =>
    offered === undefined ? "nothing" : offerText(offered);
  return `the loads differ: ${name} has ${words(there)}, this run ${words(here)}`;
}

/**
 * Whether two runs were loaded alternately: every round of both came before the next one of either.
 * Then each pair of rounds met the same conditions.
 */
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

/** When each round began, in milliseconds since the epoch. */
function roundTimes({ gate, summary }: JudgedRun): number[] {
  const began = Date.parse(summary.startedAt);
  return gate.run.load.rounds.map(({ atMs }) => began + atMs);
}
