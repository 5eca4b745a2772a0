import type { CurvePoint, LoadView, Round } from "../../model/index.ts";
import { latencyFigures, mergeLatencies, type Histogram } from "../../stats/index.ts";

/** Points of a curve for each factor of ten in 1 / (1 - percentile). */
const POINTS_PER_DECADE = 16;
/** Commonly used points that are not among those: every curve has them. */
const LOOKED_FOR = [0.5, 0.95];
/** Rows of the histogram in each factor of ten. */
const STEPS = [1, 1.5, 2, 3, 5, 7];

export function loadView(rounds: readonly Round[]): LoadView {
  const all = mergeLatencies(rounds.flatMap(latencies));
  const services = rounds.flatMap(({ tally }) => tally.service ?? []);
  const curves = [
    curve(services.length > 0 ? "from when due" : "latency", all),
    ...(services.length > 0 ? [curve("from sending", mergeLatencies(services))] : []),
  ];
  return {
    curves: curves.filter(({ points }) => points.length > 0),
    overTime: rounds.map(({ nth, tally: { intervals } }) => ({
      nth,
      everyMs: intervals.everyMs,
      perSecond: intervals.answered.map((count) => (count * 1000) / intervals.everyMs),
      meanUs: intervals.latencySumUs.map(
        (sum, at) => sum / Math.max(1, intervals.answered[at] ?? 0),
      ),
    })),
    histogram: histogramRows(all),
  };
}

const latencies = ({ tally }: Round): string[] =>
  Object.values(tally.statuses).map(({ latency }) => latency);

/** Evenly spaced on the drawn axis, up to the percentile of the single slowest response. */
function curve(label: string, histogram: Histogram): { label: string; points: CurvePoint[] } {
  const count = histogram.totalCount;
  if (count === 0) return { label, points: [] };
  const last = Math.ceil(Math.log10(count) * POINTS_PER_DECADE);
  const even = Array.from({ length: last + 1 }, (_, step) => 1 - 10 ** (-step / POINTS_PER_DECADE));
  const percentiles = [...even, ...LOOKED_FOR.filter((each) => each < (even.at(-1) ?? 0))];
  const points = percentiles
    .toSorted((a, b) => a - b)
    .map((percentile) => ({ percentile, us: histogram.getValueAtPercentile(percentile * 100) }));
  return { label, points };
}

function histogramRows(histogram: Histogram): LoadView["histogram"] {
  const figures = latencyFigures(histogram);
  if (figures === undefined) return [];
  const rows: LoadView["histogram"] = [];
  let before = 0;
  for (const us of bounds(figures.min, figures.max)) {
    const upTo = Math.round(histogram.totalCount * shareUpTo(histogram, us));
    rows.push({ us, count: upTo - before });
    before = upTo;
  }
  return rows;
}

/** 1, 1.5, 2, 3, ... from below the smallest value to above the largest. */
function bounds(min: number, max: number): number[] {
  const list: number[] = [];
  for (let decade = 1; decade <= 10 * max; decade *= 10)
    for (const step of STEPS) list.push(decade * step);
  const first = list.findIndex((bound) => bound >= min);
  const last = list.findIndex((bound) => bound >= max);
  return list.slice(Math.max(0, first), last + 1);
}

/** Share of values at most `us`: searched by percentile, because the library only returns values. */
function shareUpTo(histogram: Histogram, us: number): number {
  let [low, high] = [0, 1];
  if (histogram.maxValue <= us) return 1;
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (histogram.getValueAtPercentile(middle * 100) <= us) low = middle;
    else high = middle;
  }
  return low;
}
