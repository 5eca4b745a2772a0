import { ByteQueue } from "./byte-queue.ts";
import { ChunkedBody } from "./chunked-body.ts";
import { framingOf, parseResponseHead, type Framing, type ResponseHead } from "./response-head.ts";

/** A response read to its end. */
export type ReadResponse = ResponseHead & {
  interim: number[];
  framing: Framing["kind"];
  body: Buffer;
};

export type ReadProgress =
  | { state: "more"; phase: "head" | "body"; status?: number }
  | { state: "done"; response: ReadResponse }
  | { state: "malformed" | "too-large"; phase: "head" | "body"; detail: string; status?: number };

type Open = {
  head: ResponseHead;
  framing: Framing;
  chunked: ChunkedBody;
  body: Buffer[];
  bytes: number;
};

/**
 * Reads responses, one after the other, out of the bytes of one connection. Lenient: it takes
 * what can be understood and says what cannot. At most `limitBytes` for a head and for a body.
 */
export class ResponseReader {
  readonly #queue = new ByteQueue();
  readonly #limitBytes: number;
  #interim: number[] = [];
  #open: Open | undefined;
  #ended = false;
  #scanned = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  push(chunk: Buffer): void {
    this.#queue.push(chunk);
  }

  /** No more bytes will come. */
  end(): void {
    this.#ended = true;
  }

  /** What has come and belongs to no response read so far. */
  unread(): Buffer {
    return Buffer.concat([...(this.#open?.body ?? []), this.#queue.peek()]);
  }

  /** Goes as far as the bytes reach; `bodyless` for the response to HEAD. */
  poll(bodyless: boolean): ReadProgress {
    for (;;) {
      if (this.#open === undefined) {
        const progress = this.#readHead(bodyless);
        if (progress !== undefined) return progress;
      }
      const open = this.#open;
      if (open === undefined) continue;
      return this.#readBody(open);
    }
  }

  /** Undefined once there is a final head, or an interim one was put aside. */
  #readHead(bodyless: boolean): ReadProgress | undefined {
    while (this.#queue.length > 0 && isLineEnd(this.#queue.peek()[0])) {
      this.#queue.take(1);
      this.#scanned = 0;
    }
    const view = this.#queue.peek();
    if (!"http/".startsWith(view.subarray(0, 5).toString("latin1").toLowerCase()))
      return { state: "malformed", phase: "head", detail: noHttp(view) };
    const end = headEnd(view, Math.max(0, this.#scanned - 3));
    this.#scanned = view.length;
    if (end === -1) {
      if (view.length <= this.#limitBytes) return { state: "more", phase: "head" };
      return { state: "too-large", phase: "head", detail: `head over ${this.#limitBytes} bytes` };
    }
    const head = parseResponseHead(view.subarray(0, end).toString("latin1"));
    if (typeof head === "string") return { state: "malformed", phase: "head", detail: head };
    this.#queue.take(end);
    this.#scanned = 0;
    if (head.status < 200 && head.status !== 101) this.#interim.push(head.status);
    else
      this.#open = {
        head,
        framing: framingOf(head, bodyless),
        chunked: new ChunkedBody(),
        body: [],
        bytes: 0,
      };
    return undefined;
  }

  #readBody(open: Open): ReadProgress {
    const { framing, head } = open;
    const add = (bytes: Buffer): void => {
      open.body.push(bytes);
      open.bytes += bytes.length;
    };
    const whole = (): boolean => {
      switch (framing.kind) {
        case "none":
          return true;
        case "length":
          add(this.#queue.take(framing.bytes - open.bytes));
          return open.bytes === framing.bytes;
        case "close":
          add(this.#queue.take(this.#queue.length));
          return this.#ended;
        case "chunked":
          return open.chunked.read(this.#queue, add);
      }
    };
    const done = whole();
    const status = head.status;
    if (open.chunked.fault !== undefined)
      return { state: "malformed", phase: "body", detail: open.chunked.fault, status };
    if (open.bytes > this.#limitBytes)
      return {
        state: "too-large",
        phase: "body",
        detail: `body over ${this.#limitBytes} bytes`,
        status,
      };
    if (!done) return { state: "more", phase: "body", status };
    const response = {
      ...head,
      interim: this.#interim,
      framing: framing.kind,
      body: Buffer.concat(open.body),
    };
    this.#open = undefined;
    this.#interim = [];
    return { state: "done", response };
  }
}

const isLineEnd = (byte: number | undefined): boolean => byte === 13 || byte === 10;

const noHttp = (view: Buffer): string =>
  `not an HTTP response: ${JSON.stringify(view.subarray(0, 60).toString("latin1"))}`;

/** Offset behind the empty line that ends a head, or -1. */
function headEnd(view: Buffer, from: number): number {
  for (let at = view.indexOf(10, from); at !== -1; at = view.indexOf(10, at + 1)) {
    if (view[at + 1] === 10) return at + 2;
    if (view[at + 1] === 13 && view[at + 2] === 10) return at + 3;
  }
  return -1;
}
