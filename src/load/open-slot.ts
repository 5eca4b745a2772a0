import type { Socket } from "node:net";
import type { Dispatcher } from "undici";
import { clientHead, layoutOf, render, requestsOf } from "../generate/index.ts";
import { machineFault } from "../machine-fault.ts";
import { endingOf, openConnection, serverEndOf, UndiciClient } from "../send/index.ts";
import { DEFAULT_READ_LIMIT_BYTES } from "../options/index.ts";
import type { Offered, Tally, WithoutResponse } from "../model/index.ts";
import { PreparedRequest } from "./request-ring.ts";
import { emptyLatency, encodeLatency } from "../stats/index.ts";
import { drainMs, waitUntil, type SlotOptions, SlotTally } from "./slot-tally.ts";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { mersenne } from "pure-rand/generator/mersenne";

/** The result of a request: the status of its response, or why it got none (which may be this machine's fault). */
type Result = { status: number } | { ending: keyof WithoutResponse; fault?: Error };

class OpenConnection {
  readonly #client: UndiciClient;
  readonly #method: string;
  readonly #headers: string[];
  readonly #path: PreparedRequest;
  readonly #body: PreparedRequest;
  #socket: Socket | undefined;
  #opening: Socket | undefined;
  #opened = 0;
  #receivedBytes = 0;

  constructor({ target, interface: from, timeoutMs, insecure, ids }: SlotOptions) {
    const firstId = ids.next();
    const layout = layoutOf(from);
    const purpose = "load" as const;
    const filling = (unique: number) => ({
      interface: from,
      target,
      firstId: unique,
      fresh: 0,
      purpose,
    });
    const stated = requestsOf(from).request();
    const headOf = (unique: number) => clientHead(stated, filling(unique));
    const { method, headers } = headOf(firstId);
    this.#method = method;
    this.#headers = headers.flat();
    this.#path = new PreparedRequest(layout, firstId, (unique) =>
      Buffer.from(headOf(unique).path, "latin1"),
    );
    this.#body = new PreparedRequest(layout, firstId, (unique) =>
      render(stated.body, filling(unique)),
    );
    this.#client = new UndiciClient(`${target.protocol}//${target.host}`, {
      pipelining: 1,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxHeaderSize: DEFAULT_READ_LIMIT_BYTES,
      connect: (_settings, callback) => {
        const settings = { insecure, noDelay: true, withinMs: timeoutMs };
        this.#opening = openConnection(target, settings, (error, socket) => {
          if (socket === undefined) return callback(error ?? new Error("not opened"), null);
          this.#watch(socket);
          return callback(null, socket);
        });
      },
    });
  }

  get traffic(): { opened: number; receivedBytes: number } {
    return {
      opened: this.#opened,
      receivedBytes: this.#receivedBytes + (this.#socket?.bytesRead ?? 0),
    };
  }

  send(id: number, done: (result: Result) => void): void {
    this.#path.write(id);
    this.#body.write(id);
    let status = 0;
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => {},
      onResponseStart: (_controller, code) => {
        status = code;
      },
      onResponseData: () => {},
      onResponseEnd: () => done({ status }),
      onResponseError: (_controller, error) => {
        const fault = machineFault(error);
        const ending = endingOf(error, serverEndOf(this.#socket))?.outcome ?? "malformed";
        done({ ending, ...(fault && { fault }) });
      },
    };
    this.#client.dispatch(
      {
        method: this.#method,
        path: this.#path.bytes.toString("latin1"),
        headers: this.#headers,
        body: this.#body.bytes.length === 0 ? null : this.#body.bytes,
      },
      handler,
    );
  }

  destroy(): Promise<void> {
    if (this.#socket === undefined) this.#opening?.destroy();
    return this.#client.destroy();
  }

  #watch(socket: Socket): void {
    this.#opened += 1;
    this.#receivedBytes += this.#socket?.bytesRead ?? 0;
    this.#socket = socket;
  }
}

/** Closer than this, a timer is too coarse: the loop polls the clock. */
const TIMER_MS = 2;
const AT_ONCE = 32;
/** A request that would be sent this late is dropped. */
const TOO_LATE_MS = 100;

type OpenOffer = Extract<Offered, { model: "open" }>;

/**
 * One slot of open-model load, sent by undici: requests are due at a rate, whether or not earlier ones have a response. Latency
 * counts from when a request was due (as in wrk2), so a stalled server cannot hide it by delaying the generator. Requests that
 * are due while every connection is busy are dropped and counted (as in k6). Rejects if this machine cannot open the connections.
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
    await waitUntil(() => busy() === 0, drainMs(this.#tally), this.#signal);
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
    const connection = new OpenConnection(this.#options);
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

/** Milliseconds between requests for a rate: constant, or random (a Poisson process: gaps are exponential). Never ends. */
function* gapsMs(
  arrivals: "even" | "poisson",
  ratePerSecond: number,
  seed: number,
): Generator<number, never> {
  const mean = 1000 / ratePerSecond;
  const random = mersenne(seed);
  for (;;) yield arrivals === "even" ? mean : -Math.log(1 - uniformFloat64(random)) * mean;
}
