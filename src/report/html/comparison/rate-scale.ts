import { scaleLog } from "d3-scale";
import type { SpeedRank } from "../../../model/index.ts";
import { rate } from "../../../text/index.ts";
import { spacedTicks, textWidth } from "../load/ticks.ts";

/** The minimum width of an axis, in pixels: its labels must fit side by side. */
export const NARROWEST_AXIS = 240;
const AROUND = 1.12;

export type RateScale = {
  /** From 0 at the left to 1 at the right. */
  share: (perSecond: number) => number;
  ticks: { share: number; label: string }[];
};

/** A logarithmic axis for all rates and their intervals. */
export function rateScale(
  ranks: readonly Pick<SpeedRank, "perSecond" | "low" | "high">[],
): RateScale {
  const values = ranks
    .flatMap(({ perSecond, low = perSecond, high = perSecond }) => [perSecond, low, high])
    .filter((each) => each > 0);
  if (values.length === 0) return { share: () => 0, ticks: [] };
  const [low, high] = [Math.min(...values) / AROUND, Math.max(...values) * AROUND];
  const scale = scaleLog().domain([low, high]).range([0, 1]).clamp(true);
  const share = (perSecond: number): number => scale(Math.max(perSecond, low));
  return { share, ticks: ticksOf(roundRates(low, high), share) };
}

/** Ticks whose labels fit; powers of ten, then halves, first. */
function ticksOf(values: readonly number[], share: (value: number) => number): RateScale["ticks"] {
  const weight = (value: number): number => [1, 5, 2].indexOf(Number(String(value)[0]));
  const ticks = values
    .toSorted((a, b) => weight(a) - weight(b))
    .map((value) => {
      const label = rate(value);
      return { at: placed(share(value), label), label, share: share(value) };
    });
  return spacedTicks(ticks).map(({ share: at, label }) => ({ share: at, label }));
}

/** The side of a label that is at its tick; undefined for its middle. Near an end, the label must not leave the axis. */
export function anchorOf(share: number): "start" | "end" | undefined {
  if (share < 0.06) return "start";
  return share > 0.94 ? "end" : undefined;
}

/** The middle of a label on the narrowest axis, in pixels. */
export function placed(share: number, label: string): number {
  const half = textWidth(label) / 2;
  const at = share * NARROWEST_AXIS;
  return { start: at + half, middle: at, end: at - half }[anchorOf(share) ?? "middle"];
}

function roundRates(low: number, high: number): number[] {
  const all: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1)
    for (const digit of [1, 1.5, 2, 3, 5, 7])
      all.push(Number((digit * 10 ** power).toPrecision(2)));
  const within = all.filter((each) => each >= low && each <= high);
  const coarse = within.filter((each) => /^[125]0*$/.test(String(each)));
  return coarse.length >= 2 ? coarse : within;
}
