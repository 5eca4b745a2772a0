import type { Socket } from "node:net";
import type { ConnectionEnd } from "../model/observation.ts";
import { serverEndOf } from "./outcome.ts";
import type { TappedResponse } from "./tapped-response.ts";
import { timeLimit } from "./time-limit.ts";

/**
 * A connection of the ordinary client whose bytes are listened to, and which is watched after a
 * response: its end is `kept` only once something shows that the server did not close it.
 */
export class TappedConnection {
  readonly socket: Socket;
  /** Requests begun on it so far. */
  used = 0;
  /** Resolves when the watching after a response has come to its end; undefined where none is under way. */
  watching: Promise<ConnectionEnd> | undefined;
  #current: TappedResponse | undefined;
  #watched: ((end: ConnectionEnd) => void) | undefined;

  constructor(socket: Socket) {
    this.socket = socket;
    const read = socket.read.bind(socket);
    // undici reads in the handler of `readable`: whatever it gets passes here.
    socket.read = (size?: number): unknown => {
      const chunk: unknown = read(size);
      if (Buffer.isBuffer(chunk)) this.#receive(chunk);
      return chunk;
    };
    // Before undici listens: it is told of an end when this has been noted.
    socket.once("end", () => this.#end());
    socket.once("close", () => this.#end());
  }

  /** What comes from now on belongs to this response. */
  begin(response: TappedResponse): void {
    this.used += 1;
    this.#current = response;
  }

  /**
   * What becomes of the connection after a response: `closed` or `reset` where the server ends it,
   * `kept` where a later response comes on it, or `lingerMs` pass.
   */
  watch(lingerMs: number): Promise<ConnectionEnd> {
    this.watching = new Promise((resolve) => {
      const limit = timeLimit(lingerMs, () => this.settle("kept"));
      this.#watched = (end) => {
        limit.clear();
        this.#watched = undefined;
        this.watching = undefined;
        resolve(end);
      };
    });
    return this.watching;
  }

  /** Ends the watching, with what is known. */
  settle(end: ConnectionEnd): void {
    this.#watched?.(end);
  }

  /** How the connection ended; undefined where it is open. */
  ended(): ConnectionEnd | undefined {
    const end = serverEndOf(this.socket);
    if (end !== undefined) return end;
    return this.socket.destroyed ? "closed-by-client" : undefined;
  }

  #receive(chunk: Buffer): void {
    const current = this.#current;
    if (current === undefined) return;
    const isFirst = current.firstByteUs === undefined;
    current.push(chunk);
    // Bytes for a later request: the connection outlived the response before it.
    if (isFirst) this.settle("kept");
  }

  #end(): void {
    if (serverEndOf(this.socket) === "closed") this.#current?.end();
    const ended = this.ended();
    if (ended !== undefined) this.settle(ended);
  }
}
