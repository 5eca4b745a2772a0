import type { Socket } from "node:net";
import { undiciErrors } from "./undici.ts";
import type { ExchangeHandler } from "./exchange-handler.ts";
import { nowUs } from "./sender.ts";
import type { TappedResponse } from "./tapped-response.ts";

/** How long undici surely does not close an idle connection: a second, less the time until it takes over. */
const OPEN_US = 500_000;
/** undici marks a socket that it has destroyed, and does not destroy it again. */
const DESTROYED = Symbol.for("nodejs.stream.destroyed");
/** undici takes over an exchange that takes longer. */
export const LONGEST_FAST_MS = 100;

export type FastExchange = {
  request: Buffer;
  handler: ExchangeHandler;
  tapped: TappedResponse;
  begun: () => void;
  dispatch: () => void;
  abandon: () => void;
};

/** Sends on a kept connection without undici while responses are plain; else undici takes over, also the received bytes (decisions/0019). */
export class FastPath {
  readonly #socket: Socket;
  readonly #write: (bytes: Buffer) => void;
  readonly #responded: () => void;
  #openUntilUs = 0;
  #current: FastExchange | undefined;
  #passing: FastExchange | undefined;
  #held: Buffer[] = [];

  /** `responded` is called before the handler gets a response. */
  constructor(socket: Socket, responded: () => void) {
    this.#socket = socket;
    this.#write = socket.write.bind(socket);
    this.#responded = responded;
  }

  get isHeld(): boolean {
    return this.#passing !== undefined;
  }

  get isOpen(): boolean {
    return nowUs() < this.#openUntilUs;
  }

  /** undici has had an exchange on this connection, to its end. */
  reopenFastPath({ isPlain }: TappedResponse): void {
    this.#openUntilUs = isPlain ? nowUs() + OPEN_US : 0;
  }

  /** Sends the request one turn later, as undici does: unsolicited bytes arrive before. */
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

  /** Takes bytes that the socket has received, in memory that is used again. False if reading must stop for now. */
  take(chunk: Buffer): boolean {
    const exchange = this.#current;
    const response = exchange?.tapped.takePlain(chunk);
    if (exchange !== undefined && response !== undefined) {
      this.#current = undefined;
      this.#responded();
      exchange.handler.onPlainResponse(response);
      return true;
    }
    this.#handToUndici();
    const bytes = Buffer.from(chunk);
    if (this.isHeld) this.#held.push(bytes);
    // What comes next could end the stream before undici has read this.
    return this.#socket.push(bytes) && !this.isHeld;
  }

  /** Whether undici must not destroy the connection: its timer calls it idle because this process was held up. */
  ignoresIdleTimeout(error: Error | undefined): boolean {
    const isUsed = this.#current !== undefined || this.isHeld;
    if (!isUsed || !(error instanceof undiciErrors.InformationalError)) return false;
    queueMicrotask(() => Reflect.deleteProperty(this.#socket, DESTROYED));
    return true;
  }

  isSlow(beforeUs: number): boolean {
    const exchange = this.#current;
    if (exchange === undefined) return false;
    if (exchange.handler.startedUs < beforeUs) this.#handToUndici();
    return true;
  }

  #handToUndici(): void {
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
    const error = this.#socket.errored ?? new undiciErrors.SocketError("other side closed");
    const exchange = this.#current ?? this.#passing;
    if (exchange === undefined) return;
    const isPassing = this.#passing === exchange;
    this.#current = undefined;
    for (const each of this.#held.splice(0)) exchange.tapped.push(each);
    exchange.handler.onResponseError(undefined, error);
    if (isPassing) exchange.abandon();
  }
}
