import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { Conduct, ServerBehaviour, Truth } from "./truth.ts";
import { afterStall, delays, statusOf, TruthCounter } from "./truth.ts";
import { DueQueue } from "./due-queue.ts";

/** How long to wait until connections that the other side has left are seen closed. */
const LINGER_MS = 2000;
const LOOK_EVERY_MS = 5;

type Options = {
  /** Ids seen by earlier servers: a run never repeats one. */
  ids?: Set<number>;
  tls?: { key: string; cert: string };
};

/** A server on the loopback address with a given behaviour, which counts and times its own work. */
export class TruthServer {
  readonly #behaviour: ServerBehaviour;
  readonly #options: Options;
  readonly #context: TruthContext;
  readonly #open = new Map<Socket, TruthConnection>();
  #server: Server | undefined;
  #port = 0;
  #refusing: NodeJS.Timeout | undefined;
  #refused = false;

  private constructor(behaviour: ServerBehaviour, options: Options) {
    this.#behaviour = behaviour;
    this.#options = options;
    this.#context = {
      behaviour,
      counter: new TruthCounter(options.ids ?? new Set()),
      queue: new DueQueue(),
      delayOf: delays(behaviour.delay),
    };
  }

  static async start(behaviour: ServerBehaviour, options: Options = {}): Promise<TruthServer> {
    const server = new TruthServer(behaviour, options);
    await server.#listen();
    return server;
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `${this.#options.tls === undefined ? "http" : "https"}://127.0.0.1:${this.#port}`;
  }

  truth(): Truth {
    return this.#context.counter.truth();
  }

  /** Waits until the other side has left, so that all bytes are read, and returns the truth. */
  async close(): Promise<Truth> {
    clearTimeout(this.#refusing);
    const deadline = performance.now() + LINGER_MS;
    while (this.#open.size > 0 && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    this.#server?.close();
    for (const socket of this.#open.keys()) socket.destroy();
    return this.truth();
  }

  async #listen(): Promise<void> {
    const { tls } = this.#options;
    const accept = (socket: Socket): void => this.#accept(socket);
    const server =
      tls === undefined
        ? createServer({ allowHalfOpen: true }, accept)
        : createTlsServer({ ...tls, allowHalfOpen: true }, accept);
    server.listen(this.#port, "127.0.0.1");
    await once(server, "listening");
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  #accept(socket: Socket): void {
    this.#open.set(socket, new TruthConnection(socket, this.#context));
    socket.once("close", () => this.#open.delete(socket));
    const { conduct } = this.#behaviour;
    if (conduct.kind !== "refuse" || this.#refused) return;
    this.#refused = true;
    this.#refusing = setTimeout(() => this.#refuse(conduct.forMs), conduct.afterMs);
  }

  #refuse(forMs: number): void {
    this.#server?.close();
    for (const connection of this.#open.values()) connection.drop();
    this.#refusing = setTimeout(() => void this.#listen(), forMs);
  }
}

type TruthContext = {
  behaviour: ServerBehaviour;
  counter: TruthCounter;
  queue: DueQueue;
  delayOf: (status: number) => number;
};

type Waiting = { status: number; readMs: number; nth: number };

class TruthConnection {
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
    context.counter.counts.connections += 1;
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("end", () => socket.end());
    socket.on("error", () => {});
    socket.once("close", () => {
      this.#over = true;
      context.counter.counts.abandoned += this.#waiting.splice(0).length;
    });
  }

  /** Ends the connection: requests without a response are dropped. Later bytes are still read. */
  drop(): void {
    this.#context.counter.counts.dropped += this.#waiting.splice(0).length;
    this.#end();
  }

  #read(chunk: Buffer): void {
    const { counter, behaviour } = this.#context;
    const readMs = performance.now();
    for (const { head, id } of this.#reader.read(chunk)) {
      counter.read(head, id, readMs);
      if (this.#over) counter.counts.left += 1;
      else
        this.#schedule({ status: statusOf(behaviour, id ?? 0), readMs, nth: counter.counts.read });
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
      const interim = Buffer.from(conduct.statuses.map((status) => HINTS[status] ?? "").join(""));
      queue.at((request.readMs + this.#lastDueMs) / 2, () => this.#write(interim));
    }
    queue.at(this.#lastDueMs, () => this.#respond(request));
  }

  #respond(request: Waiting): void {
    if (this.#waiting[0] !== request) return;
    this.#waiting.shift();
    const { behaviour, counter } = this.#context;
    const { conduct } = behaviour;
    if (!this.#socket.writable) {
      counter.counts.abandoned += 1;
      return;
    }
    if (conduct.kind === "drop" && request.nth % conduct.every === 0) {
      counter.counts.dropped += 1;
      return this.#end();
    }
    if (conduct.kind === "truncate" && request.nth % conduct.every === 0) {
      counter.counts.truncated += 1;
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
    const announced = last && conduct.kind === "close" && conduct.announced;
    const bytes = responseBytes(status, conduct, announced);
    if (conduct.kind === "pieces")
      for (let at = 0; at < bytes.length; at += conduct.bytes)
        this.#write(bytes.subarray(at, at + conduct.bytes));
    else if (conduct.kind === "twice" && this.#responses % conduct.every === 0) {
      this.#context.counter.counts.extra += 1;
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
    this.#context.counter.counts.left += this.#waiting.splice(0).length;
  }
}

const HEAD_END = Buffer.from("\r\n\r\n");
const LENGTH = /\r\ncontent-length: *(\d+)\r/i;
const STATED_BODY = /^\{"id":(\d{9}),"date":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"\}$/;

/** One request as it was read: its head's bytes, and the id in its body if that is the stated one. */
type ReadRequest = { head: string; id: number | undefined };

export class RequestSplitter {
  #rest: Buffer = Buffer.alloc(0);

  read(chunk: Buffer): ReadRequest[] {
    const whole: ReadRequest[] = [];
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const headEnd = bytes.indexOf(HEAD_END);
      if (headEnd < 0) break;
      const head = bytes.toString("latin1", 0, headEnd + HEAD_END.length);
      const end = head.length + Number(LENGTH.exec(head)?.[1] ?? 0);
      if (bytes.length < end) break;
      const body = STATED_BODY.exec(bytes.toString("latin1", head.length, end));
      whole.push({ head, id: body === null ? undefined : Number(body[1]) });
      bytes = bytes.subarray(end);
    }
    this.#rest = bytes;
    return whole;
  }
}

const BODY = '{"status":"taken"}';
const MISSING_BYTES = 12;

/** The bytes of one response. `last`: the connection ends after it, which the head announces. */
function responseBytes(status: number, conduct: Conduct, last: boolean): Buffer {
  const version = conduct.kind === "http-1.0" ? "HTTP/1.0" : "HTTP/1.1";
  const bodyless = status === 204;
  const lines = [`${version} ${status} As planned`, "Content-Type: application/json"];
  if (!bodyless && conduct.kind !== "until-close") lines.push(`Content-Length: ${BODY.length}`);
  if (last) lines.push("Connection: close");
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${bodyless ? "" : BODY}`);
}

const truncatedBytes = (status: number): Buffer =>
  Buffer.from(
    `HTTP/1.1 ${status} As planned\r\nContent-Length: ${BODY.length + MISSING_BYTES}\r\n\r\n${BODY}`,
  );

const HINTS: Record<number, string> = {
  100: "HTTP/1.1 100 Continue\r\n\r\n",
  102: "HTTP/1.1 102 Processing\r\n\r\n",
  103: "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n",
};
