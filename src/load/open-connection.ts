import { Socket } from "node:net";
import { Client, buildConnector, type Dispatcher } from "undici";
import type { BaseUrl } from "../contract/base-url.ts";
import { METHOD, PATH, statedHeaders } from "../contract/endpoint.ts";
import { render } from "../generate/render.ts";
import { user } from "../generate/bytes.ts";
import { machineFault } from "../machine-fault.ts";
import { endingOf, serverEndOf } from "../send/outcome.ts";
import { DEFAULT_READ_LIMIT_BYTES } from "../options/limits.ts";
import type { WithoutResponse } from "../model/load.ts";
import { writeId } from "./request-ring.ts";

const STATED_HEADERS = statedHeaders().flat();

/** What became of a request: the status of its answer, or why there is none, which may be this machine's fault. */
export type Result = { status: number } | { ending: keyof WithoutResponse; fault?: Error };

/** One connection of the open model: at most one request at a time, by undici. */
export class OpenConnection {
  readonly #client: Client;
  readonly #path: string;
  readonly #body: Buffer;
  readonly #idAt: number;
  #socket: Socket | undefined;
  #opened = 0;
  #receivedBytes = 0;

  constructor(target: BaseUrl, options: { timeoutMs: number; insecure: boolean; firstId: number }) {
    const { timeoutMs, insecure, firstId } = options;
    this.#path = target.prefix + PATH;
    this.#body = render(user(), { target, firstId, fresh: 0 });
    this.#idAt = this.#body.indexOf(String(firstId));
    const connector = buildConnector({ rejectUnauthorized: !insecure, timeout: timeoutMs });
    this.#client = new Client(`${target.protocol}//${target.host}`, {
      pipelining: 1,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxHeaderSize: DEFAULT_READ_LIMIT_BYTES,
      connect: (settings, callback) =>
        connector(settings, (...result) => {
          const [, socket] = result;
          if (socket instanceof Socket) this.#watch(socket);
          callback(...result);
        }),
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
    writeId(this.#body, this.#idAt, id);
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
      { method: METHOD, path: this.#path, headers: STATED_HEADERS, body: this.#body },
      handler,
    );
  }

  destroy(): Promise<void> {
    return this.#client.destroy();
  }

  #watch(socket: Socket): void {
    this.#opened += 1;
    this.#receivedBytes += this.#socket?.bytesRead ?? 0;
    this.#socket = socket;
  }
}
