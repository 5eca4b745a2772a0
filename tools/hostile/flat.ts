import { handlesOf, type Sample } from "./sample.ts";

const MB = 1024 * 1024;

type Measure = {
  name: string;
  of: (sample: Sample) => number;
  unit: number;
  /** How much the median may rise, given the median of the first third. */
  allowed: (first: number) => number;
};

/**
 * A leak grows with every round. Over about a hundred rounds, one observation (10 KB) or one buffer per round
 * becomes megabytes, and one handle or descriptor per round becomes hundreds. So counts must not rise. The
 * heap may rise by 5% or 4 MB (late compilation in V8), buffers likewise. Resident memory may rise by 10% or
 * 16 MB, because the allocator returns pages late. glibc raises its mmap threshold after some large blocks
 * were freed, and resident memory then rises in steps without a leak. `npm run soak` sets
 * MALLOC_MMAP_THRESHOLD_ to its default, which fixes it (mallopt(3)).
 */
const measures: Measure[] = [
  {
    name: "heap after collection, MB",
    of: ({ heapBytes }) => heapBytes,
    unit: MB,
    allowed: (first) => Math.max(0.05 * first, 4 * MB),
  },
  {
    name: "buffers, MB",
    of: ({ bufferBytes }) => bufferBytes,
    unit: MB,
    allowed: (first) => Math.max(0.05 * first, 4 * MB),
  },
  {
    name: "resident, MB",
    of: ({ residentBytes }) => residentBytes,
    unit: MB,
    allowed: (first) => Math.max(0.1 * first, 16 * MB),
  },
  { name: "active handles", of: handlesOf, unit: 1, allowed: () => 0 },
  { name: "descriptors", of: ({ descriptors }) => descriptors, unit: 1, allowed: () => 0 },
  { name: "child processes", of: ({ children }) => children, unit: 1, allowed: () => 0 },
];

/** Medians of one measure, in its unit. */
export type Trend = { name: string; first: number; last: number; allowed: number; flat: boolean };

/**
 * Drops the first quarter as warm-up, and compares the median of the last third of the rest with
 * that of its first third. Needs at least four samples.
 */
export function trendsOf(samples: readonly Sample[]): Trend[] {
  const warm = samples.slice(Math.ceil(samples.length / 4));
  const third = Math.ceil(warm.length / 3);
  return measures.map(({ name, of, unit, allowed }) => {
    const values = warm.map(of);
    const [first, last] = [median(values.slice(0, third)), median(values.slice(-third))];
    const most = allowed(first);
    const flat = last - first <= most;
    return { name, first: first / unit, last: last / unit, allowed: most / unit, flat };
  });
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN;
}
