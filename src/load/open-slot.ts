import type { Offered, Tally } from "../model/index.ts";
import { emptyLatency, encodeLatency } from "../stats/index.ts";
import { OpenConnection, type Result } from "./open-connection.ts";
import { SlotTally } from "./slot-tally.ts";
import { drainMs, settled, type SlotOptions } from "./slot.ts";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { mersenne } from "pure-rand/generator/mersenne";

/** Closer than this, a timer is too coarse: the loop polls the clock. */
const TIMER_MS = 2;
/** This many are sent before responses can be read. */
const AT_ONCE = 32;
/** A request that would be sent this late is dropped. */
const TOO_LATE_MS = 100;

type OpenOffer = Extract<Offered, { model: "open" }>;

/**
 * One slot of open-model load, sent by undici: requests are due at a rate, whether or not earlier
 * ones have a response. Latency counts from when a request was due (as in wrk2), so a stalled
 * server cannot hide it by delaying the generator. Requests that are due while every connection is
 * busy are dropped and counted (as in k6). Rejects if this machine cannot open the connections.
 */
export async function openSlot(options: SlotOptions, offered: OpenOffer): Promise<Tally> {
  await options.ready?.();
  return new OpenSlot(options, offered).run();
}

class OpenSlot {
  readonly #options: SlotOptions;
  readonly #offered: OpenOffer;
  readonly #tally: SlotTally;
  readonly #idle: OpenConnection[] = [];
  readonly #all: OpenConnection[] = [];
  readonly #service = emptyLatency();
  readonly #late = emptyLatency();
  readonly #endMs: number;
  /** Aborted if this machine cannot open the connections. */
  readonly #broken = new AbortController();
  readonly #signal: AbortSignal;
  #underWay = 0;
  #underWayUs = 0;
  /** Of responses within the slot. */
  #serviceSumUs = 0;
  #changedMs = performance.now();

  constructor(options: SlotOptions, offered: OpenOffer) {
    this.#options = options;
    this.#offered = offered;
    this.#signal = AbortSignal.any([options.signal, this.#broken.signal]);
    this.#tally = new SlotTally(options.durationMs);
    this.#endMs = this.#tally.beganMs + options.durationMs;
    options.follow?.(this.#tally);
  }

  async run(): Promise<Tally> {
    await this.#sendAll();
    this.#account();
    const traffic = this.#all.map((each) => each.traffic);
    this.#tally.opened = traffic.reduce((sum, { opened }) => sum + opened, 0);
    this.#tally.receivedBytes = traffic.reduce((sum, each) => sum + each.receivedBytes, 0);
    const underWayUs = this.#underWayUs;
    const serviceSumUs = this.#serviceSumUs;
    // Counted by the connections, not by adding and subtracting, so that conservation can fail.
    const busy = (): number => this.#all.length - this.#idle.length;
    this.#tally.end(busy());
    await settled(() => busy() === 0, drainMs(this.#tally), this.#signal);
    const figures = this.#tally.finish(busy(), {
      service: encodeLatency(this.#service),
      late: encodeLatency(this.#late),
      serviceSumUs,
      underWayUs,
    });
    await Promise.all(this.#all.map((each) => each.destroy()));
    this.#broken.signal.throwIfAborted();
    return figures;
  }

  /** Sends requests when they are due, until the end of the slot. */
  #sendAll(): Promise<void> {
    const { arrivals, ratePerSecond } = this.#offered;
    const gaps = gapsMs(arrivals, ratePerSecond, this.#options.seed);
    const first =
      arrivals === "even" ? (this.#options.phase * 1000) / ratePerSecond : gaps.next().value;
    let dueMs = this.#tally.beganMs + first;
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const signal = this.#signal;
      const over = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", over);
        resolve();
      };
      const pump = (): void => {
        if (signal.aborted) return;
        const now = performance.now();
        for (let n = 0; n < AT_ONCE && dueMs <= now && dueMs < this.#endMs; n += 1) {
          this.#send(dueMs);
          dueMs += gaps.next().value;
        }
        // A request that was due in time is sent or dropped, never left out of the count.
        if (now >= this.#endMs && dueMs >= this.#endMs) return over();
        const waitMs = Math.min(dueMs, this.#endMs) - performance.now();
        if (waitMs > TIMER_MS) timer = setTimeout(pump, waitMs - TIMER_MS + 0.5);
        else setImmediate(pump);
      };
      signal.addEventListener("abort", over);
      pump();
      if (signal.aborted) over();
    });
  }

  #send(dueMs: number): void {
    if (performance.now() - dueMs > TOO_LATE_MS) {
      this.#tally.dropped.late += 1;
      return;
    }
    const connection = this.#idle.pop() ?? this.#open();
    if (connection === undefined) {
      this.#tally.dropped.busy += 1;
      return;
    }
    const sentMs = this.#account();
    this.#underWay += 1;
    this.#tally.sent += 1;
    this.#late.recordValue(Math.max(0, Math.round((sentMs - dueMs) * 1000)));
    connection.send(this.#options.ids.next(), (result) => {
      this.#idle.push(connection);
      this.#take(result, dueMs, sentMs);
    });
  }

  #open(): OpenConnection | undefined {
    if (this.#all.length >= this.#offered.connections) return undefined;
    const { timeoutMs, insecure, ids } = this.#options;
    const connection = new OpenConnection(this.#options, {
      timeoutMs,
      insecure,
      firstId: ids.next(),
    });
    this.#all.push(connection);
    return connection;
  }

  #take(result: Result, dueMs: number, sentMs: number): void {
    const now = this.#account();
    this.#underWay -= 1;
    if ("ending" in result) {
      if (result.fault !== undefined) this.#broken.abort(result.fault);
      this.#tally.addWithoutResponse(result.ending, 1);
    } else {
      const serviceUs = (now - sentMs) * 1000;
      this.#service.recordValue(Math.round(serviceUs));
      if (this.#tally.endedMs === undefined) this.#serviceSumUs += serviceUs;
      this.#tally.addResponse(result.status, (now - dueMs) * 1000, serviceUs);
    }
  }

  /** Integrates the number of requests in flight over time, and returns the time. */
  #account(): number {
    const now = performance.now();
    this.#underWayUs += this.#underWay * (now - this.#changedMs) * 1000;
    this.#changedMs = now;
    return now;
  }
}

/**
 * Milliseconds between one request and the next, for a rate: constant, or random (a Poisson
 * process: gaps are exponential). Never ends.
 */
function* gapsMs(
  arrivals: "even" | "poisson",
  ratePerSecond: number,
  seed: number,
): Generator<number, never> {
  const mean = 1000 / ratePerSecond;
  const random = mersenne(seed);
  for (;;) yield arrivals === "even" ? mean : -Math.log(1 - uniformFloat64(random)) * mean;
}
