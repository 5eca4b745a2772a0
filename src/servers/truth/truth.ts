import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { emptyLatency, encodeLatency, type Histogram } from "../../stats/index.ts";

/** How long a request waits for its response. Milliseconds. */
export type Delay =
  | { kind: "constant"; ms: number }
  /** exp(N(ln median, sigma)), drawn from a seed. */
  | { kind: "log-normal"; medianMs: number; sigma: number; seed: number }
  /** Each status has its own delay, so a response matched with the wrong request is visible. */
  | { kind: "by-status"; ms: Record<number, number> };

/** The fault of a server. Every n-th counts from 1. */
export type Conduct =
  | { kind: "keep" }
  /** The n-th response on a connection is its last one; announced or not. */
  | { kind: "close"; every: number; announced: boolean }
  /** No Content-Length: the body lasts until the connection is closed. */
  | { kind: "until-close" }
  | { kind: "http-1.0" }
  /** Every n-th request is read, and the connection closed without a response. */
  | { kind: "drop"; every: number }
  /** Every n-th response announces more bytes than are sent before the close. */
  | { kind: "truncate"; every: number }
  /** These statuses come before each response, after half of the delay. */
  | { kind: "interim"; statuses: number[] }
  /** Some time after the first request: ends every connection and does not listen for a while. */
  | { kind: "refuse"; afterMs: number; forMs: number }
  /** Every response is sent in pieces of this many bytes. */
  | { kind: "pieces"; bytes: number }
  /** Every n-th response is sent twice, in one write. */
  | { kind: "twice"; every: number }
  /** The n-th response on a connection is followed by a reset. */
  | { kind: "reset"; every: number };

/** For a part of each period no response is sent: it waits for the end of that part. Times count from the first request. */
type Stall = { everyMs: number; fromMs: number; forMs: number };

export type ServerBehaviour = {
  delay: Delay;
  /** The status of a response is determined by the request's id. */
  statuses: number[];
  conduct: Conduct;
  stall?: Stall;
};

export const statusOf = ({ statuses }: ServerBehaviour, id: number): number =>
  statuses[id % statuses.length] ?? 200;

export function delays(delay: Delay): (status: number) => number {
  if (delay.kind === "constant") return () => delay.ms;
  if (delay.kind === "by-status") return (status) => delay.ms[status] ?? 0;
  const normal = normals(delay.seed);
  return () => delay.medianMs * Math.exp(delay.sigma * normal());
}

/** Draws from the standard normal distribution (Box and Muller, 1958). */
function normals(seed: number): () => number {
  const random = xoroshiro128plus(seed);
  return () => {
    const radius = Math.sqrt(-2 * Math.log(1 - uniformFloat64(random)));
    return radius * Math.cos(2 * Math.PI * uniformFloat64(random));
  };
}

/** When a response that is due at a time is sent, if a server stalls. */
export function afterStall(dueMs: number, stall: Stall | undefined): number {
  if (stall === undefined) return dueMs;
  const into = (dueMs % stall.everyMs) - stall.fromMs;
  return into >= 0 && into < stall.forMs ? dueMs - into + stall.forMs : dueMs;
}

export type Truth = {
  connections: number;
  /** Completely read requests; each is one of the next five. */
  read: number;
  answered: number;
  dropped: number;
  /** Responses with fewer bytes than announced. */
  truncated: number;
  /** Read after the last response of their connection. */
  left: number;
  extra: number;
  abandoned: number;
  /** Requests whose head differs from the first one's, or whose body is not the stated one. */
  unlike: number;
  /** Requests with a repeated id, over all servers of this process. */
  repeated: number;
  head: string;
  /** By status: responses, and the delay of each: from reading the request to writing the response. */
  statuses: Record<string, { count: number; delay: string }>;
  delaySumUs: number;
  activeMs: number;
};

export class TruthCounter {
  readonly counts = {
    connections: 0,
    read: 0,
    answered: 0,
    dropped: 0,
    truncated: 0,
    left: 0,
    extra: 0,
    abandoned: 0,
    unlike: 0,
    repeated: 0,
    head: "",
    delaySumUs: 0,
  };
  firstMs = 0;
  readonly #ids: Set<number>;
  readonly #statuses = new Map<number, Histogram>();
  #lastMs = 0;

  constructor(ids: Set<number>) {
    this.#ids = ids;
  }

  read(head: string, id: number | undefined, nowMs: number): void {
    const { counts } = this;
    if (counts.read === 0) [counts.head, this.firstMs] = [head, nowMs];
    counts.read += 1;
    if (id === undefined || head !== counts.head) counts.unlike += 1;
    if (id === undefined) return;
    if (this.#ids.has(id)) counts.repeated += 1;
    this.#ids.add(id);
  }

  responded(status: number, readMs: number): void {
    const nowMs = performance.now();
    const delayUs = (nowMs - readMs) * 1000;
    let histogram = this.#statuses.get(status);
    if (histogram === undefined) this.#statuses.set(status, (histogram = emptyLatency()));
    histogram.recordValue(Math.round(delayUs));
    this.counts.answered += 1;
    this.counts.delaySumUs += delayUs;
    this.#lastMs = nowMs;
  }

  truth(): Truth {
    const statuses = [...this.#statuses].map(([status, histogram]) => [
      String(status),
      { count: histogram.totalCount, delay: encodeLatency(histogram) },
    ]);
    return {
      ...this.counts,
      statuses: Object.fromEntries(statuses),
      activeMs: Math.max(0, this.#lastMs - this.firstMs),
    };
  }
}
