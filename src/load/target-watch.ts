import type { LoadSite, Machine, TargetUse, Unwatched } from "../model/index.ts";
import { findListeners } from "./target-processes.ts";
import { nowTicks, type ProcessFigures, readProcess, residentBytes } from "./process-figures.ts";
import { threadTimes, withDescendants } from "./process-figures.ts";
import { availableParallelism, cpus, networkInterfaces, totalmem } from "node:os";
import type { BaseUrl } from "../contract/index.ts";
import { BlockList, isIPv6 } from "node:net";
import { addressesOf } from "../send/index.ts";

const SAMPLE_EVERY_MS = 250;
/** Sampling takes at most one part in this many of the time. */
const REST = 100;
/** Two readings, each rounded down to a tick, differ from the exact time by less than this. */
const ROUNDING_US = 20_000;

type Times = Pick<ProcessFigures, "ownUs" | "reapedUs"> & { threads: Map<number, number> };
const NONE: Times = { ownUs: 0, reapedUs: 0, threads: new Map() };

/** Watches the listeners of a port and all their descendants, except this process and its children. */
export class TargetWatch {
  readonly #find: () => number[];
  #roots: number[];
  #members = new Map<number, { startTicks: number; before: Times; last: Times }>();
  #beganTicks = 0;
  #peakRssBytes = 0;
  #processes = 0;
  #timer: NodeJS.Timeout | undefined;

  private constructor(roots: number[], find: () => number[]) {
    this.#roots = roots;
    this.#find = find;
  }

  static find(hostname: string, port: number): TargetWatch | { unwatched: Unwatched } {
    const found = findListeners(hostname, port);
    if ("unwatched" in found) return found;
    return new TargetWatch(found.pids, () => {
      const again = findListeners(hostname, port);
      return "pids" in again ? again.pids : [];
    });
  }

  /** Starts a measurement: processor time and memory are measured from now on. */
  begin(): void {
    clearTimeout(this.#timer);
    // A server that was restarted since the last round is found again.
    if (this.#roots.some((pid) => readProcess(pid) === undefined)) this.#roots = this.#find();
    this.#members = new Map();
    this.#peakRssBytes = 0;
    this.#processes = 0;
    this.#beganTicks = Infinity;
    this.#look(true);
    this.#beganTicks = nowTicks();
    this.#sampleLater(0);
  }

  end(): TargetUse | undefined {
    clearTimeout(this.#timer);
    this.#look(true);
    const alive = [...this.#members.keys()].filter((pid) => this.#lives(pid));
    const name = alive.map((pid) => readProcess(pid)?.name).find((each) => each !== undefined);
    if (name === undefined || this.#processes === 0) return undefined;
    return {
      processes: this.#processes,
      name,
      cpuUs: Math.round(this.#usedUs(new Set(alive))),
      peakRssBytes: this.#peakRssBytes,
    };
  }

  #sampleLater(tookMs: number): void {
    this.#timer = setTimeout(
      () => {
        const beganMs = performance.now();
        this.#look(false);
        this.#sampleLater(performance.now() - beganMs);
      },
      Math.max(SAMPLE_EVERY_MS, REST * tookMs),
    );
    this.#timer.unref();
  }

  #look(precisely: boolean): void {
    let rssBytes = 0;
    let processes = 0;
    for (const pid of withDescendants([...this.#roots, ...this.#members.keys()], precisely)) {
      const now = readProcess(pid);
      if (now === undefined) continue;
      const times = { ...now, threads: precisely ? threadTimes(pid) : NONE.threads };
      const member = this.#members.get(pid);
      if (member?.startTicks === now.startTicks) member.last = times;
      else {
        const before = now.startTicks >= this.#beganTicks ? NONE : times;
        this.#members.set(pid, { startTicks: now.startTicks, before, last: times });
      }
      const bytes = residentBytes(pid);
      rssBytes += bytes;
      // A process that has ended and was not reaped yet has no memory.
      if (bytes > 0) processes += 1;
    }
    this.#peakRssBytes = Math.max(this.#peakRssBytes, rssBytes);
    this.#processes = Math.max(this.#processes, processes);
  }

  #lives(pid: number): boolean {
    return readProcess(pid)?.startTicks === this.#members.get(pid)?.startTicks;
  }

  /** The time of living and ended processes: for those, what their parents have reaped since, else the last reading. */
  #usedUs(alive: ReadonlySet<number>): number {
    let usedUs = 0;
    let reapedUs = 0;
    let lastSeenUs = 0;
    for (const [pid, { before, last }] of this.#members) {
      if (alive.has(pid)) usedUs += ownBetween(before, last);
      else lastSeenUs += last.ownUs - before.ownUs;
      // Children of this process would add time of its own: the generators'.
      if (alive.has(pid) && pid !== process.pid) reapedUs += last.reapedUs - before.reapedUs;
      if (!alive.has(pid)) reapedUs -= before.ownUs + before.reapedUs;
    }
    return usedUs + Math.max(reapedUs, lastSeenUs);
  }
}

/** By its threads, which is exact; by the whole process if one of its threads has ended. */
function ownBetween(before: Times, after: Times): number {
  const roughUs = after.ownUs - before.ownUs;
  let exactUs = 0;
  for (const [thread, us] of after.threads) exactUs += us - (before.threads.get(thread) ?? 0);
  return exactUs >= roughUs - ROUNDING_US ? exactUs : roughUs;
}

/** Loopback, the addresses of this machine's interfaces, and the wildcard address. */
function ownAddresses(): BlockList {
  const own = new BlockList();
  own.addSubnet("127.0.0.0", 8, "ipv4");
  own.addAddress("0.0.0.0", "ipv4");
  for (const address of ["::1", "::"]) own.addAddress(address, "ipv6");
  for (const { address } of Object.values(networkInterfaces()).flatMap((each) => each ?? []))
    own.addAddress(address, familyOf(address));
  return own;
}

const familyOf = (address: string): "ipv4" | "ipv6" => (isIPv6(address) ? "ipv6" : "ipv4");

/** Whether the target listens on its port on this machine; false behind a proxy and on a unix socket, and for an unknown name. */
export async function listensHere(target: BaseUrl): Promise<boolean> {
  const own = ownAddresses();
  return (await addressesOf(target)).some((address) => own.check(address, familyOf(address)));
}

/** Where the load comes from and goes to, and the target's processes if they can be watched. */
export async function findLoadSite(
  target: BaseUrl,
): Promise<{ site: LoadSite; watch: TargetWatch | undefined }> {
  const { hostname, port, route } = target;
  const isListening = await listensHere(target);
  const local = isListening || route?.unixSocket !== undefined;
  const found = isListening ? TargetWatch.find(hostname, port) : undefined;
  const watch = found instanceof TargetWatch ? found : undefined;
  const unwatched = found instanceof TargetWatch ? undefined : found?.unwatched;
  const cores = availableParallelism();
  const machine = thisMachine(cores);
  const site: LoadSite = {
    type: "load-site",
    cores,
    local,
    ...(unwatched !== undefined && { unwatched }),
    machine,
  };
  return { site, watch };
}

const thisMachine = (cores: number): Machine => ({
  cpu: cpus()[0]?.model.trim() ?? "unknown",
  cores,
  memoryBytes: totalmem(),
  node: process.versions.node,
  platform: `${process.platform} ${process.arch}`,
});
