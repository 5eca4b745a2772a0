import type { Usage } from "../model/served.ts";
import { findListeners } from "./find-listeners.ts";
import {
  childrenOf,
  openFileCount,
  readProcess,
  residentBytes,
  threadCount,
} from "./process-figures.ts";

/** Who listens is looked for this often at most: every process of the machine is asked. */
const FIND_EVERY_MS = 2000;

/** What is used by the processes that serve a target on this machine: those of `members`, or those that listen. */
export class UsageSampler {
  readonly #find: () => number[];
  #roots: number[] = [];
  #foundMs = -Infinity;

  constructor(find: () => number[]) {
    this.#find = find;
  }

  /** Over whoever listens there. Nobody where it is this process itself. */
  static ofListener(hostname: string, port: number): UsageSampler {
    return new UsageSampler(() => {
      const found = findListeners(hostname, port);
      return "pids" in found && !found.pids.includes(process.pid) ? found.pids : [];
    });
  }

  /** What is used now; undefined where no process is seen. */
  sample(): Omit<Usage, "type" | "atMs"> | undefined {
    const now = performance.now();
    const isGone = this.#roots.every((pid) => readProcess(pid) === undefined);
    if (isGone && now - this.#foundMs > FIND_EVERY_MS) {
      this.#roots = this.#find();
      this.#foundMs = now;
    }
    const figures = { processes: 0, rssBytes: 0, cpuUs: 0, files: 0, threads: 0 };
    for (const pid of this.#family()) {
      const seen = readProcess(pid);
      const rssBytes = residentBytes(pid);
      // One that has ended and was not waited for yet has no memory.
      if (seen === undefined || rssBytes === 0) continue;
      figures.processes += 1;
      figures.rssBytes += rssBytes;
      figures.cpuUs += seen.ownUs + seen.reapedUs;
      figures.files += openFileCount(pid);
      figures.threads += threadCount(pid);
    }
    return figures.processes === 0 ? undefined : figures;
  }

  /** Look for them anew: the target was started again. */
  renew(): void {
    this.#roots = [];
    this.#foundMs = -Infinity;
  }

  #family(): Set<number> {
    const found = new Set(this.#roots);
    for (const pid of found) for (const child of childrenOf(pid) ?? []) found.add(child);
    return found;
  }
}
