import { type Policy, thresholdText } from "../model/index.ts";
import { growthText, memoryGrowth } from "../stats/index.ts";
import { significant } from "../text/index.ts";
import type { JudgedRun, Measuring, Ruling } from "./judged-run.ts";
import { HOLDS, type Threshold } from "./threshold.ts";

/** A limit in bytes for the memory of the target. */
export type MemoryThreshold = {
  figure: "peak" | "growthPerRequest";
  op: Threshold["op"];
  bytes: number;
};

const UNITS: Record<string, number> = {
  B: 1,
  kB: 1e3,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
};
const SHAPE =
  /^\s*memory\.(?<figure>\w+)\s*(?<op><=?|>=?)\s*(?<size>\d+(?:\.\d+)?)\s*(?<unit>[A-Za-z]*)\s*$/;
const LIKE = 'it must look like "memory.peak<200MB" or "memory.growthPerRequest<1KB"';

/** Parses `memory.peak<200MB`; undefined if it is not about memory, and a sentence about the problem if it is not valid. */
export function parseMemoryThreshold(text: string): MemoryThreshold | string | undefined {
  if (!/^\s*memory\b/.test(text)) return undefined;
  const { figure, op, size, unit = "" } = SHAPE.exec(text)?.groups ?? {};
  const factor = UNITS[unit];
  if (figure !== "peak" && figure !== "growthPerRequest") return LIKE;
  if (factor === undefined) return `${LIKE}, with a size in ${Object.keys(UNITS).join(", ")}`;
  return { figure, op: op as Threshold["op"], bytes: Number(size) * factor };
}

const NOT_KNOWN =
  "the processes of the target are not known: start it with --serve, or on this machine outside a container";

/** Judges a limit for memory: by the samples of the whole run, or by what the search for a leak has measured. */
export function judgeMemory(threshold: MemoryThreshold, run: JudgedRun): Measuring {
  return threshold.figure === "peak" ? judgePeak(threshold, run) : judgeGrowth(threshold, run);
}

function judgePeak({ op, bytes }: MemoryThreshold, { summary: { usage } }: JudgedRun): Measuring {
  if (usage === undefined) return { verdict: "error", found: NOT_KNOWN };
  const figure = `${significant(usage.peakBytes / 1e6, 4)} MB`;
  const verdict = HOLDS[op](usage.peakBytes, bytes) ? "pass" : "fail";
  return { verdict, found: `measured ${figure}`, figure };
}

/** Decided where all steps of the measured growth agree; memory that does not grow has no steps that count. */
function judgeGrowth({ op, bytes }: MemoryThreshold, { gate, summary }: JudgedRun): Ruling {
  const { search } = gate.run.usage;
  if (search === undefined) {
    const found = summary.usage === undefined ? NOT_KNOWN : "this run has not measured it";
    return { verdict: "error", found };
  }
  const growth = memoryGrowth(search.points);
  if (growth === undefined)
    return { verdict: "inconclusive", found: "too few responses to decide" };
  const { perRequest, low, high, verdict } = growth;
  const found = growthText(growth);
  const isGrowing = verdict === "grows";
  const held = (isGrowing ? [low, high] : [perRequest]).map((each) => HOLDS[op](each, bytes));
  if (held.every(Boolean)) return { verdict: "pass", found };
  return { verdict: isGrowing && !held.includes(true) ? "fail" : "inconclusive", found };
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
    const threshold = parseMemoryThreshold(text);
    return typeof threshold === "object" && threshold.figure === "growthPerRequest";
  });
