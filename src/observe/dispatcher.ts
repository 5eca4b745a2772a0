import type { Case, ClientRequest, Interface, RawRequest } from "../model/index.ts";
import type { RefusalSign, RequestResult, Response } from "../model/index.ts";
import { isRefusalBy } from "../analyse/index.ts";
import { bodyJudge, type BodyJudge, type Received } from "../contract/index.ts";
import { Interrupted, WitnessError } from "../errors.ts";
import { requestsOf, type Filling } from "../generate/index.ts";
import type { ExchangeWithIds, Responded, SenderOptions } from "../send/index.ts";
import { ClientSender, KEPT_BYTES, sendRaw } from "../send/index.ts";
import { DEFAULT_READ_LIMIT_BYTES } from "../options/index.ts";
import { ConnectionLimit } from "./connection-limit.ts";
import { FreshSequence } from "./fresh-sequence.ts";
import type { SentCount } from "./sent-count.ts";

const STALE_TRIES = 3;
/** Sends a request with values that are read just before it, such as an ETag: only one at a time, so that no other changes them. */
export type WithCurrent = <Sent extends "stale" | { results: readonly RequestResult[] }>(
  send: (found: ReadonlyMap<string, string>) => Promise<Sent>,
) => Promise<Sent>;

export type DispatcherOptions = Omit<SenderOptions, "limitBytes" | "judgeBody"> & {
  interface: Interface;
  firstId: number;
  limitBytes?: number | undefined;
  keep: boolean;
  /** How long those are watched after a response; a short time by default. */
  lingerMs?: number;
  /** Takes each body that is too long to be kept whole. */
  heardBody?: ((received: Received) => void) | undefined;
  heard?: ((response: Response) => void) | undefined;
  tally?: SentCount | undefined;
  withCurrent?: WithCurrent | undefined;
  /** Abandons requests in flight: sending rejects with `Interrupted`. */
  signal?: AbortSignal;
};

export type Dispatched = ExchangeWithIds;

/** The result, immediately; `settled` also has the end of the connection. Until then, one that `lingers` is open besides. */
export type Replied = Pick<Dispatched, "answers" | "fresh" | "resent"> & {
  settled: Promise<Dispatched>;
  lingers: boolean;
};

/** Sends cases to one target with the sender of each, and assigns fresh values. */
export class Dispatcher {
  readonly #options: Omit<DispatcherOptions, "signal"> & {
    limitBytes: number;
    judgeBody: BodyJudge | undefined;
  };
  readonly #signal: AbortSignal | undefined;
  readonly #client: ClientSender;
  readonly #abandon = new Set<() => void>();
  readonly numbers: FreshSequence;
  readonly connections = new ConnectionLimit();
  #closings = 0;
  #signs: readonly RefusalSign[] | undefined;

  constructor({ signal, ...options }: DispatcherOptions, numbers = new FreshSequence()) {
    const { interface: from, heardBody } = options;
    const judge = bodyJudge(from);
    this.#options = {
      ...options,
      limitBytes: options.limitBytes ?? DEFAULT_READ_LIMIT_BYTES,
      judgeBody:
        heardBody === undefined
          ? judge
          : (received) => {
              if (received.body.length > KEPT_BYTES) heardBody(received);
              return judge?.(received);
            },
    };
    this.numbers = numbers;
    this.#client = new ClientSender(this.#options);
    this.#signal = signal;
    // One listener for all requests in flight: many listeners on a signal cause a warning.
    signal?.addEventListener("abort", this.#abandonAll, { once: true });
  }

  get timeoutMs(): number {
    return this.#options.timeoutMs;
  }

  reserve({ request }: Pick<Case, "request">): number {
    return this.numbers.draw(request, this.#options);
  }

  /** Sends a case with new fresh values, or with the given ones. Rejects with `Interrupted` after the signal. */
  async send(sent: Case, fresh?: number): Promise<Dispatched> {
    return (await this.reply(sent, fresh)).settled;
  }

  /** What it got. The end of its connection is not waited for. */
  async ask(sent: Case, fresh?: number): Promise<RequestResult | undefined> {
    return (await this.reply(sent, fresh)).answers.at(-1);
  }

  /** Like `send`, but resolves as soon as the response is complete: its connection is watched a little longer. */
  async reply(sent: Case, fresh?: number): Promise<Replied> {
    try {
      for (let resent = 0; ; resent += 1) {
        // A repeated request gets new values: the first ones may have arrived.
        const filling = this.fill(sent, resent === 0 ? fresh : undefined);
        const { withCurrent } = this.#options;
        const responded = await (withCurrent === undefined
          ? this.#once(sent, filling)
          : withCurrent((found) => this.#once(sent, { ...filling, found })));
        if (responded === "stale" && resent < STALE_TRIES) continue;
        if (responded !== "stale") {
          const reply = replied(this.#marked(responded), filling.fresh, resent);
          this.#options.tally?.add(reply.answers);
          // It may fail before anything waits for it.
          reply.settled.catch(() => {});
          return { ...reply, lingers: sent.request.sender === "wire" };
        }
        await this.#client.closeIdle();
      }
    } catch (error) {
      // For a mistake in a suite, names the case.
      if (!(error instanceof WitnessError) || error.exitCode !== 2) throw error;
      const { code, message, hint } = error;
      throw new WitnessError(code, `${sent.id}: ${message}`, { hint: hint ?? "" });
    }
  }

  get knowsRefusals(): boolean {
    return this.#signs !== undefined;
  }

  /** From here on, results are marked whose bodies say, by these signs, that the request was refused. */
  heedRefusals(signs: readonly RefusalSign[]): void {
    this.#signs = signs;
  }

  #marked({ results, settled }: Responded): Responded {
    const signs = this.#signs ?? [];
    if (signs.length === 0) return { results, settled };
    const marked = (answers: RequestResult[]): RequestResult[] =>
      answers.map((each) =>
        isRefusalBy(signs, each) ? { ...each, refusal: true as const } : each,
      );
    return {
      results: marked(results),
      settled: settled.then((each) => ({ ...each, answers: marked(each.answers) })),
    };
  }

  closeIdle(): Promise<void> {
    return this.#client.closeIdle();
  }

  close(): Promise<void> {
    this.#signal?.removeEventListener("abort", this.#abandonAll);
    return this.#abandonAll();
  }

  readonly #abandonAll = (): Promise<void> => {
    this.#closings += 1;
    for (const abandon of this.#abandon) abandon();
    return this.#client.close();
  };

  async #once({ request }: Case, filling: Filling): Promise<Responded | "stale"> {
    if (this.#signal?.aborted === true) throw new Interrupted();
    this.#options.tally?.begin(request);
    const responded = await (request.sender === "client"
      ? this.#byClient(request, filling)
      : this.#raw(request, filling));
    if (responded === "stale") return responded;
    for (const result of responded.results)
      if (result.outcome === "answered") this.#options.heard?.(result.response);
    this.#options.tally?.open(request, responded.results, responded.nth);
    return responded;
  }

  async #raw(request: RawRequest, filling: Filling): Promise<Responded> {
    const ending = new AbortController();
    let abandon = (): void => {};
    const abandoned = new Promise<never>((_, reject) => {
      abandon = () => {
        ending.abort();
        reject(new Interrupted());
      };
    });
    this.#abandon.add(abandon);
    const sent = sendRaw(request, filling, this.#options, ending.signal);
    const settled = Promise.race([abandoned, sent.then((each) => each.settled)])
      .then((exchange) => ({ ...exchange, fresh: filling.fresh, timeoutMs: this.timeoutMs }))
      .finally(() => this.#abandon.delete(abandon));
    // It may fail before anything waits for it.
    settled.catch(() => {});
    const { results } = await Promise.race([abandoned, sent]);
    return { results, settled };
  }

  /** Sends by the ordinary client. Closing its connections ends the requests in flight, which is not the target's doing. */
  async #byClient(request: ClientRequest, filling: Filling): Promise<Responded | "stale"> {
    const closings = this.#closings;
    try {
      let responded = await this.#client.send(request, filling);
      if (closings === this.#closings && responded !== "stale")
        responded = await this.#onNewConnection(request, filling, responded);
      if (closings === this.#closings) return responded;
    } catch (error) {
      if (closings === this.#closings) throw error;
    }
    throw new Interrupted();
  }

  /** Sends again what was turned away, if that may be due to the number of requests on its connection. It was not looked at: its values are new. */
  async #onNewConnection(request: ClientRequest, filling: Filling, first: Responded) {
    const { nth = 1, results } = first;
    if (!this.connections.mayBe(results[0], nth)) return first;
    await this.#client.closeIdle();
    this.#options.tally?.begin(request);
    const again = await this.#client.send(request, filling);
    if (again !== "stale") this.connections.learn(results[0], nth, again.results[0]);
    this.#client.mostOnConnection = this.connections.most;
    return again;
  }

  /** The values of a request that the caller begins to send itself. */
  begin(sent: Case): Filling {
    this.#options.tally?.begin();
    return this.fill(sent);
  }

  /** Begun requests that the target waits for. */
  hasAccepted(begun: number): void {
    const { tally, interface: from } = this.#options;
    tally?.hasAccepted(begun, requestsOf(from));
  }

  fill(sent: Case, fresh = this.reserve(sent)): Filling {
    const { interface: from, target, firstId } = this.#options;
    return { interface: from, target, firstId, fresh };
  }
}

function replied(
  { results, settled }: Responded,
  fresh: number,
  resent: number,
): Omit<Replied, "lingers"> {
  if (resent === 0) return { answers: results, fresh, settled };
  return {
    answers: closedFirst(results),
    fresh,
    resent,
    settled: settled.then(({ answers: all, end, ...rest }) => {
      const told = closedFirst(all);
      return { ...rest, answers: told, end: told === all ? end : "closed", fresh, resent };
    }),
  };
}

/** A request that was sent again on a new connection, but then the target was gone: it met the close first, and may be the cause. */
function closedFirst(results: RequestResult[]): RequestResult[] {
  const [result] = results;
  if (result === undefined || result.outcome !== "refused") return results;
  const detail = "the server closed the connection, and accepted no new one";
  return [{ ...result, outcome: "closed", phase: "head", detail }];
}
