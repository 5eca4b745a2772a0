import { emptyLatency, encodeLatency, type Histogram } from "../../stats/index.ts";

export type Truth = {
  connections: number;
  /** Completely read requests; each is one of the next five. */
  read: number;
  answered: number;
  /** Read, and the connection closed without a response. */
  dropped: number;
  /** Responses with fewer bytes than announced. */
  truncated: number;
  /** Read after the last response of their connection. */
  left: number;
  /** Second responses to one request. */
  extra: number;
  /** The other side was gone before the response was due. */
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
  connections = 0;
  dropped = 0;
  truncated = 0;
  left = 0;
  abandoned = 0;
  extra = 0;
  readonly #ids: Set<number>;
  readonly #statuses = new Map<number, Histogram>();
  #head = "";
  #read = 0;
  #responded = 0;
  #unlike = 0;
  #repeated = 0;
  #delaySumUs = 0;
  #lastMs = 0;
  #firstMs = 0;

  /** `ids` are those seen before; new ones are added. */
  constructor(ids: Set<number>) {
    this.#ids = ids;
  }

  get readCount(): number {
    return this.#read;
  }

  get firstMs(): number {
    return this.#firstMs;
  }

  read(head: string, id: number | undefined, nowMs: number): void {
    if (this.#read === 0) [this.#head, this.#firstMs] = [head, nowMs];
    this.#read += 1;
    if (id === undefined || head !== this.#head) this.#unlike += 1;
    if (id === undefined) return;
    if (this.#ids.has(id)) this.#repeated += 1;
    this.#ids.add(id);
  }

  responded(status: number, readMs: number): void {
    const nowMs = performance.now();
    const delayUs = (nowMs - readMs) * 1000;
    let histogram = this.#statuses.get(status);
    if (histogram === undefined) this.#statuses.set(status, (histogram = emptyLatency()));
    histogram.recordValue(Math.round(delayUs));
    this.#responded += 1;
    this.#delaySumUs += delayUs;
    this.#lastMs = nowMs;
  }

  truth(): Truth {
    return {
      connections: this.connections,
      read: this.#read,
      answered: this.#responded,
      dropped: this.dropped,
      truncated: this.truncated,
      left: this.left,
      abandoned: this.abandoned,
      extra: this.extra,
      unlike: this.#unlike,
      repeated: this.#repeated,
      head: this.#head,
      statuses: Object.fromEntries(
        [...this.#statuses].map(([status, histogram]) => [
          String(status),
          { count: histogram.totalCount, delay: encodeLatency(histogram) },
        ]),
      ),
      delaySumUs: this.#delaySumUs,
      activeMs: Math.max(0, this.#lastMs - this.#firstMs),
    };
  }
}
