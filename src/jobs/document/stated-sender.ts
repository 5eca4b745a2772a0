import { parseBaseUrl } from "../../contract/index.ts";
import { FRESH_RANGES } from "../../fresh-numbers.ts";
import { clientHead, curlLine, type Filling } from "../../generate/index.ts";
import type { Case, GivenTarget, Interface, RequestResult, Response } from "../../model/index.ts";
import { Dispatcher, FreshSequence } from "../../observe/index.ts";
import type { OptionsOf } from "../../options/index.ts";
import type { Control } from "../open-run.ts";
import { validCases } from "../plan-suites.ts";
import { hiddenValues, routed } from "../routed.ts";

/** The options of any verb that such a request needs. */
type StatedOptions = Pick<OptionsOf<"run">, "timeoutMs" | "insecure"> &
  Partial<Pick<OptionsOf<"run">, "readLimitBytes">> &
  Parameters<typeof hiddenValues>[1];

/** What requests beside those of the operations' runs are sent with. */
export type StatedSending = {
  target: GivenTarget;
  options: StatedOptions;
  control: Control;
};

/** A sent request and its result. `path` is its target; `curl` is a command that sends it, where there is one. */
export type StatedExchange = {
  method: string;
  path: string;
  curl?: string;
  result: RequestResult;
  /** The interface with the headers that are given. */
  interface: Interface;
};

/** Sends the stated requests of interfaces, one at a time, each with new values. */
export class StatedSender {
  readonly #sending: StatedSending;
  readonly #firstId: number;
  readonly #numbers = new FreshSequence(FRESH_RANGES.checks.from);

  constructor(sending: StatedSending, firstId: number) {
    this.#sending = sending;
    this.#firstId = firstId;
  }

  /** The result of the stated request, or of it with another method and no body. @throws Interrupted after the signal. */
  async send(from: Interface, method?: string): Promise<StatedExchange> {
    const { target, options, control } = this.#sending;
    const { timeoutMs, insecure, readLimitBytes } = options;
    const { interface: own, hidden } = hiddenValues(from, options);
    const { validSuitesFor } = await import("../suites.lazy.ts");
    const dispatcher = new Dispatcher(
      {
        interface: own,
        target: routed(parseBaseUrl(target.baseUrl), options, hidden),
        firstId: this.#firstId,
        timeoutMs,
        insecure,
        limitBytes: readLimitBytes,
        keep: true,
        signal: control.signal,
      },
      this.#numbers,
    );
    try {
      const { client } = validCases(validSuitesFor(own));
      const sent = method === undefined ? client : withMethod(client, method);
      const fresh = dispatcher.reserve(sent);
      // How the connection ends is not asked, and is known later.
      const { answers } = await dispatcher.reply(sent, fresh);
      const [result] = answers;
      if (result === undefined) throw new Error("a request has no result");
      return { ...sentOf(sent, dispatcher.fill(sent, fresh), options), result };
    } finally {
      await dispatcher.close();
    }
  }
}

function withMethod(sent: Case, method: string): Case {
  const { request } = sent;
  return request.sender === "wire" ? sent : { ...sent, request: { ...request, method, body: [] } };
}

function sentOf({ request }: Case, filling: Filling, options: StatedOptions) {
  if (request.sender === "wire") throw new Error("the stated request is sent by the client");
  const { method, path } = clientHead(request, filling);
  const { curl } = curlLine(request, filling, options);
  return { method, path, ...(curl !== null && { curl }), interface: filling.interface };
}

/** The response of an exchange; undefined if there was none. */
export const responseIn = ({ result }: StatedExchange): Response | undefined =>
  result.outcome === "answered" ? result.response : undefined;

/** The same if it is a success. */
export function successIn(exchange: StatedExchange): Response | undefined {
  const response = responseIn(exchange);
  return response !== undefined && response.status >= 200 && response.status <= 299
    ? response
    : undefined;
}
