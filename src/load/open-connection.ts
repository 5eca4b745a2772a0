import type { Socket } from "node:net";
import type { Dispatcher } from "undici";
import { clientHead, layoutOf, render, requestsOf } from "../generate/index.ts";
import { machineFault } from "../machine-fault.ts";
import { endingOf, openConnection, serverEndOf, UndiciClient } from "../send/index.ts";
import { DEFAULT_READ_LIMIT_BYTES } from "../options/index.ts";
import type { WithoutResponse } from "../model/index.ts";
import { PreparedRequest, type Destination } from "./request-ring.ts";

/** The result of a request: the status of its response, or why it got none (which may be this machine's fault). */
export type Result = { status: number } | { ending: keyof WithoutResponse; fault?: Error };

/** One connection of the open model: at most one request at a time, with undici. */
export class OpenConnection {
  readonly #client: UndiciClient;
  readonly #method: string;
  readonly #headers: string[];
  readonly #path: PreparedRequest;
  readonly #body: PreparedRequest;
  #socket: Socket | undefined;
  #opening: Socket | undefined;
  #opened = 0;
  #receivedBytes = 0;

  constructor(to: Destination, options: { timeoutMs: number; insecure: boolean; firstId: number }) {
    const { timeoutMs, insecure, firstId } = options;
    const { target, interface: from } = to;
    const layout = layoutOf(from);
    const filling = { interface: from, target, firstId, fresh: 0 };
    const stated = requestsOf(from).request();
    const { method, path, headers } = clientHead(stated, filling);
    this.#method = method;
    this.#headers = headers.flat();
    this.#path = new PreparedRequest(Buffer.from(path, "latin1"), layout, firstId);
    this.#body = new PreparedRequest(render(stated.body, filling), layout, firstId);
    this.#client = new UndiciClient(`${target.protocol}//${target.host}`, {
      pipelining: 1,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxHeaderSize: DEFAULT_READ_LIMIT_BYTES,
      connect: (_settings, callback) => {
        const manner = { insecure, noDelay: true, timeoutMs };
        this.#opening = openConnection(target, manner, (error, socket) => {
          if (socket === undefined) return callback(error ?? new Error("not opened"), null);
          this.#watch(socket);
          return callback(null, socket);
        });
      },
    });
  }

  /** Connections opened and bytes received so far. */
  get traffic(): { opened: number; receivedBytes: number } {
    return {
      opened: this.#opened,
      receivedBytes: this.#receivedBytes + (this.#socket?.bytesRead ?? 0),
    };
  }

  /** Sends the stated request with this id. `done` is called once. */
  send(id: number, done: (result: Result) => void): void {
    this.#path.write(id);
    this.#body.write(id);
    let status = 0;
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => {},
      onResponseStart: (_controller, code) => {
        status = code;
      },
      onResponseData: () => {},
      onResponseEnd: () => done({ status }),
      onResponseError: (_controller, error) => {
        const fault = machineFault(error);
        const ending = endingOf(error, serverEndOf(this.#socket))?.outcome ?? "malformed";
        done({ ending, ...(fault && { fault }) });
      },
    };
    this.#client.dispatch(
      {
        method: this.#method,
        path: this.#path.bytes.toString("latin1"),
        headers: this.#headers,
        body: this.#body.bytes.length === 0 ? null : this.#body.bytes,
      },
      handler,
    );
  }

  destroy(): Promise<void> {
    if (this.#socket === undefined) this.#opening?.destroy();
    return this.#client.destroy();
  }

  #watch(socket: Socket): void {
    this.#opened += 1;
    this.#receivedBytes += this.#socket?.bytesRead ?? 0;
    this.#socket = socket;
  }
}
