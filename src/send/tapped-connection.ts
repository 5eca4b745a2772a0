import { type Filling, PIECE_BYTES, type Pieces, renderPieces } from "../generate/index.ts";
import type { ClientRequest, ConnectionEnd } from "../model/index.ts";
import type { Socket } from "node:net";
import { FastPath } from "./fast-path.ts";
import { drainBeforeWriteError, isRefusal, type ServerEnd, serverEndOf } from "./outcome.ts";
import type { TappedResponse } from "./tapped-response.ts";
import { type SenderOptions, TimeLimit } from "./sender.ts";
import { openConnection } from "./connect.ts";
import type { ExchangeHandler } from "./exchange-handler.ts";
import { UndiciClient } from "./undici.ts";

/** Memory for stand-ins. It is never written or sent, so the system never allocates its pages. */
let blank = Buffer.alloc(0);

const standIns = new WeakMap<Buffer, Pieces>();

/** The body for undici: it takes large ones only as one buffer, so it gets a stand-in, and `piecesFor` writes the pieces. */
export function bodyFor(template: ClientRequest["body"], filling: Filling): Buffer | null {
  const body = renderPieces(template, filling);
  if (body.bytes === 0) return null;
  if (body.bytes <= PIECE_BYTES) return [...body.pieces()][0] ?? null;
  if (blank.length < body.bytes) blank = Buffer.alloc(body.bytes);
  const standIn = blank.subarray(0, body.bytes);
  standIns.set(standIn, body);
  return standIn;
}

/** The pieces to write instead of a stand-in; undefined for any other bytes. */
const piecesFor = (chunk: unknown): Iterable<Buffer> | undefined =>
  Buffer.isBuffer(chunk) ? standIns.get(chunk)?.pieces() : undefined;

/**
 * A connection of the ordinary client whose bytes are tapped, and which is watched after a response: its end is `kept`
 * only once something shows that the server did not close it. undici destroys the socket as soon as it refuses data,
 * often before the response is complete. Then the socket stays open until the bytes show whether the response is
 * complete. undici gets no more bytes, and gets its own error when the socket is really destroyed. It also gets no more
 * bytes of a head that exceeds the limit for the ordinary client.
 */
export class TappedConnection {
  readonly socket: Socket;
  readonly fast: FastPath;
  used = 0;
  /** Resolves when watching after a response has ended; undefined if nothing is watched. */
  watching: Promise<ConnectionEnd> | undefined;
  /** Why the client has refused the current response, if the socket was kept until its end. */
  refusal: Error | undefined;
  #current: TappedResponse | undefined;
  #watched: ((end: ConnectionEnd) => void) | undefined;
  #limit: TimeLimit | undefined;

  constructor(socket: Socket) {
    this.socket = socket;
    drainBeforeWriteError(socket);
    this.fast = new FastPath(socket, () => this.settle("kept"));
    const read = socket.read.bind(socket);
    const destroy = socket.destroy.bind(socket);
    // undici reads in the handler of `readable`: all its data passes here.
    socket.read = (size?: number): unknown => {
      if (this.fast.isHeld && size !== 0) return null;
      const chunk: unknown = read(size);
      if (Buffer.isBuffer(chunk)) this.#receive(chunk);
      if (!this.#isWithheld()) return chunk;
      for (let more: unknown = read(); more !== null; more = read())
        if (Buffer.isBuffer(more)) this.#receive(more);
      return null;
    };
    socket.destroy = (error?: Error) => {
      if (this.fast.ignoresIdleTimeout(error)) return socket;
      if (this.#isHeldBack(error)) this.refusal = error;
      else destroy(this.refusal ?? error);
      return socket;
    };
    const write = socket.write.bind(socket) as (chunk: unknown, ...rest: unknown[]) => boolean;
    socket.write = (chunk: unknown, ...rest: unknown[]): boolean => {
      const pieces = piecesFor(chunk);
      if (pieces === undefined) return write(chunk, ...rest);
      let isDrained = true;
      for (const piece of pieces) isDrained = write(piece);
      return isDrained;
    };
    // Registered before undici listens: the end is recorded before undici handles it.
    socket.once("end", () => this.#end());
    socket.once("close", () => this.#end());
  }

  begin(response: TappedResponse): void {
    this.used += 1;
    this.#current = response;
  }

  /** The end of the connection: `closed` or `reset` by the server, `kept` on a later response or after `lingerMs`. */
  watch(lingerMs: number): Promise<ConnectionEnd> {
    this.#limit ??= new TimeLimit(lingerMs, () => this.settle("kept"));
    this.#limit.start();
    this.watching = new Promise((resolve) => (this.#watched = resolve));
    return this.watching;
  }

  settle(end: ConnectionEnd): void {
    const watched = this.#watched;
    if (watched === undefined) return;
    this.#limit?.stop();
    this.#watched = undefined;
    this.watching = undefined;
    watched(end);
  }

  /** How the server ended the connection; undefined if it is open, or the client refused first. */
  serverEnd(): ServerEnd | undefined {
    return this.refusal === undefined ? serverEndOf(this.socket) : undefined;
  }

  ended(): ConnectionEnd | undefined {
    const end = this.serverEnd();
    if (end !== undefined) return end;
    return this.socket.destroyed ? "closed-by-client" : undefined;
  }

  /** The client has refused a response whose bytes do not show yet whether it is complete. */
  #isHeldBack(error: Error | undefined): error is Error {
    if (error === undefined || this.refusal !== undefined || this.ended() !== undefined)
      return false;
    return this.#current?.isOpen === true && isRefusal(error);
  }

  #receive(chunk: Buffer): void {
    const current = this.#current;
    if (current === undefined) return;
    const isFirst = current.firstByteUs === undefined;
    current.push(chunk);
    // Bytes for a later request: the connection outlived the previous response.
    if (isFirst) this.settle("kept");
    if (this.#isWithheld() && !current.isOpen) this.socket.destroy(current.beyondClient);
  }

  /** The client gets no more of the current response, which is still read to its end. */
  #isWithheld(): boolean {
    return this.refusal !== undefined || this.#current?.beyondClient !== undefined;
  }

  #end(): void {
    this.fast.fail();
    if (this.socket.readableEnded) this.#current?.end();
    if (this.refusal !== undefined) this.socket.destroy();
    const ended = this.ended();
    if (ended !== undefined) this.settle(ended);
    if (this.socket.destroyed) this.#limit?.end();
  }
}

/** One place of the pool: undici's client of one connection, and its current connection. */
export type ClientSlot = {
  client: UndiciClient;
  connection: TappedConnection | undefined;
  opening?: Socket;
  handler?: ExchangeHandler;
  limit: TimeLimit;
};

/** Connections read into it; the bytes are copied out before the next read. */
const received = Buffer.allocUnsafeSlow(64 * 1024);

/** Makes a place. It connects with its first request, and its connection is tapped. */
export function openClientSlot(
  options: SenderOptions,
  { isFast }: { isFast: boolean },
): ClientSlot {
  const { target, timeoutMs, limitBytes, insecure } = options;
  const take = (chunk: Buffer): boolean => slot.connection?.fast.take(chunk) ?? true;
  const settings = {
    insecure,
    noDelay: true,
    withinMs: timeoutMs + 1000,
    ...(isFast && { reader: { buffer: received, take } }),
  };
  const slot: ClientSlot = {
    connection: undefined,
    limit: new TimeLimit(timeoutMs, (wait) => {
      const { handler, connection, client } = slot;
      if (handler === undefined || handler.endedUs > 0) return;
      handler.timeOut(connection?.socket, wait);
      void client.destroy();
    }),
    client: new UndiciClient(`${target.protocol}//${target.host}`, {
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: limitBytes,
      connect: (_options, callback) => {
        slot.opening = openConnection(target, settings, (error, socket) => {
          if (socket === undefined) return callback(error ?? new Error("not opened"), null);
          slot.connection = new TappedConnection(socket);
          return callback(null, socket);
        });
      },
    }),
  };
  return slot;
}
