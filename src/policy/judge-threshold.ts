import { thresholdText, type Baseline, type Judgement, type Policy } from "../model/index.ts";
import { asksGood, againstBaseline, againstTarget } from "./judge-ratio.ts";
import type { JudgedRun, Measuring, Ruled } from "./judged-run.ts";
import { judged, profileMismatch, policyRule, ruled } from "./judged-run.ts";
import type { Doubts, Measured, MemoryThreshold, NoiseThreshold, Threshold } from "./threshold.ts";
import { HOLDS, figureText, loadDoubts, measure, parseThreshold } from "./threshold.ts";
import { judgeState } from "./judge-state.ts";
import type { Source } from "./source-lines.ts";
import { transportNoise } from "../analyse/index.ts";
import { sharePercent, significant } from "../text/index.ts";
import { growthText, memoryGrowth } from "../stats/index.ts";

export function judgeThresholds(
  run: JudgedRun,
  others: readonly JudgedRun[],
  baseline: Baseline | undefined,
  source: Source | undefined,
): Judgement[] {
  return (run.gate.policy.load ?? []).map((threshold, nth): Judgement => {
    const text = thresholdText(threshold);
    const rule = policyRule("threshold", ["policy", "load", nth], text, run, source);
    const onlyIn = typeof threshold === "string" ? undefined : threshold.onlyIn;
    const parsed = parseThreshold(text);
    const isOfLoad = typeof parsed === "object" && parsed.about === "load";
    const why = profileMismatch(onlyIn, run) ?? (isOfLoad ? withoutLoad(run) : undefined);
    if (why !== undefined) return judged(rule)("skipped", why);
    if (typeof parsed === "string") return judged(rule)("error", parsed);
    if (parsed.about === "state") return { ...rule, ...judgeState(parsed, run) };
    const { figure, ...ruling } = rulingOn(parsed, run, others, baseline);
    const breaches =
      ruling.verdict === "fail" ? [{ expected: text, observed: figure ?? ruling.found }] : [];
    return { ...rule, ...ruling, breaches };
  });
}

/** Why a run has no figures of load, if a threshold needs them. */
function withoutLoad({ gate: { run } }: JudgedRun): string | undefined {
  const { verb = "run", load } = run.header?.options ?? {};
  return load === undefined && verb !== "explore" ? "this run has no load (--no-load)" : undefined;
}

function rulingOn(
  threshold: Threshold | MemoryThreshold | NoiseThreshold,
  run: JudgedRun,
  others: readonly JudgedRun[],
  baseline: Baseline | undefined,
): Measuring {
  if (threshold.about === "noise") return judgeNoise(threshold, run);
  if (threshold.about === "memory")
    return threshold.figure === "peak" ? judgePeak(threshold, run) : judgeGrowth(threshold, run);
  const measured = measure(threshold.metric, run);
  if (typeof measured === "string") return ruled("error", measured);
  const doubts = loadDoubts(threshold.metric, run);
  const { limit } = threshold;
  if (limit.against === "number") return absolute(threshold, limit.value, measured, doubts);
  const facts = { threshold, factor: limit.factor, measured, doubts, run };
  return limit.against === "baseline"
    ? againstBaseline(facts, baseline)
    : againstTarget(facts, limit.target, others);
}

/** All rounds together decide; uneven ones must each agree. If the generator had a part, only good results count. */
function absolute(
  threshold: Threshold,
  limit: number,
  measured: Measured,
  doubts: Doubts,
): Measuring {
  const { metric, op } = threshold;
  const holds = HOLDS[op](measured.whole, limit);
  const figure = figureText(metric, measured.whole, limit);
  const found = `measured ${figure}`;
  const unsure = (why: string | undefined): Ruled =>
    ruled("inconclusive", `${found}, unreliable: ${why ?? ""}`);
  if (doubts.trust.length > 0) return unsure(doubts.trust[0]);
  const alike = measured.each.every((each) => HOLDS[op](each, limit) === holds);
  if (doubts.noise.length > 0 && (!alike || measured.each.length < 2))
    return unsure(doubts.noise[0]);
  const good = holds === asksGood(threshold);
  if (doubts.limited.length > 0 && !good) return unsure(doubts.limited[0]);
  const rounds = doubts.noise.length > 0 ? ` (in each of ${measured.each.length} rounds)` : "";
  return { ...ruled(holds ? "pass" : "fail", `${found}${rounds}`), figure: `${figure}${rounds}` };
}

/** Judges the share of lost requests. Losses that are not independent of the request are results of cases, and not noise. */
function judgeNoise({ op, share }: NoiseThreshold, { gate: { run } }: JudgedRun): Measuring {
  const { lost = 0, sent = 1 } = transportNoise(run.lost) ?? {};
  const figure = sharePercent(lost / sent);
  const verdict = HOLDS[op](lost / sent, share) ? "pass" : "fail";
  return { ...ruled(verdict, `measured ${figure}`), figure };
}

const NOT_KNOWN =
  "the processes of the target are not known: start it with --serve, or on this machine outside a container";

function judgePeak({ op, bytes }: MemoryThreshold, { summary: { usage } }: JudgedRun): Measuring {
  if (usage === undefined) return ruled("error", NOT_KNOWN);
  const figure = `${significant(usage.peakBytes / 1e6, 4)} MB`;
  const verdict = HOLDS[op](usage.peakBytes, bytes) ? "pass" : "fail";
  return { ...ruled(verdict, `measured ${figure}`), figure };
}

/** Decided where all steps of the measured growth agree; memory that does not grow has no steps that count. */
function judgeGrowth({ op, bytes }: MemoryThreshold, { gate, summary }: JudgedRun): Ruled {
  const { search } = gate.run.usage;
  if (search === undefined)
    return ruled("error", summary.usage === undefined ? NOT_KNOWN : "this run has not measured it");
  const growth = memoryGrowth(search.points);
  if (growth === undefined) return ruled("inconclusive", "too few responses to decide");
  const { perRequest, low, high, verdict } = growth;
  const found = growthText(growth);
  const isGrowing = verdict === "grows";
  const held = (isGrowing ? [low, high] : [perRequest]).map((each) => HOLDS[op](each, bytes));
  if (held.every(Boolean)) return ruled("pass", found);
  return ruled(isGrowing && !held.includes(true) ? "fail" : "inconclusive", found);
}

/** The sentence about memory that grows with valid requests, whatever the rules; undefined if it does not. */
export function leakText({ gate }: JudgedRun): string | undefined {
  const { search } = gate.run.usage;
  const growth = search && memoryGrowth(search.points);
  return growth?.verdict === "grows" ? growthText(growth) : undefined;
}

/** Whether a rule needs the growth measured, whatever the samples of a run suggest. */
export const measuresGrowth = ({ load = [] }: Policy): boolean =>
  load.map(thresholdText).some((text) => {
    const parsed = parseThreshold(text);
    return typeof parsed === "object" && parsed.about === "memory" && parsed.figure !== "peak";
  });
