import { setTimeout as sleep } from "node:timers/promises";
import { interfaceOf } from "../contract/index.ts";
import { requestSize } from "../generate/index.ts";
import type { Case, Growth, ServedStart } from "../model/index.ts";
import type { Dispatcher } from "./dispatcher.ts";
import type { Journal } from "./journal.ts";
import type { RunSettings, TargetMemory } from "./run-settings.ts";
import type { TargetSupervisor } from "./target-supervisor.ts";

const MOST_SENT = 10_000;
/** After this many further cases, the ones that were over before any growth are forgotten. */
const LOOK_AFTER = 1000;

type Options = {
  settings: RunSettings;
  dispatcher: Dispatcher;
  journal: Journal;
  asking: Case;
  life?: TargetSupervisor | undefined;
};

export class GrowthWatch {
  readonly #options: Options;
  #sent: TimedCase[] = [];
  #nextLook = LOOK_AFTER;
  #isNoted = false;
  /** Samples at the start and the end of a suite: for a short suite, the regular ones are too far apart. */
  #start: MemorySample[];
  #fromMs: number;

  constructor(options: Options) {
    this.#options = options;
    this.#start = this.#now();
    this.#fromMs = options.journal.nowMs();
  }

  note(sent: Case, atMs: number): void {
    const { settings, journal } = this.#options;
    if (settings.memory === undefined) return;
    this.#sent.push({ case: sent, atMs, endMs: journal.nowMs() });
    if (this.#sent.length < this.#nextLook) return;
    this.#sent = suspectsSoFar(this.#samples(settings.memory), this.#sent).slice(-MOST_SENT);
    this.#nextLook = this.#sent.length + LOOK_AFTER;
  }

  /** Sends the cases that were in progress when memory grew again, alone, and records the ones that make it grow. */
  async search(untilOver: () => Promise<void>): Promise<void> {
    const { settings, journal, dispatcher, asking, life } = this.#options;
    const { memory } = settings;
    if (memory === undefined) {
      this.#sent = [];
      return;
    }
    const samples = [...this.#samples(memory), ...this.#now()];
    // A slow case is noted when it is over, and may be the one that made the memory grow.
    if (hasGrown(samples)) await untilOver();
    // What ends the target is known already, and would end it again.
    const sent = this.#sent.splice(0).filter((each) => life?.kills(each.case.id) !== true);
    this.#nextLook = LOOK_AFTER;
    const from = interfaceOf(settings.header);
    let newest: ServedStart | undefined;
    const found = await findGrowth(samples, sent, {
      rssBytes: memory.now,
      control: asking,
      sizeOf: (each) => requestSize(each.request, from),
      send: async (each) => {
        await dispatcher.send(each);
      },
      renew: async () => {
        if (life === undefined) return true;
        // Slow requests are in flight, and would be cut off.
        await untilOver();
        newest = await life.renew();
        return newest !== undefined;
      },
      isAborted: () => settings.signal.aborted,
    });
    // A new process may have forgotten what the one before it was sent.
    if (newest !== undefined) journal.write(newest);
    for (const growth of found.growths) journal.write({ type: "growth", ...growth });
    if (found.idle !== undefined && !this.#isNoted) {
      this.#isNoted = true;
      journal.note({ kind: "surroundings", code: "memory-grows-unasked", ...found.idle });
    }
    this.#start = this.#now();
    this.#fromMs = journal.nowMs();
  }

  #samples(memory: TargetMemory): MemorySample[] {
    return [...this.#start, ...memory.since(this.#fromMs)];
  }

  #now(): MemorySample[] {
    const { settings, journal } = this.#options;
    const rssBytes = settings.memory?.now();
    return rssBytes === undefined ? [] : [{ atMs: journal.nowMs(), rssBytes }];
  }
}

type MemorySample = { atMs: number; rssBytes: number };

type TimedCase = { case: Case; atMs: number; endMs: number };

type GrowthProbe = {
  rssBytes: () => number | undefined;
  send: (sent: Case) => Promise<void>;
  /** A valid request: the growth that it causes comes from the target's start and caches, as with any request. */
  control: Case;
  /** Bytes of a request: a server may hold them a few times. */
  sizeOf: (sent: Case) => number;
  /** Replaces the process by a new one, if witness serves the target. False if that fails. */
  renew: () => Promise<boolean>;
  isAborted: () => boolean;
};

const LEAST_BYTES = 64 * 2 ** 20;
/** A smaller difference between two samples ends a growth. */
const RISE_BYTES = LEAST_BYTES / 8;
const FACTOR = 2;
const SIZE_FACTOR = 8;
const TRIES = 3;
const WARM_UP = 10;
const LOOK_EVERY_MS = 15;
const AFTER_MS = 2000;
const MOST_SUSPECTS = 400;
const MOST_FOUND = 3;
const SEARCH_MS = 30_000;
/** A sample is this much later than the memory that it shows. */
const LAG_MS = 100;

type Measured = { beforeBytes: number; peakBytes: number; afterBytes: number };

type Idle = { bytes: number; overMs: number };

/**
 * The cases that make the memory of the target grow by at least 64 MiB and to twice as much, or that keep as much:
 * those that were under way when it grew are sent again alone. Each has to do it every time, and neither a valid request nor
 * as much time without one must. Memory that grows while nothing is sent says nothing about any case: the search ends.
 */
async function findGrowth(
  samples: readonly MemorySample[],
  sent: readonly TimedCase[],
  probe: GrowthProbe,
): Promise<{ growths: Omit<Growth, "type">[]; idle?: Idle }> {
  const suspects = suspectsOf(samples, sent);
  const found: Omit<Growth, "type">[] = [];
  const deadline = performance.now() + SEARCH_MS;
  if (suspects.length === 0 || !(await warmed(probe))) return { growths: found };
  for (const suspect of suspects) {
    if (found.length >= MOST_FOUND || performance.now() > deadline || probe.isAborted()) break;
    const startMs = performance.now();
    const first = await measured(suspect, probe, 0);
    if (first === undefined || !grows(first, suspect, probe)) continue;
    const growth = await repeated(suspect, probe, performance.now() - startMs + AFTER_MS);
    if (growth !== undefined && "overMs" in growth) return { growths: found, idle: growth };
    if (growth !== undefined) found.push(growth);
    if (!(await warmed(probe))) break;
  }
  return { growths: found };
}

/** The cases in progress between two samples of which the later one has much more memory, each case once. */
function suspectsOf(samples: readonly MemorySample[], sent: readonly TimedCase[]): Case[] {
  const within = underWay(growing(samples), sent);
  return [...new Map(within.map((each) => [each.case.id, each.case])).values()].slice(
    0,
    MOST_SUSPECTS,
  );
}

function suspectsSoFar(samples: readonly MemorySample[], sent: readonly TimedCase[]): TimedCase[] {
  const lastMs = samples.at(-1)?.atMs ?? 0;
  return underWay([...growing(samples), { fromMs: lastMs - LAG_MS, toMs: Infinity }], sent);
}

const hasGrown = (samples: readonly MemorySample[]): boolean => growing(samples).length > 0;

type Window = { fromMs: number; toMs: number };

/** Samples that rise one after the other are one growth: on a busy machine, a server is seen half-way through a large allocation. */
function growing(samples: readonly MemorySample[]): Window[] {
  const windows: Window[] = [];
  let from = 0;
  samples.forEach((sample, at) => {
    const isRising = at > 0 && sample.rssBytes - (samples[at - 1]?.rssBytes ?? 0) >= RISE_BYTES;
    if (!isRising) from = at;
    const before = samples[from];
    if (before === undefined || sample.rssBytes - before.rssBytes < LEAST_BYTES) return;
    windows.push({ fromMs: before.atMs - LAG_MS, toMs: sample.atMs });
  });
  return windows;
}

const underWay = (windows: readonly Window[], sent: readonly TimedCase[]): TimedCase[] =>
  sent.filter(({ atMs, endMs }) =>
    windows.some(({ fromMs, toMs }) => atMs <= toMs && endMs >= fromMs),
  );

/** A process that has handled a few requests: the memory for its start and its first requests does not count as growth. */
async function warmed(probe: GrowthProbe): Promise<boolean> {
  if (!(await probe.renew())) return false;
  for (let nth = 0; nth < WARM_UP; nth += 1) await probe.send(probe.control);
  return probe.rssBytes() !== undefined;
}

/** Sends a case again, each time after a valid request and after as long a time, `tookMs`, without any. */
async function repeated(
  suspect: Case,
  probe: GrowthProbe,
  tookMs: number,
): Promise<Omit<Growth, "type"> | Idle | undefined> {
  let last: Measured | undefined;
  for (let tried = 0; tried < TRIES; tried += 1) {
    if (!(await warmed(probe))) return undefined;
    const idleFrom = probe.rssBytes();
    await sleep(tookMs);
    const idle = (probe.rssBytes() ?? 0) - (idleFrom ?? 0);
    if (idleFrom !== undefined && idle >= RISE_BYTES)
      return { bytes: idle, overMs: Math.round(tookMs) };
    const control = await measured(probe.control, probe, 0);
    last = await measured(suspect, probe, AFTER_MS);
    if (control === undefined || last === undefined || !grows(last, suspect, probe))
      return undefined;
    if (control.peakBytes - control.beforeBytes > (last.peakBytes - last.beforeBytes) / 4)
      return undefined;
  }
  if (last === undefined) return undefined;
  return { case: suspect.id, reason: suspect.reason, tried: TRIES, times: TRIES, ...last };
}

function grows(
  { beforeBytes, peakBytes, afterBytes }: Measured,
  suspect: Case,
  { sizeOf }: GrowthProbe,
): boolean {
  const least = LEAST_BYTES + SIZE_FACTOR * sizeOf(suspect);
  const isMuch = peakBytes - beforeBytes >= least;
  return isMuch && (peakBytes >= FACTOR * beforeBytes || afterBytes - beforeBytes >= least);
}

/** Memory before a case, its maximum until `afterMs` after its end, and its value then. Undefined if the target is gone. */
async function measured(
  sent: Case,
  { rssBytes, send }: GrowthProbe,
  afterMs: number,
): Promise<Measured | undefined> {
  const beforeBytes = rssBytes();
  const sending = send(sent).then(() => "over" as const);
  let peakBytes = beforeBytes ?? 0;
  const look = (): number | undefined => {
    const now = rssBytes();
    peakBytes = Math.max(peakBytes, now ?? 0);
    return now;
  };
  while ((await Promise.race([sending, sleep(LOOK_EVERY_MS)])) !== "over") look();
  const until = performance.now() + afterMs;
  while (performance.now() < until) {
    await sleep(LOOK_EVERY_MS);
    look();
  }
  const afterBytes = look();
  return beforeBytes === undefined || afterBytes === undefined
    ? undefined
    : { beforeBytes, peakBytes, afterBytes };
}
