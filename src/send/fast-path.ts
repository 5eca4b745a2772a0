import type { Socket } from "node:net";
import { errors } from "undici";
import type { ExchangeHandler } from "./exchange-handler.ts";
import { nowUs } from "./sender.ts";
import type { TappedResponse } from "./tapped-response.ts";

/**
 * For so long after an exchange of its own, undici does not close a connection because it is idle: at least a second
 * (`keepAliveTimeout` and what a server may promise), less the time until it takes over.
 */
const OPEN_US = 500_000;
/** undici marks what it has destroyed, and does not destroy that again. */
const DESTROYED = Symbol.for("nodejs.stream.destroyed");
/** undici takes over an exchange that takes longer. */
export const LONGEST_FAST_MS = 100;

/** An exchange on the fast path. */
export type FastExchange = {
  /** The bytes that undici would write. */
  request: Buffer;
  handler: ExchangeHandler;
  tapped: TappedResponse;
  /** It is in progress: from now on, it may be slow. */
  begun: () => void;
  /** Has undici send the request. */
  dispatch: () => void;
  /** Keeps undici from sending it. */
  abandon: () => void;
};

/**
 * Requests on a kept connection of undici that it does not hear of as long as all goes well: the bytes that it would write
 * are written, and a plain response is read. Where anything else comes, or nothing for a while, undici sends the request
 * without its bytes being written again, and reads what has come (`decisions/0019-a-fast-path.md`).
 */
export class FastPath {
  readonly #socket: Socket;
  readonly #write: (bytes: Buffer) => void;
  readonly #responded: () => void;
  #openUntilUs = 0;
  #current: FastExchange | undefined;
  #passing: FastExchange | undefined;
  /** What has arrived for undici since it was to take over. */
  #held: Buffer[] = [];

  /** `responded` is called before the handler gets a response. */
  constructor(socket: Socket, responded: () => void) {
    this.#socket = socket;
    this.#write = socket.write.bind(socket);
    this.#responded = responded;
  }

  /** Nobody else may read what the socket has. */
  get isHeld(): boolean {
    return this.#passing !== undefined;
  }

  /** The next request may be sent on it. */
  get isOpen(): boolean {
    return nowUs() < this.#openUntilUs;
  }

  /** undici has had an exchange on this connection, to its end. */
  noteOrdinary({ isPlain }: TappedResponse): void {
    this.#openUntilUs = isPlain ? nowUs() + OPEN_US : 0;
  }

  /** Sends the request, a turn later, as undici does: what nobody has asked for arrives before. */
  send(exchange: FastExchange): void {
    setImmediate(() => {
      const { handler, dispatch, request } = exchange;
      if (handler.isOver) return;
      const { destroyed, readableEnded, readableLength } = this.#socket;
      if (destroyed || readableEnded || readableLength > 0) return dispatch();
      this.#current = exchange;
      handler.onRequestStart();
      exchange.begun();
      return this.#write(request);
    });
  }

  /** Takes what the socket has received, in memory that is used again. False if reading has to stop for now. */
  take(chunk: Buffer): boolean {
    const exchange = this.#current;
    const response = exchange?.tapped.takePlain(chunk);
    if (exchange !== undefined && response !== undefined) {
      this.#current = undefined;
      this.#responded();
      exchange.handler.onPlainResponse(response);
      return true;
    }
    this.#passOn();
    const bytes = Buffer.from(chunk);
    if (this.isHeld) this.#held.push(bytes);
    // What comes next could end the stream before undici has read this.
    return this.#socket.push(bytes) && !this.isHeld;
  }

  /**
   * Whether undici must not destroy the connection with this error: a timer of its own says that the connection is idle, and
   * it is not. That happens after this process was held up.
   */
  isKeptFrom(error: Error | undefined): boolean {
    const isUsed = this.#current !== undefined || this.isHeld;
    if (!isUsed || !(error instanceof errors.InformationalError)) return false;
    queueMicrotask(() => Reflect.deleteProperty(this.#socket, DESTROYED));
    return true;
  }

  /** Whether there is an exchange. If it began before this time, undici takes over. */
  isSlow(beforeUs: number): boolean {
    const exchange = this.#current;
    if (exchange === undefined) return false;
    if (exchange.handler.startedUs < beforeUs) this.#passOn();
    return true;
  }

  /** Has undici take over the exchange, if there is one. */
  #passOn(): void {
    const exchange = this.#current;
    if (exchange === undefined) return;
    this.#current = undefined;
    this.#passing = exchange;
    const socket = this.#socket;
    const { write } = socket;
    socket.write = (): boolean => {
      if (this.#passing === exchange)
        queueMicrotask(() => {
          socket.write = write;
          this.#passing = undefined;
          this.#held = [];
          socket.emit("readable");
        });
      return true;
    };
    exchange.dispatch();
  }

  /** The connection has ended, and how is known: whatever the exchange got is all. */
  fail(): void {
    const error = this.#socket.errored ?? new errors.SocketError("other side closed");
    const exchange = this.#current ?? this.#passing;
    if (exchange === undefined) return;
    const isPassing = this.#passing === exchange;
    this.#current = undefined;
    for (const each of this.#held.splice(0)) exchange.tapped.push(each);
    exchange.handler.onResponseError(undefined, error);
    if (isPassing) exchange.abandon();
  }
}
