import type { MemorySearch, Summary, Usage } from "../model/index.ts";

/** A chart cannot show more points than this. */
const MOST_POINTS = 480;

export type UsageRecord = Usage | MemorySearch;

/** A sample, or several next to each other as one: with the most memory, files and threads of them. */
export type UsagePoint = Usage;

/** Samples of the use by the target's processes, in order; bounded. */
export class UsageSeries {
  #points: UsagePoint[] = [];
  #samples = 0;
  #each = 1;
  #inLast = 0;
  /** What the search for a leak has measured. */
  search: MemorySearch | undefined;

  add(sample: UsageRecord): void {
    if (sample.type === "memory-search") {
      this.search = sample;
      return;
    }
    this.#samples += 1;
    const last = this.#points.at(-1);
    if (last !== undefined && this.#inLast < this.#each) {
      this.#points[this.#points.length - 1] = merged(last, sample);
      this.#inLast += 1;
      return;
    }
    if (this.#points.length >= MOST_POINTS) {
      this.#points = halved(this.#points);
      this.#each *= 2;
    }
    this.#points.push(sample);
    this.#inLast = 1;
  }

  get points(): readonly UsagePoint[] {
    return this.#points;
  }

  get samples(): number {
    return this.#samples;
  }
}

function halved(points: readonly UsagePoint[]): UsagePoint[] {
  return points.flatMap((point, at) => {
    const next = points[at + 1];
    if (at % 2 === 1) return [];
    return [next === undefined ? point : merged(point, next)];
  });
}

const merged = (a: UsagePoint, b: UsagePoint): UsagePoint => ({
  type: "usage",
  atMs: b.atMs,
  cpuUs: b.cpuUs,
  processes: Math.max(a.processes, b.processes),
  rssBytes: Math.max(a.rssBytes, b.rssBytes),
  files: Math.max(a.files, b.files),
  threads: Math.max(a.threads, b.threads),
});

/** Processor time between two points; from zero where a process has begun anew in between. */
export const usedBetween = (before: UsagePoint | undefined, after: UsagePoint): number =>
  before === undefined ? 0 : after.cpuUs < before.cpuUs ? after.cpuUs : after.cpuUs - before.cpuUs;

/** The figures of a whole run; undefined without samples. */
export function usageSummary({ points, samples }: UsageSeries): Summary["usage"] {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const most = (of: (point: UsagePoint) => number): number => Math.max(...points.map(of));
  return {
    samples,
    startBytes: first.rssBytes,
    peakBytes: most(({ rssBytes }) => rssBytes),
    endBytes: last.rssBytes,
    cpuMs: Math.round(
      points.reduce((sum, point, at) => sum + usedBetween(points[at - 1], point), 0) / 1000,
    ),
    mostFiles: most(({ files }) => files),
    mostThreads: most(({ threads }) => threads),
    mostProcesses: most(({ processes }) => processes),
  };
}
