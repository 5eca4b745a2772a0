import { readFileSync } from "node:fs";
import { childrenOf } from "../../src/load/process-figures.ts";

const EVERY_MS = 50;

/**
 * Watches a process and its children until `stop`, which returns the maximum memory (bytes) of any
 * one of them. The kernel keeps the peak, so only growth in the last 50 ms of a process is missed.
 * 0 without /proc.
 */
export function watchPeak(pid: number): { stop(): number } {
  let peak = 0;
  const look = () => {
    for (const each of treeOf(pid)) peak = Math.max(peak, peakOf(each));
  };
  const timer = setInterval(look, EVERY_MS);
  return {
    stop: () => {
      look();
      clearInterval(timer);
      return peak;
    },
  };
}

/** A process and all its descendants. */
export function treeOf(pid: number): number[] {
  return [pid, ...(childrenOf(pid) ?? []).flatMap(treeOf)];
}

function peakOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
