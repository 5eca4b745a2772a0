import type { Filling } from "../generate/index.ts";
import { clientHead, clientLines, endOfHead, layoutOf, PIECE_BYTES } from "../generate/index.ts";
import type { ClientRequest, ConnectionEnd, Exchange, Interface } from "../model/index.ts";
import type { Observation, RequestResult, Response } from "../model/index.ts";
import { rawText } from "../model/index.ts";
import { WitnessError } from "../errors.ts";
import { machineFault } from "../machine-fault.ts";
import { clientResult } from "./client-result.ts";
import { bodyFor, type ClientSlot, openClientSlot } from "./tapped-connection.ts";
import { ExchangeHandler } from "./exchange-handler.ts";
import { LONGEST_FAST_MS } from "./fast-path.ts";
import { LastResponses, TappedResponse } from "./tapped-response.ts";
import { redactorOf } from "./redactor.ts";
import { keepBytes } from "./request-result.ts";
import { announcesClose } from "./response-head.ts";
import { KEPT_LINGER_MS, nowUs, type SenderOptions, SendWatch } from "./sender.ts";

type ClientHead = {
  from: Interface;
  method: string;
  path: string;
  headers: string[];
  fast?: { lines: string; isAccepted: boolean };
};

/** `fastHost`: the default of the Host header if there is a fast path. */
function clientHeads(fastHost: string | undefined) {
  let known: ClientHead | undefined;
  return (request: ClientRequest, filling: Filling): ClientHead => {
    const { interface: from } = filling;
    // The head of a traced request differs each time.
    const isStated =
      from.trace !== true &&
      request.headers === undefined &&
      request.path === undefined &&
      request.method === undefined &&
      layoutOf(from).fixedPath !== undefined;
    if (isStated && known?.from === from) return known;
    const made = clientHead(request, filling);
    const { method, path, headers } = made;
    const head: ClientHead = { from, method, path, headers: headers.flat() };
    if (!isStated) return head;
    if (method !== "HEAD" && method !== "CONNECT" && fastHost !== undefined)
      head.fast = { lines: clientLines(made, fastHost), isAccepted: false };
    known = head;
    return head;
  };
}

/** Requests with larger bodies are left to undici. */
const LARGEST_FAST_BYTES = 16 * 1024;

/** Without `keep`, each request has a connection. `lingerMs`: how long one is watched after a response. */
type ClientOptions = SenderOptions & { keep: boolean; lingerMs?: number };

export type Responded = {
  results: RequestResult[];
  settled: Promise<ExchangeWithIds>;
  /** How many requests its connection of the ordinary client has had, with this one. */
  nth?: number;
};

export type ExchangeWithIds = Exchange & Pick<Observation, "fresh" | "timeoutMs">;

export class ClientSender {
  readonly #options: ClientOptions;
  readonly #idle: ClientSlot[] = [];
  readonly #all = new Set<ClientSlot>();
  readonly #responses = new LastResponses();
  readonly #headOf: ReturnType<typeof clientHeads>;
  /** More requests are not sent on one connection. */
  mostOnConnection = Infinity;
  /** Looks for exchanges that take too long for the fast path; undefined while there are none. */
  #ticker: NodeJS.Timeout | undefined;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#headOf = clientHeads(this.#hasFastPath ? options.target.host : undefined);
  }

  /** "stale": a kept connection was found closed before any response. Rejects if undici does not send such a request. */
  async send(request: ClientRequest, filling: Filling): Promise<Responded | "stale"> {
    const slot = this.#take();
    const tapped = new TappedResponse({
      limitBytes: this.#options.limitBytes,
      bodyless: request.method === "HEAD",
      responses: this.#responses,
      tooLarge: () => void slot.client.destroy(),
    });
    const handler = await this.#dispatch(slot, request, filling, tapped);
    const { connection } = slot;
    const result = clientResult(handler, tapped, connection, this.#options);
    if (result instanceof Error) throw await this.#refusal(slot, result);
    tapped.release();
    const stale = result.outcome === "closed" || result.outcome === "reset";
    const isUsedAgain = connection !== undefined && connection.used > 1;
    if (isUsedAgain && tapped.firstByteUs === undefined && stale) {
      await this.#drop(slot);
      return "stale";
    }
    const end = this.#end(result, tapped, slot);
    const results = [result];
    const settled = end.then((known): ExchangeWithIds => {
      const { timeoutMs } = this.#options;
      const exchange = { answers: results, end: known, fresh: filling.fresh, timeoutMs };
      const leftover = tapped.response === undefined ? undefined : tapped.unread();
      if (leftover === undefined || leftover.length === 0) return exchange;
      return { ...exchange, leftover: keepBytes(leftover, redactorOf(this.#options.target.route)) };
    });
    if (!this.#options.keep) await settled;
    return { results, settled, nth: connection?.used ?? 1 };
  }

  /** Retires idle connections, and closes them: watched ones a moment later. */
  async closeIdle(): Promise<void> {
    await Promise.all(
      this.#idle.splice(0).map(async (slot) => {
        const { watching } = slot.connection ?? {};
        if (watching === undefined) await this.#drop(slot);
        else void watching.then(() => this.#drop(slot));
      }),
    );
  }

  async close(): Promise<void> {
    clearTimeout(this.#ticker);
    await Promise.all([...this.#all].map((slot) => this.#drop(slot)));
  }

  /** Returns the slot to the pool, or drops it. Resolves with the end of its connection, when that is known. */
  #end(result: RequestResult, tapped: TappedResponse, slot: ClientSlot): Promise<ConnectionEnd> {
    const { connection } = slot;
    if (connection === undefined) return this.#letGo(slot, "none");
    const ended = connection.ended();
    if (result.outcome !== "answered") {
      const isLimit = result.outcome === "timed-out" || result.outcome === "too-large";
      const isServer = ended === "closed" || ended === "reset";
      const byClient = result.outcome === "malformed" ? "closed-by-client" : "abandoned";
      return this.#letGo(slot, isServer && !isLimit ? ended : byClient);
    }
    if (announcesClose(tapped.response ?? withRawHeaders(result.response)))
      return this.#letGo(slot, ended === "reset" ? "reset" : "closed");
    if (ended !== undefined) return this.#letGo(slot, ended);
    const watched = connection.watch(this.#options.lingerMs ?? KEPT_LINGER_MS);
    if (!this.#options.keep || connection.used >= this.mostOnConnection)
      return watched.then((known) => this.#letGo(slot, known));
    this.#idle.push(slot);
    return watched;
  }

  async #letGo(slot: ClientSlot, end: ConnectionEnd): Promise<ConnectionEnd> {
    await this.#drop(slot);
    return end;
  }

  /** Whether bytes of a connection are those of the target: no TLS, and no proxy in front of it. */
  get #hasFastPath(): boolean {
    const { keep, target } = this.#options;
    return keep && target.protocol === "http:" && target.route?.proxy === undefined;
  }

  #dispatch(
    slot: ClientSlot,
    request: ClientRequest,
    filling: Filling,
    tapped: TappedResponse,
  ): Promise<ExchangeHandler> {
    const body = bodyFor(request.body, filling);
    const head = this.#headOf(request, filling);
    const { method, path, headers, fast } = head;
    return new Promise((resolve) => {
      slot.limit.start();
      const handler = this.#handlerFor(slot, head, tapped, resolve);
      slot.handler = handler;
      if (body !== null && body.length > PIECE_BYTES)
        handler.sending = new SendWatch(this.#options, () => slot.connection?.socket);
      const dispatch = (): void =>
        void slot.client.dispatch({ method, path, headers, body }, handler);
      const isSmall = body === null || body.length <= LARGEST_FAST_BYTES;
      if (fast?.isAccepted !== true || !isSmall || slot.connection?.fast.isOpen !== true)
        return dispatch();
      const text = fast.lines + endOfHead(method, body?.length ?? 0);
      return slot.connection.fast.send({
        request: joined(text, body),
        handler,
        tapped,
        begun: () => this.#hurry(),
        dispatch,
        abandon: () => void slot.client.destroy(),
      });
    });
  }

  #handlerFor(
    slot: ClientSlot,
    { fast }: ClientHead,
    tapped: TappedResponse,
    over: (handler: ExchangeHandler) => void,
  ): ExchangeHandler {
    const handler = new ExchangeHandler(this.#options.limitBytes, {
      bytesRead: () => slot.connection?.socket.bytesRead ?? 0,
      begin: () => slot.connection?.begin(tapped),
      over: () => {
        slot.limit.stop();
        if (!handler.isFast) slot.connection?.fast.reopenFastPath(tapped);
        if (fast !== undefined && handler.status !== undefined) fast.isAccepted = true;
        handler.sending?.end();
        // One turn later: the end of the connection may have arrived with the response.
        setImmediate(over, handler);
      },
    });
    return handler;
  }

  /** Has undici take over exchanges that take too long: one turn later, since bytes of meanwhile are read first. */
  #hurry(): void {
    const look = (): void => {
      this.#ticker = undefined;
      const beforeUs = nowUs() - LONGEST_FAST_MS * 1000;
      for (const { connection } of this.#all)
        if (connection?.fast.isSlow(beforeUs) === true) this.#hurry();
    };
    this.#ticker ??= setTimeout(() => setImmediate(look), LONGEST_FAST_MS);
  }

  async #refusal(slot: ClientSlot, error: Error): Promise<Error> {
    await this.#drop(slot);
    return (
      machineFault(error) ??
      new WitnessError("client-request", `the client cannot send this: ${error.message}`, {
        hint: "use wire(...) instead of post(...) for a request that undici refuses",
      })
    );
  }

  #take(): ClientSlot {
    for (let slot = this.#idle.pop(); slot !== undefined; slot = this.#idle.pop()) {
      if (slot.connection?.socket.destroyed === false) return slot;
      void this.#drop(slot);
    }
    const slot = openClientSlot(this.#options, { isFast: this.#hasFastPath });
    this.#all.add(slot);
    return slot;
  }

  async #drop(slot: ClientSlot): Promise<void> {
    this.#all.delete(slot);
    slot.limit.end();
    slot.connection?.settle("kept");
    if (slot.connection === undefined) slot.opening?.destroy();
    const destroyed = slot.client.destroy();
    // undici waits for the close of the socket, also if it was asked to end during that: then it never comes.
    if (slot.connection?.socket.closed !== true) await destroyed;
  }
}

function joined(text: string, body: Buffer | null): Buffer {
  const bytes = Buffer.allocUnsafe(text.length + (body?.length ?? 0));
  bytes.write(text, "latin1");
  body?.copy(bytes, text.length);
  return bytes;
}

const withRawHeaders = ({ headers }: Response): { headers: [string, string][] } => ({
  headers: headers.map(([name, value]) => [rawText(name), rawText(value)]),
});
