import { clientHead, clientLines, layoutOf, type Filling } from "../generate/index.ts";
import type { ClientRequest, Interface } from "../model/index.ts";

/** Method, request target and header lines as undici takes them. */
export type ClientHead = {
  from: Interface;
  method: string;
  path: string;
  headers: string[];
  /** Only of the stated head. */
  fast?: FastHead;
};

/** The head as text: once undici has sent it, the fast path may. */
type FastHead = { lines: string; isAccepted: boolean };

/** Makes the heads of requests; the stated one is made once. */
export class ClientHeads {
  readonly #fastHost: string | undefined;
  #stated: ClientHead | undefined;

  /** `fastHost`: the default of the Host header if there is a fast path. */
  constructor(fastHost: string | undefined) {
    this.#fastHost = fastHost;
  }

  of(request: ClientRequest, filling: Filling): ClientHead {
    const { interface: from } = filling;
    const isStated =
      request.headers === undefined &&
      request.path === undefined &&
      request.method === undefined &&
      layoutOf(from).fixedPath !== undefined;
    if (isStated && this.#stated?.from === from) return this.#stated;
    const made = clientHead(request, filling);
    const { method, path, headers } = made;
    const head: ClientHead = { from, method, path, headers: headers.flat() };
    if (!isStated) return head;
    if (method !== "HEAD" && method !== "CONNECT" && this.#fastHost !== undefined)
      head.fast = { lines: clientLines(made, this.#fastHost), isAccepted: false };
    this.#stated = head;
    return head;
  }
}
