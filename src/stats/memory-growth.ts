import { counted, significant } from "../text/index.ts";

/** Memory of a server after this many requests, counted from any one. */
export type MemoryPoint = { requests: number; bytes: number };

/** How memory grows with the requests, in bytes a request. `low` and `high` are the least and the most of its steps. */
export type MemoryGrowth = {
  perRequest: number;
  low: number;
  high: number;
  requests: number;
  verdict: "grows" | "flat" | "unclear";
};

type Figures = Omit<MemoryGrowth, "verdict">;

/** Where the parts of the requests end: each is twice as long as the one before it. The first one is the warm-up. */
const PARTS = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1];
/** Less is not worth a name: 200 MB for a million requests. */
const LEAST_PER_REQUEST = 200;
/** A process that warms up takes this much by and by: more requests show whether it goes on. */
const WARM_UP_BYTES = 8e6;
/** Several processes, each with a collected heap, take much more by and by. So few requests show a growth only if it is beyond that. */
const FEW_REQUESTS = 5000;
const WARM_UP_OF_HEAPS = 100e6;
/** Less in the last part is no growth. */
const LEAST_BYTES = 1.5e6;
/** The last part must still grow at this share of the rate before it: a cache that fills and a heap that warms up do not. */
const STEADY = 0.7;
/** While garbage of a growing heap waits for its collection, the highest points rise faster than this. */
const GARBAGE_PER_REQUEST = 1000;

/** Steps that are further apart show no rate. */
const MOST_APART = 2;

/** A fall by this share of the memory is a collection of the whole heap, and a rise by half of it the next cycle. */
const COLLECTED = 0.2;
/** So many cycles of a heap show whether it grows. */
const CYCLES = 3;

/** Whether memory grows with the requests, by the lowest points of a heap. Undefined if there are too few points. */
export const memoryGrowth = (points: readonly MemoryPoint[]): MemoryGrowth | undefined =>
  growthOfCycles(points) ?? growthOfParts(points);

/**
 * By the lowest points of parts that double in length, because a collector waits longer the more is kept. Memory grows
 * if each part after the warm-up has a higher one than the part before it, and the last steps are as steep as the ones
 * before. Where memory has no trend, each of the points is as likely as the others to be the lowest: then the lowest of
 * all is in the first of four parts of 1, 2, 4 and 8 in 1 of 15 times, the next one in the second in 2 of 14, the next
 * in the third in 4 of 12. So at most 1 search in 315 finds a growth that is none (the probability of an ordering of
 * exchangeable values: Hajek and Sidak, Theory of Rank Tests, chapter 2).
 */
function growthOfParts(points: readonly MemoryPoint[]): MemoryGrowth | undefined {
  const requests = points.at(-1)?.requests ?? 0;
  const parts = PARTS.map((end, nth) =>
    points.filter(
      (point) =>
        point.requests > (PARTS[nth - 1] ?? 0) * requests && point.requests <= end * requests,
    ),
  );
  const lowest = parts.flatMap((part) => lowestOf(part) ?? []);
  if (lowest.length < PARTS.length) return undefined;
  const growth = growthBetween(lowest.slice(-3), requests);
  const [before = 0, last = 0] = stepsOf(lowest.slice(-3));
  const [first = 0, second = 0, third = 0] = lowest.slice(-3).map(({ bytes }) => bytes);
  const warmUp = requests < FEW_REQUESTS ? WARM_UP_OF_HEAPS : WARM_UP_BYTES;
  const isRising = isIncreasing(lowest.slice(1)) && third - first >= warmUp;
  const isSteady = growth.low >= LEAST_PER_REQUEST && last >= STEADY * before;
  const isLittle = last < LEAST_PER_REQUEST || third - second < LEAST_BYTES;
  const isFlat = isLittle && !risesAtTop(parts);
  const verdict = isRising && isSteady ? "grows" : isFlat ? "flat" : "unclear";
  return { ...withCycle(growth, points), verdict };
}

/** A part in which no garbage was collected seems to grow faster: where there are two lows of a heap, they show more. */
function withCycle(growth: Figures, points: readonly MemoryPoint[]): Figures {
  const lows = cyclesOf(points).lows.slice(-2);
  if (lows.length < 2) return growth;
  const { perRequest } = growthBetween(lows, growth.requests);
  const [low, high] = [Math.min(growth.low, perRequest), Math.max(growth.high, perRequest)];
  return { ...growth, perRequest, low, high };
}

/**
 * By the cycles of a heap that is collected at long intervals, which may be longer than a part: the lowest points of all
 * cycles rise, and the highest ones too, in equal steps. Where memory has no trend, three of each are in one of six
 * orders with equal probability, so that at most 1 search in 36 finds a growth here that is none, and fewer if there are
 * more cycles. Undefined if there are not enough of them, or if they do not show it.
 */
function growthOfCycles(points: readonly MemoryPoint[]): MemoryGrowth | undefined {
  const { lows, highs } = cyclesOf(points);
  if (lows.length < CYCLES || !isIncreasing(lows) || !isIncreasing(highs)) return undefined;
  const growth = growthBetween(lows, points.at(-1)?.requests ?? 0);
  const isSteady = growth.low >= LEAST_PER_REQUEST && growth.low >= STEADY * growth.high;
  return isSteady ? { ...growth, verdict: "grows" } : undefined;
}

function cyclesOf(points: readonly MemoryPoint[]): { lows: MemoryPoint[]; highs: MemoryPoint[] } {
  const lows: MemoryPoint[] = [];
  const highs: MemoryPoint[] = [];
  let [extreme] = points;
  let isRising = true;
  for (const point of points) {
    if (extreme === undefined) break;
    const change = point.bytes / extreme.bytes - 1;
    if (isRising ? change >= 0 : change <= 0) extreme = point;
    else if (isRising ? change <= -COLLECTED : change >= COLLECTED / 2) {
      (isRising ? highs : lows).push(extreme);
      isRising = !isRising;
      extreme = point;
    }
  }
  if (!isRising && extreme !== undefined) lows.push(extreme);
  return { lows, highs };
}

function growthBetween(points: readonly MemoryPoint[], requests: number): Figures {
  const steps = stepsOf(points);
  const [perRequest = 0] = stepsOf([...points.slice(0, 1), ...points.slice(-1)]);
  return { perRequest, low: Math.min(...steps), high: Math.max(...steps), requests };
}

const isIncreasing = (points: readonly MemoryPoint[]): boolean =>
  points.every(({ bytes }, at) => at === 0 || bytes > (points[at - 1]?.bytes ?? 0));

const stepsOf = (points: readonly MemoryPoint[]): number[] =>
  points.slice(1).map((to, at) => {
    const from = points[at] ?? to;
    return (to.bytes - from.bytes) / (to.requests - from.requests);
  });

const lowestOf = (points: readonly MemoryPoint[]): MemoryPoint | undefined =>
  points.toSorted((a, b) => a.bytes - b.bytes)[0];

/** Garbage that was not collected yet hides at the lowest points what the highest ones show. */
function risesAtTop(parts: readonly (readonly MemoryPoint[])[]): boolean {
  const highest = parts
    .slice(-2)
    .flatMap((part) => part.toSorted((a, b) => b.bytes - a.bytes).slice(0, 1));
  return (stepsOf(highest)[0] ?? 0) >= GARBAGE_PER_REQUEST;
}

/** `memory grows by 4.2 kB a request (steps of 3.9 to 4.5 kB, 40,000 requests)`. */
export function growthText({ perRequest, low, high, requests, verdict }: MemoryGrowth): string {
  const kilo = (bytes: number): string => significant(bytes / 1000, 2);
  const does = verdict === "grows" ? "grows" : "changes";
  // So few requests show that it grows, and not how fast: a process that warms up takes memory, too.
  if (verdict === "grows" && high > MOST_APART * low)
    return `memory grows, by ${kilo(low)} to ${kilo(high)} kB a request: ${counted(requests, "request")} are too few for the rate`;
  return `memory ${does} by ${kilo(perRequest)} kB a request (steps of ${kilo(low)} to ${kilo(high)} kB, ${counted(requests, "request")})`;
}
