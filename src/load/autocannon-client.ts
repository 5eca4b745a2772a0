import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { DEFAULT_READ_LIMIT_BYTES } from "../options/limits.ts";

/**
 * Private members of a client of autocannon 9.0.0. autocannon-client.test.ts constructs a real
 * client and fails by name if one is missing.
 */
export type ClientMembers = {
  /** The socket that requests are written to. Set to a socket that GuardedClient opened. */
  conn: Socket;
  /** Reads the responses. Its callbacks are wrapped and its limits set. */
  parser: ParserMembers;
  /** Requests in flight, oldest first: one is matched with each response. */
  pipelinedRequests: QueueMembers;
  /**
   * True once autocannon has stopped: distinguishes the final `_destroyConnection` from a timeout.
   */
  destroyed: boolean;
  /**
   * Limit for a response in milliseconds. Set here, because the public option has a minimum of 1 s.
   */
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

/** Private members of autocannon's queue of requests in flight. */
export type QueueMembers = {
  /** How many requests are in flight. */
  size(): number;
  /** Forgets them all. Called when a connection ends, because autocannon keeps them. */
  clear(): void;
  /** Keep bodies and byte counts of responses. Replaced, because nothing uses them. */
  addBody(data: Buffer): void;
  addByteCount(bytes: number): void;
};

/** Members of http-parser-js 0.5 that are not part of the interface of Node's parser. */
export type ParserMembers = {
  /** Reads a chunk. */
  execute(chunk: Buffer): number | Error;
  /** Ends a body that lasts until the connection closes. */
  finish(): Error | undefined;
  /** Resets the parser; it is the constructor, and resets `maxHeaderSize`. Wrapped. */
  reinitialize(type: "RESPONSE"): void;
  /** Bytes of a head. Set to the read limit of `run`. */
  maxHeaderSize: number;
  /** Position in the chunk. Read to count the bytes of a section. */
  offset: number;
  /** Returns the next line, or undefined if its line feed has not arrived. Wrapped to limit it. */
  consumeLine(): string | undefined;
  /** Adds a header line. Wrapped, because a folded line of spaces takes quadratic time. */
  parseHeader(line: string, headers: string[]): void;
  /** Reads the line before a chunk. Wrapped to check the chunk size. */
  BODY_CHUNKHEAD(): void;
  /** The expected next part, and the received part of a line: is a response unfinished? */
  state: string;
  line: string;
  /** The value of Content-Length, or the size of the chunk; null without one. */
  body_bytes: number | null;
  /** Callback for a head; returns 1 for a response that has no body. Wrapped. */
  2: (info: { statusCode: number; shouldKeepAlive: boolean }) => unknown;
  /** Callback for the end of a response. Wrapped. */
  4: () => unknown;
};

const ON_HEAD = 2;
const ON_END = 4;
/** What the head callback returns for a response that has no body. */
const NO_BODY = 1;
const BODYLESS = new Set([204, 304]);
const SWITCHING = 101;
/** The parser's state between two responses. */
const AT_REST = "RESPONSE_LINE";
/** States that read one line, in any number of chunks. */
const CHUNK_LINES = new Set(["BODY_CHUNKHEAD", "BODY_CHUNKEMPTYLINE"]);
/** The headers that the parser itself uses; no others are needed. */
const MEANINGFUL = new Set(["connection", "content-length", "transfer-encoding", "upgrade"]);
const MEANINGFUL_LENGTHS = new Set(Array.from(MEANINGFUL, (name) => name.length));
/** The parser's errors for a head, a trailer section or a line over the limit. */
const TOO_LARGE = /^(max header size exceeded|section over \d+ bytes)$/;

/** Why reading a connection cannot continue. `unasked`: a response without a waiting request. */
export type ReadFault = "unasked" | "malformed" | "too-large";

/** What a client needs and reports. */
export type ClientHooks = {
  /** Returns the bytes of the next request. */
  nextRequest(): Buffer;
  /** The head of a response has announced that the connection ends after it. */
  announced(): void;
  /** A response is complete. */
  responded(): void;
  /** The same response, with its latency. */
  measured(status: number, latencyMs: number): void;
  /** A request had no response in time. */
  timedOut(): void;
  /** autocannon has stopped. */
  stopped(): void;
};

/** The only place that uses private members of autocannon and of http-parser-js. */
export class AutocannonClient {
  /** Requests that autocannon wanted to send while the last chunk was being parsed. */
  owed = 0;
  readonly #client: ClientMembers;
  readonly #hooks: ClientHooks;
  readonly #send: () => void;
  #fault: ReadFault | undefined;

  /** Wraps a client from `setupClient`. `timeoutMs` limits each response. */
  constructor(client: EventEmitter, timeoutMs: number, hooks: ClientHooks) {
    // The compiler cannot check the private members; the test does.
    const own = client as EventEmitter & ClientMembers;
    this.#client = own;
    this.#hooks = hooks;
    this.#send = own._doRequest.bind(own);
    own.timeout = timeoutMs;
    own.getRequestBuffer = () => hooks.nextRequest();
    own._doRequest = () => {
      this.owed += 1;
    };
    own._connect = () => {};
    own._destroyConnection = () => (own.destroyed ? hooks.stopped() : hooks.timedOut());
    own.pipelinedRequests.addBody = () => {};
    own.pipelinedRequests.addByteCount = () => {};
    client.on("response", (status: number, _bytes: number, ms: number) =>
      hooks.measured(status, ms),
    );
  }

  /** How many requests are in flight. */
  get underWay(): number {
    return this.#client.pipelinedRequests.size();
  }

  /** Wraps the parser. Called once; autocannon sets its callbacks after `setupClient`. */
  wrapParser(): void {
    const { parser } = this.#client;
    boundParser(parser);
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
      return BODYLESS.has(status) ? NO_BODY : undefined;
    };
    parser[ON_END] = () => {
      if (interim || this.#fault !== undefined) return;
      this.#hooks.responded();
      onEnd();
    };
  }

  /** Uses a socket that is being opened. The time for a response starts again. */
  use(socket: Socket): void {
    this.#client.timeoutTicker.reschedule(this.#client.timeout);
    this.#client.conn = socket;
    this.#fault = undefined;
  }

  /** The same connection continues as this socket: TLS is above it. */
  carryOn(socket: Socket): void {
    this.#client.conn = socket;
  }

  /** Starts to read at the beginning of a response: the socket is open. */
  opened(): void {
    this.#client.parser.reinitialize("RESPONSE");
  }

  /** Sends the next request. */
  send(): void {
    this.#send();
  }

  /** Reads a chunk. Returns why reading cannot continue; undefined if it can. */
  read(chunk: Buffer): ReadFault | undefined {
    const { parser } = this.#client;
    this.owed = 0;
    const read = parser.execute(chunk);
    const begun = read instanceof Error || parser.state !== AT_REST || parser.line !== "";
    // The next bytes on this connection could be matched with the wrong request.
    if (this.#fault === "unasked" || (begun && this.underWay === 0)) return "unasked";
    if (read instanceof Error) return TOO_LARGE.test(read.message) ? "too-large" : "malformed";
    return this.#fault;
  }

  /** The connection has closed: a body that lasts until the close is complete. */
  finish(): void {
    this.#client.parser.finish();
  }

  /** Forgets the requests in flight. */
  forget(): void {
    this.#client.pipelinedRequests.clear();
  }
}

/**
 * Limits the effect of a server on http-parser-js 0.5. The parser has no limit on trailer sections
 * and lines of the chunked coding. A folded line of spaces takes it quadratic time. A negative
 * chunk size makes it loop forever, because it goes back in the bytes. It treats a chunk size that
 * is not a number as the last chunk. Heads are read up to the limit of `run`, not up to 80 KiB.
 * Only the headers that the parser itself needs are kept: 100,000 others took seconds.
 */
function boundParser(parser: ParserMembers): void {
  const { consumeLine, parseHeader, reinitialize, BODY_CHUNKHEAD } = parser;
  /** Bytes of the lines of a head, a trailer section, or one line of the chunked coding. */
  let section = 0;
  /** Keeps the header line that a folded one would continue. */
  let kept = false;
  parser.maxHeaderSize = DEFAULT_READ_LIMIT_BYTES;
  parser.reinitialize = (type) => {
    reinitialize.call(parser, type);
    parser.maxHeaderSize = DEFAULT_READ_LIMIT_BYTES;
    section = 0;
  };
  parser.consumeLine = () => {
    const from = parser.offset;
    const line = consumeLine.call(parser);
    section += parser.offset - from;
    if (section > DEFAULT_READ_LIMIT_BYTES)
      throw new Error(`section over ${DEFAULT_READ_LIMIT_BYTES} bytes`);
    if (line !== undefined && CHUNK_LINES.has(parser.state)) section = 0;
    return line;
  };
  parser.parseHeader = (line, headers) => {
    const isFold = line.startsWith(" ") || line.startsWith("\t");
    if (!isFold) {
      kept = isMeaningful(line);
      if (kept || line.includes("\r")) parseHeader.call(parser, line, headers);
      return;
    }
    const last = headers.length - 1;
    if (kept && last > 0) headers[last] = `${headers[last]} ${line.trim()}`;
  };
  parser.BODY_CHUNKHEAD = () => {
    BODY_CHUNKHEAD.call(parser);
    if (parser.state !== "BODY_CHUNKHEAD" && !((parser.body_bytes ?? 0) >= 0))
      throw new Error("chunk size");
  };
}

/** Whether a header line affects the framing of a response or the end of its connection. */
function isMeaningful(line: string): boolean {
  const colon = line.indexOf(":");
  return MEANINGFUL_LENGTHS.has(colon) && MEANINGFUL.has(line.slice(0, colon).toLowerCase());
}
