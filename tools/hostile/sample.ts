import { readdirSync } from "node:fs";
import { childrenOf } from "../../src/load/process-figures.ts";

/** The resources of this process at one moment, after garbage collection. */
export type Sample = {
  heapBytes: number;
  /** Buffers, which V8 keeps outside its heap. */
  bufferBytes: number;
  residentBytes: number;
  /** Active handles and requests of the event loop, by kind. */
  handles: Record<string, number>;
  descriptors: number;
  children: number;
};

/** Collects garbage and takes a sample. Needs `node --expose-gc`. */
export function takeSample(): Sample {
  if (globalThis.gc === undefined)
    throw new Error("--expose-gc is missing: start it with npm run soak");
  // The first collection may free objects that kept others alive.
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  const handles: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
  return {
    heapBytes: heapUsed,
    bufferBytes: arrayBuffers,
    residentBytes: rss,
    handles,
    descriptors: readdirSync("/proc/self/fd").length,
    children: childrenOf(process.pid)?.length ?? 0,
  };
}

/** The total of all handles. */
export const handlesOf = ({ handles }: Sample): number =>
  Object.values(handles).reduce((sum, count) => sum + count, 0);
