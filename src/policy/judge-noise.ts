import { transportNoise } from "../analyse/index.ts";
import { sharePercent } from "../text/index.ts";
import type { JudgedRun, Measuring } from "./judged-run.ts";
import { HOLDS, type Threshold } from "./threshold.ts";

/** A limit for the share of requests that were lost whatever they were. */
export type NoiseThreshold = { op: Threshold["op"]; share: number };

const SHAPE = /^\s*transport-noise\s*(?<op><=?|>=?)\s*(?<percent>\d+(?:\.\d+)?)\s*%\s*$/;

/** Parses `transport-noise<=0.5%`; undefined if it is not about noise, and a sentence about the problem if it is not valid. */
export function parseNoiseThreshold(text: string): NoiseThreshold | string | undefined {
  if (!/^\s*transport-noise\b/.test(text)) return undefined;
  const { op, percent } = SHAPE.exec(text)?.groups ?? {};
  if (op === undefined) return 'it must look like "transport-noise<=0.5%"';
  return { op: op as Threshold["op"], share: Number(percent) / 100 };
}

/** Judges the share of lost requests. Losses that are not independent of the request are results of cases, and not noise. */
export function judgeNoise({ op, share }: NoiseThreshold, { gate: { run } }: JudgedRun): Measuring {
  const { lost = 0, sent = 1 } = transportNoise(run.lost) ?? {};
  const figure = sharePercent(lost / sent);
  const verdict = HOLDS[op](lost / sent, share) ? "pass" : "fail";
  return { verdict, found: `measured ${figure}`, figure };
}
