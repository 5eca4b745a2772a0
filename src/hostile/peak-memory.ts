import { readFileSync } from "node:fs";
import { childrenOf } from "../load/process-figures.ts";

const EVERY_MS = 50;

/**
 * Watches a process and its children until `stop`, which gives the most memory (bytes) that any
 * one of them has held. The kernel keeps the peak, so only growth in the last 50 ms of a process
 * is missed. 0 where there is no /proc.
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

/** A process and all that it has started. */
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
