import { parseBaseUrl, queryKey, shownTarget } from "../../contract/index.ts";
import { FRESH_RANGES } from "../../fresh-numbers.ts";
import {
  clientHead,
  curlLine,
  type Filling,
  givenPair,
  layoutOf,
  targetTemplate,
} from "../../generate/index.ts";
import type {
  Case,
  ClientRequest,
  GivenTarget,
  Interface,
  RequestResult,
  Response,
} from "../../model/index.ts";
import { Dispatcher, FreshSequence } from "../../observe/index.ts";
import type { Control } from "../open-run.ts";
import type { Settings } from "../settings.ts";
import { validCases } from "../plan-suites.ts";
import { hiddenValues, routed } from "../routed.ts";

/** What requests beside those of the operations' runs are sent with. */
export type StatedSending = {
  target: GivenTarget;
  options: Settings;
  control: Control;
};

/** A sent request and its result. `path` is its target; `curl` is a command that sends it, where there is one. */
export type StatedExchange = {
  method: string;
  path: string;
  curl?: string;
  result: RequestResult;
  /** The body of the response, if it is too long for a record. */
  whole?: Buffer;
  /** The interface with the headers that are given. */
  interface: Interface;
};

/** Another method without a body, or other credentials than the given ones. */
type StatedChange = { method?: string; credentials?: "none" | "wrong" };

/** Sends the stated requests of interfaces, one at a time, each with new values. */
export class StatedSender {
  readonly #sending: StatedSending;
  readonly #firstId: number;
  readonly #numbers = new FreshSequence(FRESH_RANGES.checks.from);

  constructor(sending: StatedSending, firstId: number) {
    this.#sending = sending;
    this.#firstId = firstId;
  }

  /** The result of the stated request, or of it with a change. @throws Interrupted after the signal. */
  async send(from: Interface, change: StatedChange = {}): Promise<StatedExchange> {
    const { target, options, control } = this.#sending;
    const { interface: own, hidden } = hiddenValues(from, options);
    const { validSuitesFor } = await import("../suites.lazy.ts");
    let whole: Buffer | undefined;
    const dispatcher = new Dispatcher(
      {
        interface: own,
        target: routed(parseBaseUrl(target.baseUrl), options, hidden),
        firstId: this.#firstId,
        timeoutMs: options.timeoutMs,
        insecure: options.insecure,
        limitBytes: options.readLimitBytes,
        keep: true,
        heardBody: (body) => (whole = body),
        signal: control.signal,
      },
      this.#numbers,
    );
    try {
      const { client } = validCases(validSuitesFor(own));
      const sent = changed(client, own, change);
      const fresh = dispatcher.reserve(sent);
      // How the connection ends is not asked, and is known later.
      const { answers } = await dispatcher.reply(sent, fresh);
      const [result] = answers;
      if (result === undefined) throw new Error("a request has no result");
      const about = sentOf(sent, dispatcher.fill(sent, fresh), options);
      return { ...about, result, ...(whole !== undefined && { whole }) };
    } finally {
      await dispatcher.close();
    }
  }
}

function changed(sent: Case, from: Interface, { method, credentials }: StatedChange): Case {
  const { request } = sent;
  if (request.sender === "wire") return sent;
  return {
    ...sent,
    request: {
      ...request,
      ...(method !== undefined && { method, body: [] }),
      ...(credentials !== undefined && otherCredentials(from, credentials)),
    },
  };
}

/** Headers and target of the stated request without credentials, or with wrong ones. */
function otherCredentials(from: Interface, how: "none" | "wrong"): Partial<ClientRequest> {
  const { schemes = [], givenQuery = [] } = from;
  const names = new Set(schemes.flat().map(({ header }) => header.toLowerCase()));
  const headers = layoutOf(from).headers.filter(([name]) => !names.has(name.toLowerCase()));
  const [first = []] = how === "none" ? [] : schemes;
  for (const { header, in: place, before = "" } of first)
    if (place === undefined) headers.push([header, `${before}wrong`]);
  if (givenQuery.length === 0) return { headers };
  const pairs = givenQuery.map((name) => [
    queryKey(name),
    how === "none" ? [] : [givenPair(name, ["wrong"])],
  ]);
  return { headers, path: targetTemplate(layoutOf(from), { pairs: Object.fromEntries(pairs) }) };
}

function sentOf({ request }: Case, filling: Filling, options: Settings) {
  if (request.sender === "wire") throw new Error("the stated request is sent by the client");
  // A key in the query is not shown.
  const shown = { ...filling, target: shownTarget(filling.target) };
  const { method, path } = clientHead(request, shown);
  const { curl } = curlLine(request, filling, options);
  return { method, path, ...(curl !== null && { curl }), interface: filling.interface };
}

export const responseIn = ({ result }: StatedExchange): Response | undefined =>
  result.outcome === "answered" ? result.response : undefined;

export function successIn(exchange: StatedExchange): Response | undefined {
  const response = responseIn(exchange);
  return response !== undefined && response.status >= 200 && response.status <= 299
    ? response
    : undefined;
}
