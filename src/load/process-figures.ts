import { readFileSync, readdirSync } from "node:fs";

/** Clock ticks in a second, as Linux reports times to programs (USER_HZ). */
const TICKS_PER_SECOND = 100;
const TICK_US = 1_000_000 / TICKS_PER_SECOND;
/** Fields of /proc/<pid>/stat behind the name, counted from 0 (proc(5) counts `state` as the third). */
const FIELD = { parent: 1, utime: 11, stime: 12, cutime: 13, cstime: 14, startTicks: 19 };

/** A process as /proc/<pid>/stat has it. Processor times in microseconds, to the tick. */
export type ProcessFigures = {
  name: string;
  parent: number;
  /** When it began, in ticks since the machine did: with the id, this is one process for ever. */
  startTicks: number;
  /** Its own processor time, that of threads that have ended included. */
  ownUs: number;
  /** Processor time of its children that have ended and were waited for, and of theirs. */
  reapedUs: number;
};

/** Undefined where there is no such process (any more). */
export function readProcess(pid: number): ProcessFigures | undefined {
  const text = read(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // A name may hold spaces and brackets.
  const nameEnd = text.lastIndexOf(")");
  const fields = text.slice(nameEnd + 2).split(" ");
  const field = (name: keyof typeof FIELD): number => Number(fields[FIELD[name]]);
  const name = text.slice(text.indexOf("(") + 1, nameEnd);
  return {
    // Newer versions of Node name their first thread, and so the process, like this.
    name: /^(node-)?MainThread$/.test(name) ? "node" : name,
    parent: field("parent"),
    startTicks: field("startTicks"),
    ownUs: (field("utime") + field("stime")) * TICK_US,
    reapedUs: (field("cutime") + field("cstime")) * TICK_US,
  };
}

/** Processor time of each thread that lives, in microseconds, not rounded to ticks; empty where the kernel does not say. */
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

/** Its living children; undefined where the kernel keeps no list of them. */
export function childrenOf(pid: number): number[] | undefined {
  const lists = threads(pid).map((thread) => read(`/proc/${pid}/task/${thread}/children`));
  const known = lists.filter((list) => list !== undefined);
  if (known.length === 0) return undefined;
  return known.flatMap((list) => list.split(" ").filter(Boolean).map(Number));
}

/** Every process that can be seen. */
export const processIds = (): number[] => numbersIn("/proc");

/** Ticks since the machine began. */
export const nowTicks = (): number =>
  Math.floor(Number.parseFloat(read("/proc/uptime") ?? "0") * TICKS_PER_SECOND);

const threads = (pid: number): number[] => numbersIn(`/proc/${pid}/task`);

function numbersIn(folder: string): number[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return undefined;
  }
}
