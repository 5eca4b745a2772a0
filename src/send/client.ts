import type { Socket } from "node:net";
import { Client, buildConnector } from "undici";
import { PATH, METHOD, statedHeaders } from "../contract/endpoint.ts";
import { WitnessError } from "../errors.ts";
import { render, type Filling } from "../generate/render.ts";
import { machineFault } from "../machine-fault.ts";
import type { Answer, ConnectionEnd, Exchange, Phase } from "../model/observation.ts";
import type { ClientRequest } from "../model/request.ts";
import { answered, unanswered } from "./answer.ts";
import { ExchangeHandler } from "./exchange-handler.ts";
import { CUT_SHORT, endingOf, type Ending } from "./outcome.ts";
import { announcesClose } from "./response-head.ts";
import type { SenderOptions } from "./sender.ts";

const STATED_HEADERS = statedHeaders().flat();

/** One connection's undici client, and the socket it has now. */
type Slot = { client: Client; socket: Socket | undefined; used: number };

/** The answer, or "stale": a kept connection was found closed before anything came back. */
type ClientExchange = Exchange | "stale";

/**
 * The ordinary client: undici over a pool of kept connections. `keep: false` opens a connection
 * for each request and closes it after the answer, for targets that serve one at a time.
 */
export class ClientSender {
  readonly #options: SenderOptions & { keep: boolean };
  readonly #idle: Slot[] = [];
  readonly #all = new Set<Slot>();

  constructor(options: SenderOptions & { keep: boolean }) {
    this.#options = options;
  }

  async send(request: ClientRequest, filling: Filling): Promise<ClientExchange> {
    const slot = this.#take();
    const handler = await this.#dispatch(slot, request, filling);
    const unheard = slot.used > 0 && handler.firstByteUs === undefined;
    slot.used += 1;
    const answer = this.#conclude(handler, slot.socket);
    const end = endOf(handler, slot.socket);
    if (end === "kept" && this.#options.keep) this.#idle.push(slot);
    else await this.#drop(slot);
    const stale = answer.outcome === "closed" || answer.outcome === "reset";
    if (unheard && stale) return "stale";
    return { answers: [answer], end };
  }

  /** Closes the connections that carry nothing at the moment. */
  async closeIdle(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((slot) => this.#drop(slot)));
  }

  /** Closes every connection. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map((slot) => this.#drop(slot)));
  }

  #dispatch(slot: Slot, request: ClientRequest, filling: Filling): Promise<ExchangeHandler> {
    const body = render(request.body, filling);
    const { timeoutMs, limitBytes } = this.#options;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        handler.timeOut(slot.socket);
        void slot.client.destroy();
      }, timeoutMs);
      const bytesRead = (): number => slot.socket?.bytesRead ?? 0;
      const handler = new ExchangeHandler(limitBytes, bytesRead, () => {
        clearTimeout(timer);
        // One turn later: the end of the connection may have come with the response.
        setImmediate(resolve, handler);
      });
      slot.client.dispatch(
        {
          method: request.method ?? METHOD,
          path: filling.target.prefix + (request.path ?? PATH),
          headers: request.headers?.flat() ?? STATED_HEADERS,
          body: body.length === 0 ? null : body,
        },
        handler,
      );
    });
  }

  #conclude(handler: ExchangeHandler, socket: Socket | undefined): Answer {
    const { startedUs, firstByteUs, error, status } = handler;
    const times = {
      firstByteUs: firstByteUs === undefined ? undefined : firstByteUs - startedUs,
      totalUs: handler.endedUs - startedUs,
    };
    if (error === undefined) return answered(handler.response(), times, this.#options.limitBytes);
    const phase = handler.phase(socket);
    const received = handler.received();
    const { timeoutMs, limitBytes } = this.#options;
    if (handler.timedOut)
      return unanswered(
        {
          outcome: "timed-out",
          phase,
          detail: `nothing more within ${timeoutMs} ms`,
          received,
          status,
        },
        times,
      );
    if (handler.tooLarge)
      return unanswered(
        {
          outcome: "too-large",
          phase,
          detail: `response over ${limitBytes} bytes`,
          received,
          status,
        },
        times,
      );
    const ending = endingIn(phase, error);
    if (ending === undefined)
      throw (
        machineFault(error) ??
        new WitnessError("client-request", `the client cannot send this: ${error.message}`, {
          hint: "a request that undici refuses goes on the wire: wire(...) instead of post(...)",
        })
      );
    return unanswered({ ...ending, phase, received, status }, times);
  }

  #take(): Slot {
    for (let slot = this.#idle.pop(); slot !== undefined; slot = this.#idle.pop()) {
      if (slot.socket?.destroyed === false) return slot;
      void this.#drop(slot);
    }
    const { target, timeoutMs, limitBytes, insecure } = this.#options;
    const connector = buildConnector({
      rejectUnauthorized: !insecure,
      timeout: timeoutMs + 1000,
      ALPNProtocols: ["http/1.1"],
    });
    const slot: Slot = {
      used: 0,
      socket: undefined,
      client: new Client(`${target.protocol}//${target.host}`, {
        pipelining: 1,
        headersTimeout: 0,
        bodyTimeout: 0,
        maxHeaderSize: limitBytes,
        connect: (options, callback) =>
          connector(options, (...[error, socket]) => {
            if (error !== null) return callback(error, null);
            slot.socket = socket;
            return callback(null, socket);
          }),
      }),
    };
    this.#all.add(slot);
    return slot;
  }

  async #drop(slot: Slot): Promise<void> {
    this.#all.delete(slot);
    await slot.client.destroy();
  }
}

function endOf(handler: ExchangeHandler, socket: Socket | undefined): ConnectionEnd {
  if (socket === undefined) return "none";
  if (handler.error === undefined) {
    const closed = socket.destroyed || socket.readableEnded || announcesClose(handler);
    return closed ? "closed" : "kept";
  }
  const outcome = handler.timedOut
    ? "timed-out"
    : endingIn(handler.phase(socket), handler.error)?.outcome;
  return outcome === "reset" || outcome === "closed" ? outcome : "abandoned";
}

/** Before the head is whole, undici calls a head that it cannot read a body of the wrong length. */
function endingIn(phase: Phase, error: Error): Ending | undefined {
  const ending = endingOf(error);
  return phase === "head" && ending?.detail === CUT_SHORT
    ? { outcome: "malformed", detail: "a response head that the ordinary client cannot read" }
    : ending;
}
