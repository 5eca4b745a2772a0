import type { Socket } from "node:net";
import { responseBytes, interimBytes, truncatedBytes } from "./response-bytes.ts";
import { statusOf, type ServerBehaviour } from "./behaviour.ts";
import { afterStall } from "./delays.ts";
import type { DueQueue } from "./due-queue.ts";
import { RequestSplitter } from "./request-splitter.ts";
import type { TruthCounter } from "./truth.ts";

/** State that the connections of one server share. */
export type TruthContext = {
  behaviour: ServerBehaviour;
  counter: TruthCounter;
  queue: DueQueue;
  delayOf: (status: number) => number;
};

type Waiting = { status: number; readMs: number; nth: number };

/** One connection: reads requests, and responds to each when it is due, in order. */
export class TruthConnection {
  readonly #socket: Socket;
  readonly #context: TruthContext;
  readonly #reader = new RequestSplitter();
  readonly #waiting: Waiting[] = [];
  #lastDueMs = 0;
  #responses = 0;
  #over = false;

  constructor(socket: Socket, context: TruthContext) {
    this.#socket = socket;
    this.#context = context;
    context.counter.connections += 1;
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("end", () => socket.end());
    socket.on("error", () => {});
    socket.once("close", () => {
      this.#over = true;
      context.counter.abandoned += this.#waiting.splice(0).length;
    });
  }

  /** Ends the connection: requests without a response are dropped. Later bytes are still read. */
  drop(): void {
    this.#context.counter.dropped += this.#waiting.splice(0).length;
    this.#end();
  }

  #read(chunk: Buffer): void {
    const { counter, behaviour } = this.#context;
    const readMs = performance.now();
    for (const { head, id } of this.#reader.read(chunk)) {
      counter.read(head, id, readMs);
      if (this.#over) counter.left += 1;
      else this.#schedule({ status: statusOf(behaviour, id ?? 0), readMs, nth: counter.readCount });
    }
  }

  #schedule(request: Waiting): void {
    const { behaviour, counter, queue, delayOf } = this.#context;
    const { conduct, stall } = behaviour;
    const { firstMs } = counter;
    const dueMs = firstMs + afterStall(request.readMs + delayOf(request.status) - firstMs, stall);
    this.#lastDueMs = Math.max(this.#lastDueMs, dueMs);
    this.#waiting.push(request);
    if (conduct.kind === "interim") {
      const interim = interimBytes(conduct.statuses);
      queue.at((request.readMs + this.#lastDueMs) / 2, () => this.#write(interim));
    }
    queue.at(this.#lastDueMs, () => this.#respond(request));
  }

  /** Responds to the request that has waited longest, if it is still waiting. */
  #respond(request: Waiting): void {
    if (this.#waiting[0] !== request) return;
    this.#waiting.shift();
    const { behaviour, counter } = this.#context;
    const { conduct } = behaviour;
    if (!this.#socket.writable) {
      counter.abandoned += 1;
      return;
    }
    if (conduct.kind === "drop" && request.nth % conduct.every === 0) {
      counter.dropped += 1;
      return this.#end();
    }
    if (conduct.kind === "truncate" && request.nth % conduct.every === 0) {
      counter.truncated += 1;
      this.#write(truncatedBytes(request.status));
      return this.#end();
    }
    this.#responses += 1;
    const last = this.#isLast();
    this.#send(request.status, last);
    counter.responded(request.status, request.readMs);
    if (last && conduct.kind === "reset") this.#reset();
    else if (last) this.#end();
  }

  #send(status: number, last: boolean): void {
    const { conduct } = this.#context.behaviour;
    const bytes = responseBytes(
      status,
      conduct,
      last && conduct.kind === "close" && conduct.announced,
    );
    if (conduct.kind === "pieces")
      for (let at = 0; at < bytes.length; at += conduct.bytes)
        this.#write(bytes.subarray(at, at + conduct.bytes));
    else if (conduct.kind === "twice" && this.#responses % conduct.every === 0) {
      this.#context.counter.extra += 1;
      this.#write(Buffer.concat([bytes, bytes]));
    } else this.#write(bytes);
  }

  #isLast(): boolean {
    const { conduct } = this.#context.behaviour;
    if (conduct.kind === "until-close" || conduct.kind === "http-1.0") return true;
    const counts = conduct.kind === "close" || conduct.kind === "reset";
    return counts && this.#responses % conduct.every === 0;
  }

  #write(bytes: Buffer): void {
    if (!this.#over && this.#socket.writable) this.#socket.write(bytes);
  }

  /** Sends the end, and continues reading: unread data would turn the end into a reset. */
  #end(): void {
    this.#stop();
    this.#socket.end();
  }

  #reset(): void {
    this.#stop();
    // The response is sent before the reset.
    setImmediate(() => this.#socket.resetAndDestroy());
  }

  #stop(): void {
    this.#over = true;
    this.#context.counter.left += this.#waiting.splice(0).length;
  }
}
