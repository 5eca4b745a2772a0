import type { Socket } from "node:net";
import type { Dispatcher } from "undici";
import type { Phase } from "../model/observation.ts";
import { headerValue } from "./response-head.ts";
import type { ReadResponse } from "./response-reader.ts";
import { nowUs } from "./sender.ts";

/** Collects one response from undici, up to `limitBytes`, and says once when it is over. */
export class ExchangeHandler implements Dispatcher.DispatchHandler {
  startedUs = nowUs();
  endedUs = 0;
  firstByteUs: number | undefined;
  status: number | undefined;
  reason = "";
  headers: [string, string][] = [];
  interim: number[] = [];
  error: Error | undefined;
  timedOut = false;
  tooLarge = false;
  readonly #limitBytes: number;
  readonly #over: () => void;
  readonly #body: Buffer[] = [];
  #bytes = 0;
  #sent = false;
  #stoppedIn: Phase | undefined;

  constructor(limitBytes: number, over: () => void) {
    this.#limitBytes = limitBytes;
    this.#over = over;
  }

  onRequestStart(): void {
    this.#sent = true;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    _headers: unknown,
    reason?: string,
  ): void {
    this.firstByteUs ??= nowUs();
    if (status < 200 && status !== 101) {
      this.interim.push(status);
      return;
    }
    this.status = status;
    this.reason = reason ?? "";
    const raw = controller.rawHeaders;
    this.headers = Array.isArray(raw) ? pairs(raw) : [];
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    this.#body.push(chunk);
    if (this.#bytes <= this.#limitBytes) return;
    this.tooLarge = true;
    controller.abort(new Error("too large"));
  }

  onResponseEnd(): void {
    this.endedUs = nowUs();
    this.#over();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.endedUs = nowUs();
    this.error = error;
    this.#over();
  }

  /** Gives up, and keeps how far it had come: a destroyed socket no longer tells. */
  timeOut(socket: Socket | undefined): void {
    this.#stoppedIn = this.phase(socket);
    this.timedOut = true;
  }

  received(): Buffer {
    const [only, second] = this.#body;
    return only !== undefined && second === undefined ? only : Buffer.concat(this.#body);
  }

  response(): Omit<ReadResponse, "version"> {
    return {
      status: this.status ?? 0,
      reason: this.reason,
      headers: this.headers,
      interim: this.interim,
      framing: this.#framing(),
      body: this.received(),
    };
  }

  /** How far the exchange had come. */
  phase(socket: Socket | undefined): Phase {
    if (this.#stoppedIn !== undefined) return this.#stoppedIn;
    if (!this.#sent) return "connect";
    if (this.status !== undefined) return "body";
    return socket !== undefined && socket.writableLength > 0 ? "send" : "head";
  }

  #framing(): ReadResponse["framing"] {
    if (/chunked/i.test(headerValue(this.headers, "transfer-encoding") ?? "")) return "chunked";
    if (headerValue(this.headers, "content-length") !== undefined) return "length";
    return this.#bytes === 0 ? "none" : "close";
  }
}

function pairs(raw: readonly (Buffer | string)[]): [string, string][] {
  const list: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) list.push([text(raw[at]), text(raw[at + 1])]);
  return list;
}

const text = (value: Buffer | string | undefined): string =>
  typeof value === "string" ? value : (value?.toString("latin1") ?? "");
