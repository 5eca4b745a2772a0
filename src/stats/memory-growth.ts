import { counted, significant } from "../text/index.ts";

/** Memory of a server after this many requests, counted from any one. */
export type MemoryPoint = { requests: number; bytes: number };

/** How memory grows with the requests, in bytes a request. `low` and `high` are the steps between its last parts. */
export type MemoryGrowth = {
  perRequest: number;
  low: number;
  high: number;
  requests: number;
  verdict: "grows" | "flat" | "unclear";
};

/** Where the parts of the requests end: each is twice as long as the one before it. The first one is the warm-up. */
const PARTS = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1];
/** Less is not worth a name: 200 MB for a million requests. */
const LEAST_PER_REQUEST = 200;
/** The last part must still grow at this share of the rate before it: a cache that fills and a heap that warms up do not. */
const STEADY = 0.5;
/** While garbage of a growing heap waits for its collection, the highest points rise faster than this. */
const GARBAGE_PER_REQUEST = 1000;

/**
 * Whether memory keeps growing with the requests. A heap rises until its garbage is collected, so that only its lowest
 * points show what is kept: those of parts that double in length, because a collector waits longer the more is kept.
 * Memory grows if each part after the warm-up has a higher lowest point than the one before it, and the last steps are
 * as steep as the ones before. Where memory has no trend, each of the points is as likely as the others to be the
 * lowest: then the lowest of all is in the first of four parts of 1, 2, 4 and 8 in 1 of 15 times, the next one in the
 * second in 2 of 14, the next in the third in 4 of 12. So at most 1 search in 315 finds a growth that is none (the
 * probability of an ordering of exchangeable values: Hajek and Sidak, Theory of Rank Tests, chapter 2). Undefined if a
 * part has no point.
 */
export function memoryGrowth(points: readonly MemoryPoint[]): MemoryGrowth | undefined {
  const requests = points.at(-1)?.requests ?? 0;
  const parts = PARTS.map((end, nth) =>
    points.filter(
      (point) =>
        point.requests > (PARTS[nth - 1] ?? 0) * requests && point.requests <= end * requests,
    ),
  );
  const lowest = parts.flatMap((part) => lowestOf(part) ?? []);
  const [first, second, third] = lowest.slice(-3);
  if (lowest.length < PARTS.length || !first || !second || !third) return undefined;
  const [before, last, both] = [
    stepOf(first, second),
    stepOf(second, third),
    stepOf(first, third),
  ] as const;
  const isRising = lowest
    .slice(1)
    .every((each, nth, all) => each.bytes > (all[nth - 1]?.bytes ?? 0));
  const isSteady = Math.min(before, last) >= LEAST_PER_REQUEST && last >= STEADY * before;
  const isFlat = last < LEAST_PER_REQUEST && !risesAtTop(parts);
  return {
    perRequest: both,
    low: Math.min(before, last),
    high: Math.max(before, last),
    requests,
    verdict: isRising && isSteady ? "grows" : isFlat ? "flat" : "unclear",
  };
}

const lowestOf = (points: readonly MemoryPoint[]): MemoryPoint | undefined =>
  points.toSorted((a, b) => a.bytes - b.bytes)[0];

const stepOf = (from: MemoryPoint, to: MemoryPoint): number =>
  (to.bytes - from.bytes) / (to.requests - from.requests);

/** Garbage that was not collected yet hides at the lowest points what the highest ones show. */
function risesAtTop(parts: readonly (readonly MemoryPoint[])[]): boolean {
  const [before, last] = parts
    .slice(-2)
    .map((part) => part.toSorted((a, b) => b.bytes - a.bytes)[0]);
  if (before === undefined || last === undefined) return false;
  return stepOf(before, last) >= GARBAGE_PER_REQUEST;
}

/** `memory grows by 4.2 kB a request (3.9 to 4.5 kB in its parts, 40,000 requests)`. */
export function growthText({ perRequest, low, high, requests }: MemoryGrowth): string {
  const kilo = (bytes: number): string => significant(bytes / 1000, 2);
  return `memory grows by ${kilo(perRequest)} kB a request (${kilo(low)} to ${kilo(high)} kB in its parts, ${counted(requests, "request")})`;
}
