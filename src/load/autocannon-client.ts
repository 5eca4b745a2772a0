import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { boundParser, KnownHead, type ParserMembers } from "./bounded-parser.ts";

type Ended = {
  req: undefined;
  bytes: number;
  body: string;
  headers: { statusCode: number };
  duration: number;
};

/** Times that are no longer needed are removed together. */
const MOST_USED = 64;

/** Replaces autocannon's own queue, which makes five objects for each request, and keeps what nothing uses. */
export class FlightTimes {
  readonly #sentMs: number[] = [];
  /** Of a mix: which operation each request is of. */
  readonly #operations: number[] = [];
  #oldest = 0;
  /** The operation of the response that ended last. */
  ended = 0;
  readonly #ended: Ended = {
    req: undefined,
    bytes: 0,
    body: "",
    headers: { statusCode: 0 },
    duration: 0,
  };

  insertRequest(): void {
    this.#sentMs.push(performance.now());
  }

  /** The newest one is of this operation. */
  label(operation: number): void {
    this.#operations[this.#sentMs.length - 1] = operation;
  }

  operations(): number[] {
    return this.#operations.slice(this.#oldest);
  }

  size(): number {
    return this.#sentMs.length - this.#oldest;
  }

  /** The head of the response to the oldest one. */
  setHeaders(head: { statusCode: number }): void {
    this.#ended.headers = head;
  }

  addBody(): void {}

  addByteCount(): void {}

  /** The oldest response is complete. Returns the same object each time; undefined if nothing is in flight. */
  terminateRequest(): Ended | undefined {
    const sentMs = this.#sentMs[this.#oldest];
    if (sentMs === undefined) return undefined;
    this.#ended.duration = performance.now() - sentMs;
    this.ended = this.#operations[this.#oldest] ?? 0;
    this.#oldest += 1;
    if (this.size() === 0) this.clear();
    else if (this.#oldest > MOST_USED) {
      this.#sentMs.splice(0, this.#oldest);
      this.#operations.splice(0, this.#oldest);
      this.#oldest = 0;
    }
    return this.#ended;
  }

  clear(): void {
    this.#sentMs.length = 0;
    this.#operations.length = 0;
    this.#oldest = 0;
  }
}

/** Private members of a client of autocannon 9.0.0: autocannon-client.test.ts fails by name if one is missing. */
export type ClientMembers = {
  /** The socket that requests are written to. Set to a socket that GuardedClient opened. */
  conn: Socket;
  /** Reads the responses. Its callbacks are wrapped and its limits set. */
  parser: ParserMembers;
  /** Requests in flight, oldest first: one is matched with each response. Replaced. */
  pipelinedRequests: FlightTimes;
  /** True once autocannon has stopped: distinguishes the final `_destroyConnection` from a timeout. */
  destroyed: boolean;
  /** Limit for a response in milliseconds. Set here, because the public option has a minimum of 1 s. */
  timeout: number;
  /** Fires when a response takes too long. Restarted when a connection is opened. */
  timeoutTicker: { reschedule(ms: number): void };
  /** Returns the next request. Replaced, because every request has its own id. */
  getRequestBuffer(): Buffer;
  /** Opens a connection with the old queue and parser, and accepts any certificate. Replaced. */
  _connect(): void;
  /** Sends a request. Replaced by a count: autocannon calls it while a chunk is being parsed. */
  _doRequest(): void;
  /** Called on a timeout, before `_connect`, and when autocannon stops. Replaced. */
  _destroyConnection(): void;
};

const ON_HEAD = 2;
const ON_END = 4;
/** The head callback returns it for a response without a body. */
const NO_BODY = 1;
const BODYLESS = new Set([204, 304]);
const SWITCHING = 101;
const NOTHING = Buffer.alloc(0);
const AT_REST = "RESPONSE_LINE";
/** The parser's errors for a head, a trailer section or a line over the limit. */
const TOO_LARGE = /^section over \d+ bytes$/;

/** Why reading a connection cannot continue. `unasked`: a response without a waiting request. */
type ReadFault = "unasked" | "malformed" | "too-large";

type ClientHooks = {
  nextRequest(): Buffer;
  /** Of a mix: which operation the next request was of. */
  operation(): number;
  /** The head of a response has announced that the connection ends after it. */
  announced(): void;
  responded(): void;
  measured(status: number, latencyMs: number, operation: number): void;
  timedOut(): void;
  stopped(): void;
};

/** The only place, with bounded-parser.ts, that uses private members of autocannon and of http-parser-js. */
export class AutocannonClient {
  /** Requests that autocannon wanted to send while the last chunk was being parsed. */
  owed = 0;
  readonly #client: EventEmitter & ClientMembers;
  readonly #hooks: ClientHooks;
  readonly #send: () => void;
  readonly #inFlight = new FlightTimes();
  readonly #known = new KnownHead();
  /** The chunk that the parser reads, and the offset of the response in it: -1 if it began in an earlier chunk. */
  #chunk: Buffer = NOTHING;
  #beginsAt = -1;
  #fault: ReadFault | undefined;
  #ended: () => void = () => {};
  #bounds: ReturnType<typeof boundParser> | undefined;

  /** Wraps a client from `setupClient`. `timeoutMs` limits each response. */
  constructor(client: EventEmitter, timeoutMs: number, hooks: ClientHooks) {
    // The compiler cannot check the private members; the test does.
    const own = client as EventEmitter & ClientMembers;
    this.#client = own;
    this.#hooks = hooks;
    this.#send = own._doRequest.bind(own);
    own.timeout = timeoutMs;
    own.getRequestBuffer = () => {
      const request = hooks.nextRequest();
      this.#inFlight.label(hooks.operation());
      return request;
    };
    own._doRequest = () => {
      this.owed += 1;
    };
    own._connect = () => {};
    own._destroyConnection = () => (own.destroyed ? hooks.stopped() : hooks.timedOut());
    own.pipelinedRequests = this.#inFlight;
  }

  get underWay(): number {
    return this.#inFlight.size();
  }

  /** The operations of the requests in flight, oldest first. */
  operationsUnderWay(): number[] {
    return this.#inFlight.operations();
  }

  /** Wraps the parser. Called once; autocannon sets its callbacks after `setupClient`. */
  wrapParser(): void {
    const { parser } = this.#client;
    // autocannon's own statistics are not used.
    this.#client.removeAllListeners("response");
    this.#client.on("response", (status: number, _bytes: number, ms: number) =>
      this.#hooks.measured(status, ms, this.#inFlight.ended),
    );
    this.#bounds = boundParser(parser);
    const onHead = parser[ON_HEAD];
    const onEnd = parser[ON_END];
    let interim = false;
    parser[ON_HEAD] = (info) => {
      const { statusCode: status, shouldKeepAlive } = info;
      interim = status < 200 && status !== SWITCHING;
      const { body_bytes: length } = parser;
      if (this.underWay === 0) this.#fault = "unasked";
      // A length that is not a number would keep the parser waiting forever.
      else if (length !== null && !(length >= 0)) this.#fault ??= "malformed";
      if (interim || this.#fault !== undefined) return NO_BODY;
      if (!shouldKeepAlive || status === SWITCHING) this.#hooks.announced();
      onHead(info);
      const bodyless = BODYLESS.has(status);
      this.#learn(info, bodyless ? 0 : length);
      return bodyless ? NO_BODY : undefined;
    };
    this.#ended = () => {
      this.#hooks.responded();
      onEnd();
    };
    parser[ON_END] = () => {
      this.#beginsAt = parser.offset;
      if (!interim && this.#fault === undefined) this.#ended();
    };
  }

  /** Uses a socket that is being opened. The time for a response starts again. */
  use(socket: Socket): void {
    this.#client.timeoutTicker.reschedule(this.#client.timeout);
    this.#client.conn = socket;
    this.#fault = undefined;
  }

  carryOn(socket: Socket): void {
    this.#client.conn = socket;
  }

  /** Starts to read at the beginning of a response: the socket is open. */
  opened(): void {
    this.#client.parser.reinitialize("RESPONSE");
    this.#known.forget();
  }

  send(requests: number): void {
    const { conn } = this.#client;
    if (requests > 1) conn.cork();
    for (let nth = 0; nth < requests; nth += 1) this.#send();
    if (requests > 1) conn.uncork();
  }

  read(chunk: Buffer): ReadFault | undefined {
    const { parser } = this.#client;
    this.owed = 0;
    const atRest = parser.state === AT_REST && parser.line === "";
    const from = atRest ? this.#readKnown(chunk) : 0;
    if (from === chunk.length) return undefined;
    this.#chunk = from === 0 ? chunk : chunk.subarray(from);
    this.#beginsAt = atRest ? 0 : -1;
    const read = parser.execute(this.#chunk);
    const begun = read instanceof Error || parser.state !== AT_REST || parser.line !== "";
    // The next bytes on this connection could be matched with the wrong request.
    if (this.#fault === "unasked" || (begun && this.underWay === 0)) return "unasked";
    if (read instanceof Error) return TOO_LARGE.test(read.message) ? "too-large" : "malformed";
    return this.#fault;
  }

  /** Reads complete responses whose head is known. Returns where they end. */
  #readKnown(chunk: Buffer): number {
    let from = 0;
    while (this.#inFlight.size() > 0) {
      const length = this.#known.lengthAt(chunk, from);
      if (length === 0 || this.#known.head === undefined) break;
      from += length;
      this.#inFlight.setHeaders(this.#known.head);
      this.#ended();
    }
    // As the parser does at the end of a response: empty lines may have come before the first one.
    if (from > 0) this.#bounds?.forgetLines();
    return from;
  }

  /** Remembers a head that describes its response completely: it has a length, and the connection stays open. */
  #learn(head: { statusCode: number; shouldKeepAlive: boolean }, length: number | null): void {
    const says =
      head.shouldKeepAlive && head.statusCode !== SWITCHING && Number.isSafeInteger(length);
    if (!says || length === null || this.#beginsAt < 0) return this.#known.forget();
    const bytes = this.#chunk.subarray(this.#beginsAt, this.#client.parser.offset);
    return this.#known.learn(bytes, length, head);
  }

  /** The connection has closed: a body that lasts until the close is complete. */
  finish(): void {
    this.#client.parser.finish();
  }

  forget(): void {
    this.#inFlight.clear();
  }
}
