import type { Case, CaseRequest, ClientRequest, Interface, RawRequest } from "../model/index.ts";
import type { RefusalSign, RequestResult, Response } from "../model/index.ts";
import { classOf, connectionCount, hasResponded, requestCount } from "../model/index.ts";
import { resultWord, turnsAway } from "../model/index.ts";
import { isRefusalBy } from "../analyse/index.ts";
import { bodyJudge, type BodyJudge, type Received } from "../contract/index.ts";
import { Interrupted, WitnessError } from "../errors.ts";
import { requestsOf, type Filling } from "../generate/index.ts";
import type { ExchangeWithIds, Responded, SenderOptions } from "../send/index.ts";
import { ClientSender, KEPT_BYTES, sendRaw } from "../send/index.ts";
import { DEFAULT_READ_LIMIT_BYTES } from "../options/index.ts";
import { ConnectionLimit } from "./connection-limit.ts";
import { FreshSequence } from "./fresh-sequence.ts";

const STALE_TRIES = 3;
/** Whoever turns new connections away counts none of these. */
const NOT_OPENED: ReadonlySet<string> = new Set(["reset", "refused", "unreachable"]);

/** Cases sent, requests not turned away, connections opened, errors; when each was sent, by `performance.now()`; and how many got which response. */
export type SentCount = Record<"sent" | "accepted" | "opened" | "errors", number> & {
  atMs: number[];
  words: Map<string, number>;
};

export const nothingSent = (): SentCount => ({
  sent: 0,
  accepted: 0,
  opened: 0,
  errors: 0,
  atMs: [],
  words: new Map(),
});

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
export type Replied = Pick<Dispatched, "answers" | "fresh"> & {
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

  /** The same, but resolves as soon as the response is complete: its connection is watched a little longer. */
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
          this.#count(reply.answers);
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
    this.#countSent(request);
    const responded = await (request.sender === "client"
      ? this.#byClient(request, filling)
      : this.#raw(request, filling));
    if (responded === "stale") return responded;
    for (const result of responded.results)
      if (result.outcome === "answered") this.#options.heard?.(result.response);
    const isNew = request.sender === "client" && responded.nth === 1;
    if (responded.results.some(({ outcome }) => !NOT_OPENED.has(outcome)))
      this.#countOpened(isNew ? 1 : connectionCount(request));
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
    this.#countSent(request);
    const again = await this.#client.send(request, filling);
    if (again !== "stale") this.connections.learn(results[0], nth, again.results[0]);
    this.#client.mostOnConnection = this.connections.most;
    return again;
  }

  /** The values of a request that the caller begins to send itself. */
  begin(sent: Case): Filling {
    this.#countSent();
    return this.fill(sent);
  }

  /** Without a request, one is begun that the target need not see as a whole. */
  #countSent(request?: CaseRequest): void {
    const { tally } = this.#options;
    if (tally === undefined) return;
    tally.sent += 1;
    const nowMs = performance.now();
    const all = request === undefined ? 0 : requestCount(request);
    for (let left = all; left > 0; left -= 1) tally.atMs.push(nowMs);
  }

  #countOpened(connections: number): void {
    const { tally } = this.#options;
    if (tally !== undefined) tally.opened += connections;
  }

  #count(answers: readonly RequestResult[]): void {
    const { tally } = this.#options;
    if (tally === undefined) return;
    const isAway = (each: RequestResult): boolean => turnsAway(each) || resultWord(each) === "503";
    tally.accepted += answers.filter((each) => hasResponded(each) && !isAway(each)).length;
    tally.errors += answers.filter((each) => classOf(resultWord(each)) === "5xx").length;
    for (const word of answers.map(resultWord))
      tally.words.set(word, (tally.words.get(word) ?? 0) + 1);
  }

  /** Begun requests that the target waits for: limits count a request once its head has arrived. */
  hasAccepted(begun: number): void {
    this.#countOpened(begun);
    const { tally, interface: from } = this.#options;
    if (tally !== undefined && requestsOf(from).hasBody) tally.accepted += begun;
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
