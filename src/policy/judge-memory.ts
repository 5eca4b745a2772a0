import { type Policy, thresholdText } from "../model/index.ts";
import { growthText, memoryGrowth } from "../stats/index.ts";
import { significant } from "../text/index.ts";
import { type JudgedRun, type Measuring, type Ruled, ruled } from "./judged-run.ts";
import { HOLDS, type MemoryThreshold, parseThreshold } from "./threshold.ts";

const NOT_KNOWN =
  "the processes of the target are not known: start it with --serve, or on this machine outside a container";

/** Judges a limit for memory: by the samples of the whole run, or by what the search for a leak has measured. */
export const judgeMemory = (threshold: MemoryThreshold, run: JudgedRun): Measuring =>
  threshold.figure === "peak" ? judgePeak(threshold, run) : judgeGrowth(threshold, run);

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
