import type { Socket } from "node:net";
import type { Dispatcher } from "undici";
import type { OmittedParts, Phase } from "../model/index.ts";
import { ByteQueue } from "./response-bytes.ts";
import { HeaderLines, headerValue, KEPT_REASON } from "./response-head.ts";
import { KEPT_INTERIM, type ReadResponse } from "./response-reader.ts";
import { nowUs, type SendWatch, type Wait } from "./sender.ts";

type Events = { bytesRead: () => number; begin: () => void; over: () => void };

/** At most `limitBytes`, counted at the socket: undici passes on neither chunk framing nor trailer sections. */
export class ExchangeHandler implements Dispatcher.DispatchHandler {
  startedUs = nowUs();
  endedUs = 0;
  status: number | undefined;
  error: Error | undefined;
  /** How well witness kept up, if the time was over. */
  wait: Wait | undefined;
  sending: SendWatch | undefined;
  sentLate = false;
  isFast = false;
  tooLarge = false;
  started = false;
  readonly #limitBytes: number;
  readonly #on: Events;
  readonly #bytesBefore: number;
  #reason: string | undefined;
  /** Read only if the bytes do not agree with undici. */
  #rawHeaders: unknown;
  #interim: number[] | undefined;
  #interimCount = 0;
  /** The body while it is one piece; then all of it is in the queue. */
  #piece: Buffer | undefined;
  #pieces: ByteQueue | undefined;
  #stoppedIn: Phase | undefined;

  constructor(limitBytes: number, on: Events) {
    this.#limitBytes = limitBytes;
    this.#on = on;
    this.#bytesBefore = on.bytesRead();
  }

  onRequestStart(): void {
    // undici takes over what it has not begun.
    if (this.started) return;
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
      this.#interim ??= [];
      if (this.#interim.length < KEPT_INTERIM) this.#interim.push(status);
      this.#limit(controller);
      return;
    }
    this.status = status;
    this.#reason = reason;
    this.#rawHeaders = controller.rawHeaders;
    this.#limit(controller);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#pieces !== undefined) this.#pieces.push(chunk);
    else if (this.#piece === undefined) this.#piece = chunk;
    else this.#join(this.#piece, chunk);
    this.#limit(controller);
  }

  #join(first: Buffer, chunk: Buffer): void {
    this.#pieces = new ByteQueue();
    const length = Number(headerValue(this.#lines().kept, "content-length"));
    if (length > 0) this.#pieces.reserve(Math.min(length, this.#limitBytes));
    this.#pieces.push(first);
    this.#pieces.push(chunk);
    this.#piece = undefined;
  }

  #limit(controller: Dispatcher.DispatchController): void {
    if (this.tooLarge || this.#on.bytesRead() - this.#bytesBefore <= this.#limitBytes) return;
    this.tooLarge = true;
    controller.abort(new Error("too large"));
  }

  onResponseEnd(): void {
    if (this.isOver) return;
    this.endedUs = nowUs();
    this.#on.over();
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (this.isOver) return;
    this.endedUs = nowUs();
    this.error = error;
    this.#on.over();
  }

  onPlainResponse({ status, body }: ReadResponse): void {
    this.isFast = true;
    this.status = status;
    this.#piece = body;
    this.onResponseEnd();
  }

  get isOver(): boolean {
    return this.endedUs > 0;
  }

  /** Abandons the exchange, and keeps its phase: a destroyed socket does not show it any more. */
  timeOut(socket: Socket | undefined, wait: Wait): void {
    this.#stoppedIn = this.phase(socket);
    this.wait = wait;
    this.sentLate = this.sending?.isLate() === true;
  }

  get bodyBytes(): number {
    return this.#pieces?.length ?? this.#piece?.length ?? 0;
  }

  /** The response as undici read it. Call it once, when the exchange is over. */
  response(): Omit<ReadResponse, "version"> {
    const body = this.#pieces?.takeAll() ?? this.#piece ?? Buffer.alloc(0);
    const lines = this.#lines();
    const reason = this.#reason ?? "";
    const interim = this.#interim ?? [];
    const omitted: OmittedParts = {
      ...(this.#interimCount > interim.length && { interim: this.#interimCount - interim.length }),
      ...(reason.length > KEPT_REASON && { reasonBytes: reason.length - KEPT_REASON }),
      ...lines.omitted,
    };
    return {
      status: this.status ?? 0,
      reason: reason.slice(0, KEPT_REASON),
      headers: lines.kept,
      interim,
      framing: framingOf(lines.kept, body),
      body,
      ...(Object.keys(omitted).length > 0 && { omitted }),
    };
  }

  phase(socket: Socket | undefined): Phase {
    if (this.#stoppedIn !== undefined) return this.#stoppedIn;
    if (!this.started) return "connect";
    if (this.status !== undefined) return "body";
    return socket !== undefined && socket.writableLength > 0 ? "send" : "head";
  }

  #lines(): HeaderLines {
    return Array.isArray(this.#rawHeaders) ? linesOf(this.#rawHeaders) : new HeaderLines();
  }
}

function framingOf(headers: HeaderLines["kept"], body: Buffer): ReadResponse["framing"] {
  if (/chunked/i.test(headerValue(headers, "transfer-encoding") ?? "")) return "chunked";
  if (headerValue(headers, "content-length") !== undefined) return "length";
  return body.length === 0 ? "none" : "close";
}

function linesOf(raw: readonly (Buffer | string)[]): HeaderLines {
  const lines = new HeaderLines();
  for (let at = 0; at + 1 < raw.length; at += 2) lines.add(text(raw[at]), text(raw[at + 1]));
  return lines;
}

const text = (value: Buffer | string | undefined): string =>
  typeof value === "string" ? value : (value?.toString("latin1") ?? "");
