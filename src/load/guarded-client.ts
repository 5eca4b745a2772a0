import type { Client } from "autocannon";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { BaseUrl } from "../contract/base-url.ts";
import type { Unanswered } from "../model/load.ts";
import { machineFault } from "../machine-fault.ts";
import { endingOf } from "../send/outcome.ts";
import { boundParser, parserEnding } from "./bounded-parser.ts";
import type { RequestRing } from "./request-ring.ts";
import type { SlotTally } from "./slot-tally.ts";

/** Keys of http-parser-js's callbacks. */
const ON_HEAD = 2;
const ON_MESSAGE = 4;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

/** What the parser takes for "this response has no body". */
const NO_BODY = 1;
const BODYLESS = new Set([204, 304]);
const SWITCHING = 101;
/** The parser's state between two responses. */
const AT_REST = "RESPONSE_LINE";

type Ending = keyof Unanswered;

/** The address that a connection was opened to: the next one is opened there without looking the name up. */
export type KnownAddress = { address?: string | undefined };

/**
 * Makes a client of autocannon match every response with its own request, whatever becomes of its
 * connections. autocannon 9.0.0 reconnects with the old queue and the old parser, looks at no
 * `Connection: close`, takes any certificate and retries without a pause; so connecting, reading
 * and leaving a connection are done here. It leans on private members: the version is pinned.
 */
export class GuardedClient {
  readonly #client: Client;
  readonly #target: BaseUrl;
  readonly #insecure: boolean;
  readonly #tally: SlotTally;
  readonly #known: KnownAddress;
  readonly #failed: (fault: Error) => void;
  readonly #send: () => void;
  #idleSinceMs = performance.now();
  #guarded = false;
  #opened = false;
  /** Connections in a row that were opened and brought no answer. */
  #fruitless = 0;
  #interim = false;
  /** Requests to be sent once the bytes at hand have been read. */
  #owed = 0;
  #reading = false;
  /** A response has come that no request was waiting for. */
  #unasked = false;
  /** A response has a head that cannot be believed. */
  #broken = false;
  /** A response has announced the end of the connection; it has come to its own end. */
  #lastOne = false;
  #lastDone = false;
  #closing: NodeJS.Immediate | undefined;
  #started = false;
  #pauseTimer: NodeJS.Timeout | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #halted = false;

  constructor(
    client: Client,
    options: {
      target: BaseUrl;
      insecure: boolean;
      tally: SlotTally;
      ring: RequestRing;
      known: KnownAddress;
      /** Called where this machine, not the target, is why a connection cannot be opened. */
      failed: (fault: Error) => void;
    },
  ) {
    this.#client = client;
    this.#target = options.target;
    this.#insecure = options.insecure;
    this.#tally = options.tally;
    this.#known = options.known;
    this.#failed = options.failed;
    this.#send = client._doRequest.bind(client);
    client.getRequestBuffer = () => options.ring.next();
    client._doRequest = () => this.#request();
    client._connect = () => this.#connect();
    client._destroyConnection = () => this.#giveUp();
    client.pipelinedRequests.addBody = () => {};
    client.pipelinedRequests.addByteCount = () => {};
    client.on("response", (status: number, _bytes: number, ms: number) => {
      this.#tally.answer(status, ms * 1000);
    });
  }

  /** Requests under way. */
  get underWay(): number {
    return this.#client.pipelinedRequests.size();
  }

  /** Opens the connection: clients are all made before the clock starts. */
  start(): void {
    this.#started = true;
    this.#idleSinceMs = performance.now();
    this.#connect();
  }

  /** Sends nothing more and opens nothing more; answers are still read. */
  halt(): void {
    this.#halted = true;
    clearTimeout(this.#pauseTimer);
    if (!this.#opened || this.#lastDone) this.#countOpening();
  }

  /** A request that is sent while bytes are being read could be matched with what is read next. */
  #request(): void {
    if (this.#reading) this.#owed += 1;
    else if (!this.#halted && !this.#lastOne) {
      this.#tally.sent += 1;
      this.#send();
    }
  }

  /** autocannon puts its callbacks in place after it has handed over the client. */
  #guardParser(): void {
    this.#guarded = true;
    const { parser } = this.#client;
    boundParser(parser);
    const onHead = parser[ON_HEAD];
    const onMessage = parser[ON_MESSAGE];
    parser[ON_HEAD] = (info) => {
      const status = info?.statusCode ?? 0;
      this.#interim = status < 200 && status !== SWITCHING;
      if (this.underWay === 0) this.#unasked = true;
      // A length that is no number would keep the parser waiting for ever.
      const { body_bytes: length } = parser;
      if (length !== null && !(length >= 0)) this.#broken = true;
      if (this.#interim || this.#unasked || this.#broken) return NO_BODY;
      if (info?.shouldKeepAlive === false || status === SWITCHING) this.#lastOne = true;
      onHead?.(info);
      return BODYLESS.has(status) ? NO_BODY : undefined;
    };
    parser[ON_MESSAGE] = () => {
      if (this.#interim || this.#unasked || this.#broken) return;
      this.#fruitless = 0;
      this.#pauseMs = FIRST_PAUSE_MS;
      if (this.#lastOne && !this.#lastDone) {
        this.#lastDone = true;
        this.#idleSinceMs = performance.now();
      }
      onMessage?.();
    };
  }

  #connect(): void {
    if (!this.#started || this.#halted || this.#client.destroyed) return;
    if (!this.#guarded) this.#guardParser();
    // The time for an answer does not run while there is no connection to get it on.
    this.#client.timeoutTicker.reschedule(this.#client.timeout);
    const socket = this.#open();
    this.#client.conn = socket;
    this.#opened = false;
    this.#broken = false;
    this.#lastOne = false;
    this.#lastDone = false;
    this.#unasked = false;
    const secure = this.#target.protocol === "https:";
    socket.once(secure ? "secureConnect" : "connect", () => this.#begin(socket));
    socket.on("data", (chunk: Buffer) => this.#read(socket, chunk));
    socket.once("end", () => this.#leave(socket, "closed"));
    socket.once("error", (error) => {
      const fault = machineFault(error);
      if (fault !== undefined) this.#failed(fault);
      this.#leave(socket, endingOf(error)?.outcome ?? "unreachable");
    });
    socket.once("close", () => this.#leave(socket, "closed"));
  }

  #open(): Socket {
    const { hostname, port, protocol } = this.#target;
    const host = this.#known.address ?? hostname;
    // One write for each request: only more than one under way could wait for each other.
    const noDelay = this.#client.opts.pipelining > 1;
    if (protocol === "http:") return connect({ host, port, noDelay });
    return connectTls({
      host,
      port,
      rejectUnauthorized: !this.#insecure,
      ALPNProtocols: ["http/1.1"],
      ...(isIP(hostname) === 0 && { servername: hostname }),
    }).setNoDelay(noDelay);
  }

  #begin(socket: Socket): void {
    this.#known.address ??= socket.remoteAddress;
    this.#opened = true;
    this.#fruitless += 1;
    if (this.#tally.endedMs === undefined) this.#tally.opened += 1;
    if (!this.#halted) this.#countOpening();
    this.#client.parser.reinitialize("RESPONSE");
    for (let nth = 0; nth < this.#client.opts.pipelining; nth += 1) this.#request();
  }

  #countOpening(): void {
    this.#tally.openingUs += (performance.now() - this.#idleSinceMs) * 1000;
  }

  #read(socket: Socket, chunk: Buffer): void {
    if (this.#tally.endedMs === undefined) this.#tally.receivedBytes += chunk.length;
    const { parser } = this.#client;
    this.#owed = 0;
    this.#reading = true;
    const read = parser.execute(chunk);
    this.#reading = false;
    const begun = read instanceof Error || parser.state !== AT_REST || parser.line !== "";
    if (this.#unasked || (begun && this.underWay === 0)) {
      // Whatever came next on this connection could belong to the wrong request.
      this.#tally.unasked += 1;
      this.#leave(socket, "malformed");
    } else if (read instanceof Error) this.#leave(socket, parserEnding(read));
    else if (this.#broken) this.#leave(socket, "malformed");
    else if (this.#lastDone) this.#awaitClose();
    else for (; this.#owed > 0; this.#owed -= 1) this.#request();
  }

  /** An announced close usually comes with the answer; a server that leaves it to the client is not waited for. */
  #awaitClose(): void {
    const socket = this.#client.conn;
    this.#closing ??= setImmediate(() => this.#leave(socket, "closed"));
  }

  /** The connection is over: what was under way on it gets no answer, and a new one is opened. */
  #leave(socket: Socket, ending: Ending): void {
    if (socket !== this.#client.conn || this.#client.destroyed) return;
    // A body that lasts until the close is whole now.
    if (ending === "closed" && this.underWay > 0 && !this.#lastDone) this.#client.parser.finish();
    this.#detach(socket);
    if (!this.#opened) {
      this.#known.address = undefined;
      this.#tally.notOpened(ending);
    } else if (!this.#lastDone) this.#idleSinceMs = performance.now();
    this.#settle(ending);
    const again = this.#opened && this.#fruitless <= 1;
    this.#opened = false;
    if (again) this.#connect();
    else this.#connectLater();
  }

  #connectLater(): void {
    if (this.#halted) return;
    this.#pauseTimer = setTimeout(() => this.#connect(), this.#pauseMs);
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, this.#pauseMs * 2);
  }

  #settle(ending: Ending): void {
    const left = this.underWay;
    this.#client.pipelinedRequests.clear();
    const withdrawn = this.#lastOne ? Math.max(0, left - (this.#lastDone ? 0 : 1)) : 0;
    if (this.#tally.endedMs === undefined) this.#tally.withdrawn += withdrawn;
    this.#tally.unanswered(ending, left - withdrawn);
  }

  /** autocannon lets go of a connection: a request was not answered in time, or all is over. */
  #giveUp(): void {
    const socket = this.#client.conn;
    clearTimeout(this.#pauseTimer);
    if (socket === undefined) return;
    const opening = !this.#opened && !socket.destroyed;
    this.#detach(socket);
    if (this.#client.destroyed) return;
    if (opening) this.#tally.notOpened("timed-out");
    if (this.#opened) this.#idleSinceMs = performance.now();
    this.#settle("timed-out");
    this.#opened = false;
  }

  #detach(socket: Socket): void {
    clearImmediate(this.#closing);
    this.#closing = undefined;
    socket.removeAllListeners();
    socket.on("error", () => {});
    socket.destroy();
  }
}
