import type { Usage } from "../model/index.ts";
import { findListeners } from "./find-listeners.ts";
import { withDescendants } from "./process-family.ts";
import { openFileCount, readProcess, residentBytes, threadCount } from "./process-figures.ts";

/** Looking for listeners reads every process of the machine: it may take one part in this many of the time. */
const REST = 20;
/** Looking for descendants reads every thread: a frequent look at memory does it this often. */
const FAMILY_MS = 250;

/** The processes that serve a target on this machine. */
export class TargetProcesses {
  readonly #find: () => number[];
  readonly #generation: () => number;
  #known = 0;
  #roots: number[] = [];
  #findAgainMs = -Infinity;
  #family: { pids: Set<number>; untilMs: number } = { pids: new Set(), untilMs: -Infinity };

  /** `generation` changes when the target is started again, and others have to be found. */
  constructor(find: () => number[], generation: () => number = () => 0) {
    this.#find = find;
    this.#generation = generation;
  }

  /** The processes that listen there; none if this process is one of them. */
  static listeningOn(hostname: string, port: number): TargetProcesses {
    return new TargetProcesses(() => {
      const found = findListeners(hostname, port);
      return "pids" in found ? found.pids : [];
    });
  }

  /**
   * Resident memory of all of them in bytes; 0 if none is known. Shared pages count in each process. `urgent` looks for
   * the processes now if none is known, even if that takes long. Without `isExact`, a process that was started a moment
   * ago may be missing.
   */
  rssBytes({ urgent = false, isExact = true } = {}): number {
    const isKnown = !isExact && performance.now() < this.#family.untilMs;
    const pids = isKnown ? this.#family.pids : this.#members(urgent);
    let bytes = 0;
    for (const pid of pids) bytes += residentBytes(pid);
    return bytes > 0 || !isKnown ? bytes : this.rssBytes({ urgent });
  }

  /** Their current use; undefined if none is known. */
  usage(): Omit<Usage, "type" | "atMs"> | undefined {
    const figures = { processes: 0, rssBytes: 0, cpuUs: 0, files: 0, threads: 0 };
    for (const pid of this.#members()) {
      const seen = readProcess(pid);
      const rssBytes = residentBytes(pid);
      // A process that has ended and was not reaped yet has no memory.
      if (seen === undefined || rssBytes === 0) continue;
      figures.processes += 1;
      figures.rssBytes += rssBytes;
      figures.cpuUs += seen.ownUs + seen.reapedUs;
      figures.files += openFileCount(pid);
      figures.threads += threadCount(pid);
    }
    return figures.processes === 0 ? undefined : figures;
  }

  #members(urgent = false): Set<number> {
    const generation = this.#generation();
    const isNew = generation !== this.#known;
    const beganMs = performance.now();
    const isGone = this.#roots.every(
      (pid) => pid !== process.pid && readProcess(pid) === undefined,
    );
    if (isNew || (isGone && (urgent || beganMs > this.#findAgainMs))) {
      this.#known = generation;
      this.#roots = this.#find();
      const tookMs = performance.now() - beganMs;
      this.#findAgainMs = beganMs + REST * tookMs;
    }
    // A target in this process is not looked for again.
    const isOwn = this.#roots.includes(process.pid);
    const pids = isOwn ? new Set<number>() : withDescendants(this.#roots, false);
    this.#family = { pids, untilMs: performance.now() + FAMILY_MS };
    return pids;
  }
}
