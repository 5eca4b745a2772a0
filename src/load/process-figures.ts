import { readdirSync, readFileSync } from "node:fs";
import { groupBy } from "../group-by.ts";

/** Clock ticks per second in which Linux reports times to programs (USER_HZ). */
const TICKS_PER_SECOND = 100;
const TICK_US = 1_000_000 / TICKS_PER_SECOND;
/** Fields of /proc/<pid>/stat after the name, counted from 0 (proc(5) counts `state` as the third). */
const FIELD = { parent: 1, utime: 11, stime: 12, cutime: 13, cstime: 14, startTicks: 19 };

/** A process according to /proc/<pid>/stat. Processor times in microseconds, to the tick. */
export type ProcessFigures = {
  name: string;
  parent: number;
  /** Its start, in ticks since boot: with the id, this identifies a process forever. */
  startTicks: number;
  /** Its own processor time, including that of ended threads. */
  ownUs: number;
  /** Processor time of its children that have ended and were reaped, and of theirs. */
  reapedUs: number;
};

export function readProcess(pid: number): ProcessFigures | undefined {
  const text = read(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // A name may contain spaces and brackets.
  const nameEnd = text.lastIndexOf(")");
  const fields = text.slice(nameEnd + 2).split(" ");
  const field = (name: keyof typeof FIELD): number => Number(fields[FIELD[name]]);
  const name = text.slice(text.indexOf("(") + 1, nameEnd);
  return {
    // Newer versions of Node give the first thread, and so the process, this name.
    name: /^(node-)?MainThread$/.test(name) ? "node" : name,
    parent: field("parent"),
    startTicks: field("startTicks"),
    ownUs: (field("utime") + field("stime")) * TICK_US,
    reapedUs: (field("cutime") + field("cstime")) * TICK_US,
  };
}

/** Processor time of each living thread, in microseconds, not rounded to ticks; empty if the kernel does not report it. */
export function threadTimes(pid: number): Map<number, number> {
  const times = threads(pid).map((thread): [number, number] => {
    const [ns = ""] = read(`/proc/${pid}/task/${thread}/schedstat`)?.split(" ") ?? [];
    return [thread, ns === "" ? NaN : Number(ns) / 1000];
  });
  return new Map(times.filter(([, us]) => Number.isFinite(us)));
}

/** Resident memory: pages shared with other processes count in each. */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`) ?? "")?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

/** Its living children; undefined if the kernel keeps no list of them. */
export function childrenOf(pid: number): number[] | undefined {
  const lists = threads(pid).map((thread) => read(`/proc/${pid}/task/${thread}/children`));
  const known = lists.filter((list) => list !== undefined);
  if (known.length === 0) return undefined;
  return known.flatMap((list) => list.split(" ").filter(Boolean).map(Number));
}

export const processIds = (): number[] => numbersIn("/proc");

export const nowTicks = (): number =>
  Math.floor(Number.parseFloat(read("/proc/uptime") ?? "0") * TICKS_PER_SECOND);

const threads = (pid: number): number[] => numbersIn(`/proc/${pid}/task`);

const numbersIn = (folder: string): number[] =>
  readOr([], () => readdirSync(folder).filter((name) => /^\d+$/.test(name))).map(Number);

const read = (path: string): string | undefined =>
  readOr(undefined, () => readFileSync(path, "latin1"));

/** What `/proc` has; the default where it cannot be read, or the process has just ended. */
export function readOr<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** The number of a process's open files, and of its threads; 0 if it cannot be read. */
export const openFileCount = (pid: number): number => numbersIn(`/proc/${pid}/fd`).length;
export const threadCount = (pid: number): number => threads(pid).length;

/** With all descendants; this process and those it started never count. `precisely`: also without the kernel's list. */
export function withDescendants(ids: Iterable<number>, precisely: boolean): Set<number> {
  const found = new Set<number>([...ids].filter((pid) => readProcess(pid) !== undefined));
  let byParent: Map<number, number[]> | undefined;
  for (const pid of found) {
    if (pid === process.pid) continue;
    let children = childrenOf(pid);
    if (children === undefined && precisely) children = (byParent ??= childrenByParent()).get(pid);
    for (const child of children ?? []) if (child !== process.pid) found.add(child);
  }
  return found;
}

const childrenByParent = (): Map<number, number[]> =>
  groupBy(processIds(), (pid) => readProcess(pid)?.parent ?? 0);
