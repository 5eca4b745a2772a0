import { thresholdText, type Baseline, type Judgement } from "../model/index.ts";
import { asksGood, againstBaseline, againstTarget } from "./judge-ratio.ts";
import type { JudgedRun, Measuring, Ruling } from "./judged-run.ts";
import { judged, notInThisRun, policyRule } from "./judged-run.ts";
import type { Doubts, Measured, Threshold } from "./threshold.ts";
import { HOLDS, figureText, loadDoubts, measure, parseThreshold } from "./threshold.ts";
import { judgeMemory, parseMemoryThreshold } from "./judge-memory.ts";
import { judgeState, parseStateRule } from "./judge-state.ts";
import type { Source } from "./source-lines.ts";
import { transportNoise } from "../analyse/index.ts";
import { sharePercent } from "../text/index.ts";

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
    const aboutState = parseStateRule(text);
    const needsLoad =
      (aboutState ?? parseNoiseThreshold(text) ?? parseMemoryThreshold(text)) === undefined &&
      typeof parseThreshold(text) !== "string";
    const why = notInThisRun(onlyIn, run) ?? (needsLoad ? withoutLoad(run) : undefined);
    if (why !== undefined) return judged(rule)("skipped", why);
    if (typeof aboutState === "string") return judged(rule)("error", aboutState);
    if (aboutState !== undefined) return { ...rule, ...judgeState(aboutState, run) };
    const { figure, ...ruling } = rulingOn(text, run, others, baseline);
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
  text: string,
  run: JudgedRun,
  others: readonly JudgedRun[],
  baseline: Baseline | undefined,
): Measuring {
  const noise = parseNoiseThreshold(text);
  if (typeof noise === "object") return judgeNoise(noise, run);
  const memory = noise ?? parseMemoryThreshold(text);
  if (typeof memory === "object") return judgeMemory(memory, run);
  const threshold = memory ?? parseThreshold(text);
  if (typeof threshold === "string") return { verdict: "error", found: threshold };
  const measured = measure(threshold.metric, run);
  if (typeof measured === "string") return { verdict: "error", found: measured };
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
  const unsure = (why: string | undefined): Ruling => ({
    verdict: "inconclusive",
    found: `${found}, unreliable: ${why ?? ""}`,
  });
  if (doubts.trust.length > 0) return unsure(doubts.trust[0]);
  const alike = measured.each.every((each) => HOLDS[op](each, limit) === holds);
  if (doubts.noise.length > 0 && (!alike || measured.each.length < 2))
    return unsure(doubts.noise[0]);
  const good = holds === asksGood(threshold);
  if (doubts.limited.length > 0 && !good) return unsure(doubts.limited[0]);
  const rounds = doubts.noise.length > 0 ? ` (in each of ${measured.each.length} rounds)` : "";
  return {
    verdict: holds ? "pass" : "fail",
    found: `${found}${rounds}`,
    figure: `${figure}${rounds}`,
  };
}

/** A limit for the share of requests that were lost whatever they were. */
type NoiseThreshold = { op: Threshold["op"]; share: number };

const SHAPE = /^\s*transport-noise\s*(?<op><=?|>=?)\s*(?<percent>\d+(?:\.\d+)?)\s*%\s*$/;

/** Parses `transport-noise<=0.5%`; undefined if it is not about noise, and a sentence about the problem if it is not valid. */
export function parseNoiseThreshold(text: string): NoiseThreshold | string | undefined {
  if (!/^\s*transport-noise\b/.test(text)) return undefined;
  const { op, percent } = SHAPE.exec(text)?.groups ?? {};
  if (op === undefined) return 'it must look like "transport-noise<=0.5%"';
  return { op: op as Threshold["op"], share: Number(percent) / 100 };
}

/** Judges the share of lost requests. Losses that are not independent of the request are results of cases, and not noise. */
function judgeNoise({ op, share }: NoiseThreshold, { gate: { run } }: JudgedRun): Measuring {
  const { lost = 0, sent = 1 } = transportNoise(run.lost) ?? {};
  const figure = sharePercent(lost / sent);
  const verdict = HOLDS[op](lost / sent, share) ? "pass" : "fail";
  return { verdict, found: `measured ${figure}`, figure };
}
