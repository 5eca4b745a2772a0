import { readdirSync } from "node:fs";
import { childrenOf } from "../load/process-figures.ts";

/** What this process holds at one moment, after garbage collection. */
export type Sample = {
  heapBytes: number;
  /** Buffers, which V8 holds outside its heap. */
  bufferBytes: number;
  residentBytes: number;
  /** Active handles and requests of the event loop, by kind. */
  handles: Record<string, number>;
  descriptors: number;
  children: number;
};

/** Collects garbage and looks. Needs `node --expose-gc`. */
export function takeSample(): Sample {
  if (globalThis.gc === undefined)
    throw new Error("start it by npm run soak: --expose-gc is missing");
  // What the first frees may be what held the rest.
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

/** All handles together. */
export const handlesOf = ({ handles }: Sample): number =>
  Object.values(handles).reduce((sum, count) => sum + count, 0);
