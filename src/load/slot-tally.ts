import { type EventLoopUtilization, monitorEventLoopDelay, performance } from "node:perf_hooks";
import type { Tally, WithoutResponse } from "../model/index.ts";
import { emptyLatency, encodeLatency, type Histogram } from "../stats/index.ts";
import type { BaseUrl } from "../contract/index.ts";
import type { SlotRequest } from "./child-module.ts";
import type { IdSequence } from "./request-ring.ts";

const INTERVALS = 50;
const LEAST_INTERVAL_MS = 20;
/** How often the delay of the event loop is measured; part of each measured delay. */
const LOOP_DELAY_EVERY_MS = 5;

/** Counts the events of one slot until `end`, and then the results of requests that were in flight at the end. */
export class SlotTally {
  beganMs = performance.now();
  endedMs: number | undefined;
  sent = 0;
  withdrawn = 0;
  unasked = 0;
  readonly dropped = { busy: 0, late: 0 };
  receivedBytes = 0;
  opened = 0;
  openingUs = 0;
  readonly failed: WithoutResponse = {};
  /** Of a mix: the counts of each operation. */
  readonly parts: readonly SlotTally[];
  readonly #withoutResponse: WithoutResponse = {};
  readonly #everyMs: number;
  readonly #statuses = new Map<number, { count: number; latency: Histogram; at: number[] }>();
  readonly #firstMs: Record<string, number> = {};
  readonly #responded: number[] = [];
  readonly #intervalSumUs: number[] = [];
  readonly #loopDelay = monitorEventLoopDelay({ resolution: LOOP_DELAY_EVERY_MS });
  #utilisationBefore = performance.eventLoopUtilization();
  #cpuBefore = process.cpuUsage();
  #count = 0;
  #latencySumUs = 0;
  #inFlight = 0;
  #drained = { answered: 0, waitedUs: 0, ended: 0, silent: 0 };
  #utilisation: EventLoopUtilization | undefined;
  #cpuUs = 0;

  constructor(durationMs: number, parts = 0) {
    this.#everyMs = Math.max(LEAST_INTERVAL_MS, Math.round(durationMs / INTERVALS));
    this.parts = Array.from({ length: parts }, () => new SlotTally(durationMs));
    this.begin();
  }

  begin(): void {
    this.beganMs = performance.now();
    this.#utilisationBefore = performance.eventLoopUtilization();
    this.#cpuBefore = process.cpuUsage();
    this.#loopDelay.enable();
    this.#loopDelay.reset();
    for (const part of this.parts) part.begin();
  }

  get count(): number {
    return this.#count;
  }

  get withoutResponseCount(): number {
    return Object.values(this.#withoutResponse).reduce((sum, count) => sum + count, 0);
  }

  latencies(): Histogram {
    const whole = emptyLatency();
    for (const { latency } of this.#statuses.values()) whole.add(latency);
    return whole;
  }

  statusCounts(): Record<string, number> {
    return Object.fromEntries(
      [...this.#statuses].map(([status, { count }]) => [String(status), count]),
    );
  }

  /** A complete response; `serviceUs` counts from sending, `latencyUs` from when it was due. */
  addResponse(status: number, latencyUs: number, serviceUs = latencyUs): void {
    const now = performance.now();
    let known = this.#statuses.get(status);
    if (known === undefined)
      this.#statuses.set(status, (known = { count: 0, latency: emptyLatency(), at: [] }));
    known.latency.recordValue(Math.round(latencyUs));
    if (this.endedMs !== undefined) {
      this.#drained.answered += 1;
      this.#drained.waitedUs += Math.max(0, serviceUs - (now - this.endedMs) * 1000);
      return;
    }
    if (known.count === 0) this.#firstMs[status] = now - this.beganMs;
    known.count += 1;
    this.#count += 1;
    this.#latencySumUs += latencyUs;
    const at = Math.floor((now - this.beganMs) / this.#everyMs);
    known.at[at] = (known.at[at] ?? 0) + 1;
    this.#responded[at] = (this.#responded[at] ?? 0) + 1;
    this.#intervalSumUs[at] = (this.#intervalSumUs[at] ?? 0) + latencyUs;
  }

  addWithoutResponse(outcome: keyof WithoutResponse, requests: number): void {
    if (requests === 0) return;
    if (this.endedMs !== undefined) {
      this.#drained[outcome === "timed-out" ? "silent" : "ended"] += requests;
      return;
    }
    this.#firstMs[outcome] ??= performance.now() - this.beganMs;
    this.#withoutResponse[outcome] = (this.#withoutResponse[outcome] ?? 0) + requests;
  }

  notOpened(outcome: keyof WithoutResponse): void {
    if (this.endedMs === undefined) this.failed[outcome] = (this.failed[outcome] ?? 0) + 1;
  }

  /** The end of the slot, with this many requests in flight: its counts do not change any more. */
  end(inFlight: number): void {
    this.endedMs = performance.now();
    this.#inFlight = inFlight;
    this.#utilisation = performance.eventLoopUtilization(this.#utilisationBefore);
    const { user, system } = process.cpuUsage(this.#cpuBefore);
    this.#cpuUs = user + system;
    this.#loopDelay.disable();
  }

  /** The slot's figures, after the drain, with `silent` requests still in flight. */
  finish(
    silent: number,
    more: Pick<Tally, "service" | "late" | "serviceSumUs" | "underWayUs"> = {},
  ): Tally {
    const ended = this.endedMs ?? performance.now();
    return {
      durationMs: ended - this.beganMs,
      counts: {
        sent: this.sent,
        answered: this.#count,
        unanswered: this.#withoutResponse,
        withdrawn: this.withdrawn,
        inFlight: this.#inFlight,
      },
      drained: {
        ...this.#drained,
        forMs: performance.now() - ended,
        silent: this.#drained.silent + silent,
      },
      unasked: this.unasked,
      dropped: { ...this.dropped },
      statuses: Object.fromEntries(
        [...this.#statuses].map(([status, { count, latency }]) => [
          String(status),
          { count, latency: encodeLatency(latency) },
        ]),
      ),
      firstMs: this.#firstMs,
      latencySumUs: this.#latencySumUs,
      ...more,
      receivedBytes: this.receivedBytes,
      connections: { opened: this.opened, failed: this.failed, openingUs: this.openingUs },
      intervals: this.#intervals(ended),
      generators: [this.#generator()],
    };
  }

  #intervals(endedMs: number): Tally["intervals"] {
    const length = Math.max(1, Math.floor((endedMs - this.beganMs) / this.#everyMs));
    const whole = (list: number[]): number[] => Array.from({ length }, (_, at) => list[at] ?? 0);
    return {
      everyMs: this.#everyMs,
      answered: whole(this.#responded),
      latencySumUs: whole(this.#intervalSumUs),
      ...(this.#statuses.size > 1 && {
        statuses: Object.fromEntries(
          [...this.#statuses].map(([status, { at }]) => [String(status), whole(at)]),
        ),
      }),
    };
  }

  #generator(): Tally["generators"][number] {
    return {
      utilisation: this.#utilisation?.utilization ?? 0,
      loopDelayP99Us: this.#loopDelayP99Us(),
      cpuUs: this.#cpuUs,
    };
  }

  #loopDelayP99Us(): number {
    const us = this.#loopDelay.percentile(99) / 1000 - LOOP_DELAY_EVERY_MS * 1000;
    return Number.isFinite(us) ? Math.max(0, Math.round(us)) : 0;
  }
}

export type SlotOptions = Omit<SlotRequest, "type" | "target" | "startAtMs"> & {
  target: BaseUrl;
  ids: IdSequence;
  signal: AbortSignal;
  /** Resolves when the slot must begin: everything is prepared until then. */
  ready?: () => Promise<unknown>;
  follow?: (tally: SlotTally) => void;
};

const LEAST_DRAIN_MS = 1000;
const MOST_DRAIN_MS = 5000;

/** How long the drain waits for requests in flight: far longer than the p99 of the slot. */
export const drainMs = (tally: SlotTally): number =>
  Math.min(
    MOST_DRAIN_MS,
    Math.max(LEAST_DRAIN_MS, (3 * tally.latencies().getValueAtPercentile(99)) / 1000),
  );

/** Resolves when `done` is true, the signal aborts, or the time is over; checks every few milliseconds. */
export function waitUntil(
  done: () => boolean,
  withinMs: number,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const deadline = performance.now() + withinMs;
    const look = (): void => {
      if (done() || signal.aborted || performance.now() >= deadline) resolve();
      else setTimeout(look, 5);
    };
    look();
  });
}

export function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    signal.addEventListener("abort", over);
    if (signal.aborted) over();
  });
}
