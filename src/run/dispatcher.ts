import type { BaseUrl } from "../contract/base-url.ts";
import { WitnessError } from "../errors.ts";
import { Interrupted } from "../interrupted.ts";
import { requestFreshCount } from "../generate/fresh-count.ts";
import type { Filling } from "../generate/render.ts";
import type { Case } from "../model/case.ts";
import type { Exchange } from "../model/observation.ts";
import { ClientSender } from "../send/client.ts";
import { DEFAULT_LIMIT_BYTES } from "../send/sender.ts";
import { sendWire } from "../send/wire.ts";

const STALE_TRIES = 3;

export type DispatcherOptions = {
  target: BaseUrl;
  firstId: number;
  timeoutMs: number;
  /** How much of a head and of a body is read; 1 MiB by default. */
  limitBytes?: number;
  insecure: boolean;
  /** Keep the ordinary client's connections between requests. */
  keep: boolean;
  /** Abandons what is under way: sending rejects with `Interrupted`. */
  signal?: AbortSignal;
};

/** What came back, and which fresh values the request carried. */
export type Dispatched = Exchange & { fresh: number };

/** Sends cases to one target by the sender that each asks for, and hands out fresh values. */
export class Dispatcher {
  readonly #options: Required<Omit<DispatcherOptions, "signal">>;
  readonly #signal: AbortSignal | undefined;
  readonly #client: ClientSender;
  /** What ends each exchange that is under way. */
  readonly #abandon = new Set<() => void>();
  #nextFresh: number;

  constructor({ signal, ...options }: DispatcherOptions, nextFresh = 0) {
    this.#options = { limitBytes: DEFAULT_LIMIT_BYTES, ...options };
    this.#nextFresh = nextFresh;
    this.#client = new ClientSender(this.#options);
    this.#signal = signal;
    // One listener for all that is under way: a signal bears few without a warning.
    signal?.addEventListener("abort", this.#abandonAll, { once: true });
  }

  get timeoutMs(): number {
    return this.#options.timeoutMs;
  }

  get nextFresh(): number {
    return this.#nextFresh;
  }

  /** Fresh values up to this one belong to somebody else. */
  skipTo(fresh: number): void {
    this.#nextFresh = Math.max(this.#nextFresh, fresh);
  }

  /** Sends a case with values not used before, or with those that `fresh` names. Rejects with `Interrupted` after the signal. */
  async send(sent: Case, fresh?: number): Promise<Dispatched> {
    try {
      for (let resent = 0; ; resent += 1) {
        // Begun again, it carries values of its own: the first ones may have arrived.
        const filling = this.#fill(sent, resent === 0 ? fresh : undefined);
        const exchange = await this.#once(sent, filling);
        if (exchange === "stale" && resent < STALE_TRIES) continue;
        if (exchange !== "stale") {
          const { fresh: first } = filling;
          const told = resent > 0 ? closedFirst(exchange) : exchange;
          const { answers, end, leftover } = told;
          return { answers, end, leftover, fresh: first, resent: resent > 0 ? resent : undefined };
        }
        await this.#client.closeIdle();
      }
    } catch (error) {
      if (!(error instanceof WitnessError)) throw error;
      const { code, message, hint } = error;
      throw new WitnessError(code, `${sent.id}: ${message}`, { hint: hint ?? "" });
    }
  }

  close(): Promise<void> {
    this.#signal?.removeEventListener("abort", this.#abandonAll);
    return this.#client.close();
  }

  readonly #abandonAll = (): void => {
    for (const abandon of this.#abandon) abandon();
    void this.#client.close();
  };

  async #once({ request }: Case, filling: Filling): Promise<Exchange | "stale"> {
    if (this.#signal?.aborted === true) throw new Interrupted();
    const ending = new AbortController();
    const exchange =
      request.sender === "wire"
        ? sendWire(request, filling, this.#options, ending.signal)
        : this.#client.send(request, filling);
    return new Promise((resolve, reject) => {
      const abandon = (): void => {
        ending.abort();
        reject(new Interrupted());
      };
      this.#abandon.add(abandon);
      exchange.then(resolve, reject).finally(() => this.#abandon.delete(abandon));
    });
  }

  #fill({ request }: Case, fresh = this.#nextFresh): Filling {
    if (fresh === this.#nextFresh) this.#nextFresh += Math.max(1, requestFreshCount(request));
    return { target: this.#options.target, firstId: this.#options.firstId, fresh };
  }
}

/**
 * Begun again because its connection was closed, and then nobody was there: the close is what this
 * request met first, and what may have ended the target.
 */
function closedFirst(exchange: Exchange): Exchange {
  const [answer] = exchange.answers;
  if (answer === undefined || answer.outcome !== "refused") return exchange;
  const detail = "the server closed the connection, and took no other";
  return {
    ...exchange,
    answers: [{ ...answer, outcome: "closed", phase: "head", detail }],
    end: "closed",
  };
}
