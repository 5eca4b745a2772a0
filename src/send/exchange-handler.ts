import type { Socket } from "node:net";
import type { Dispatcher } from "undici";
import type { Omitted, Phase } from "../model/observation.ts";
import { ByteQueue } from "./byte-queue.ts";
import { HeaderLines } from "./header-lines.ts";
import { headerValue, KEPT_REASON } from "./response-head.ts";
import { KEPT_INTERIM, type ReadResponse } from "./response-reader.ts";
import { nowUs } from "./sender.ts";
import type { Wait } from "./time-limit.ts";

type Events = {
  /** How many bytes the connection has received. */
  bytesRead: () => number;
  /** The request is being sent. */
  begin: () => void;
  /** The exchange is over. */
  over: () => void;
};

/**
 * Collects one response from undici and reports once when it is over. At most `limitBytes` for a
 * whole response, counted at the socket: undici passes on neither chunk framing nor trailer
 * sections.
 */
export class ExchangeHandler implements Dispatcher.DispatchHandler {
  startedUs = nowUs();
  endedUs = 0;
  status: number | undefined;
  reason = "";
  headers: [string, string][] = [];
  interim: number[] = [];
  error: Error | undefined;
  /** Milliseconds by which the timeout fired late; undefined if it did not fire. */
  /** How well witness kept up, if the time was over. */
  wait: Wait | undefined;
  tooLarge = false;
  /** The request is being sent: later errors are not the fault of the request. */
  started = false;
  readonly #limitBytes: number;
  readonly #on: Events;
  readonly #bytesBefore: number;
  readonly #body = new ByteQueue();
  #received: Buffer | undefined;
  #omitted: Omitted = {};
  #interimCount = 0;
  #stoppedIn: Phase | undefined;

  constructor(limitBytes: number, on: Events) {
    this.#limitBytes = limitBytes;
    this.#on = on;
    this.#bytesBefore = on.bytesRead();
  }

  onRequestStart(): void {
    this.started = true;
    this.#on.begin();
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    _headers: unknown,
    reason?: string,
  ): void {
    if (status < 200 && status !== 101) {
      this.#interimCount += 1;
      if (this.interim.length < KEPT_INTERIM) this.interim.push(status);
      else this.#omitted.interim = this.#interimCount - KEPT_INTERIM;
      this.#limit(controller);
      return;
    }
    this.status = status;
    this.reason = reason?.slice(0, KEPT_REASON) ?? "";
    if (reason !== undefined && reason.length > KEPT_REASON)
      this.#omitted.reasonBytes = reason.length - KEPT_REASON;
    const raw = controller.rawHeaders;
    const lines = Array.isArray(raw) ? linesOf(raw) : new HeaderLines();
    this.headers = lines.kept;
    Object.assign(this.#omitted, lines.omitted);
    const length = Number(headerValue(this.headers, "content-length"));
    if (length > 0) this.#body.reserve(Math.min(length, this.#limitBytes));
    this.#limit(controller);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#body.push(chunk);
    this.#limit(controller);
  }

  #limit(controller: Dispatcher.DispatchController): void {
    if (this.tooLarge || this.#on.bytesRead() - this.#bytesBefore <= this.#limitBytes) return;
    this.tooLarge = true;
    controller.abort(new Error("too large"));
  }

  onResponseEnd(): void {
    this.endedUs = nowUs();
    this.#on.over();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.endedUs = nowUs();
    this.error = error;
    this.#on.over();
  }

  /** Abandons the exchange, and keeps its phase: a destroyed socket does not show it any more. */
  timeOut(socket: Socket | undefined, wait: Wait): void {
    this.#stoppedIn = this.phase(socket);
    this.wait = wait;
  }

  /** The received body. Call it when the exchange is over. */
  #wholeBody(): Buffer {
    return (this.#received ??= this.#body.takeAll());
  }

  response(): Omit<ReadResponse, "version"> {
    return {
      status: this.status ?? 0,
      reason: this.reason,
      headers: this.headers,
      interim: this.interim,
      framing: this.#framing(),
      body: this.#wholeBody(),
      ...(Object.keys(this.#omitted).length > 0 && { omitted: this.#omitted }),
    };
  }

  /** The phase of the exchange. */
  phase(socket: Socket | undefined): Phase {
    if (this.#stoppedIn !== undefined) return this.#stoppedIn;
    if (!this.started) return "connect";
    if (this.status !== undefined) return "body";
    return socket !== undefined && socket.writableLength > 0 ? "send" : "head";
  }

  #framing(): ReadResponse["framing"] {
    if (/chunked/i.test(headerValue(this.headers, "transfer-encoding") ?? "")) return "chunked";
    if (headerValue(this.headers, "content-length") !== undefined) return "length";
    return this.#wholeBody().length === 0 ? "none" : "close";
  }
}

function linesOf(raw: readonly (Buffer | string)[]): HeaderLines {
  const lines = new HeaderLines();
  for (let at = 0; at + 1 < raw.length; at += 2) lines.add(text(raw[at]), text(raw[at + 1]));
  return lines;
}

const text = (value: Buffer | string | undefined): string =>
  typeof value === "string" ? value : (value?.toString("latin1") ?? "");
