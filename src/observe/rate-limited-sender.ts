import { setTimeout as sleep } from "node:timers/promises";
import type { RequestResult } from "../model/index.ts";
import { headerOf, isInconclusive, isTurnedAway, turnsAway, rawText } from "../model/index.ts";
import { messageIn } from "../analyse/index.ts";
import { Spent } from "../learn/index.ts";

/** Waits before a request is sent again, unless the target says how long. */
const WAITS_MS = [250, 500, 1000, 2000, 4000, 8000];
const LONGEST_MS = 60_000;
/** How often a request is sent again that witness itself was too slow for. */
const MOST_SLOW = 2;

type Answered = { answers: readonly RequestResult[] };
type Replied = { replied: Answered };

type Events = {
  signal: AbortSignal;
  limited: (status: string) => void;
  /** It still does after all waits. Throws `Spent`. */
  givesUp: (status: string) => never;
};

/** Sends until a response is about the request. Once the target turned one away, requests are sent one at a time. */
export class RateLimitedSender {
  readonly #on: Events;
  #turn: Promise<unknown> | undefined;

  constructor(on: Events) {
    this.#on = on;
  }

  async send<R extends Replied>(once: () => Promise<R>): Promise<R> {
    if (this.#turn !== undefined) return this.#inTurn(() => this.#insist(once));
    const reply = await once();
    if (!isInconclusive(reply.replied)) return reply;
    if (!isTurnedAway(reply.replied)) return this.#insist(once, reply);
    return this.#inTurn(() => this.#insist(once, reply));
  }

  #inTurn<R>(work: () => Promise<R>): Promise<R> {
    const done = (this.#turn ?? Promise.resolve()).then(work, work);
    this.#turn = done;
    return done;
  }

  async #insist<R extends Replied>(once: () => Promise<R>, first?: R): Promise<R> {
    let reply = first ?? (await once());
    for (let [waits, slow] = [0, 0]; isInconclusive(reply.replied);) {
      if (isTurnedAway(reply.replied)) {
        const status = statusOf(reply.replied);
        this.#on.limited(status);
        const askedMs = retryAfterMs(reply.replied);
        const waitMs = askedMs ?? WAITS_MS[waits];
        if (waits >= WAITS_MS.length || waitMs === undefined || waitMs > LONGEST_MS)
          return this.#on.givesUp(status);
        waits += 1;
        await sleep(waitMs, undefined, { signal: this.#on.signal }).catch(() => {});
      } else {
        slow += 1;
        if (slow > MOST_SLOW) throw new Spent("too-slow");
      }
      reply = await once();
    }
    return reply;
  }
}

const statusOf = ({ answers }: Answered): string =>
  String(answers.findLast(({ status }) => status === 429 || status === 503)?.status ?? 429);

const LIMITS = ["ratelimit-limit", "x-ratelimit-limit", "x-rate-limit-limit"];

/** The limit that the headers of a 429 state: drafts of the IETF write it `RateLimit-Limit`, others with `X-`. */
export function limitIn(result: RequestResult | undefined): number | undefined {
  if (result?.outcome !== "answered" || !turnsAway(result)) return undefined;
  const texts = LIMITS.flatMap((name) => headerOf(result.response, name) ?? []);
  const [digits] = texts.flatMap((text) => /^(\d{1,9})(?:$|[,;])/.exec(text)?.[1] ?? []);
  return digits === undefined ? undefined : Number(digits);
}

/** How long to wait by `Retry-After`, a number of seconds or a date; undefined if there is none. */
export function retryAfterMs({ answers }: Answered): number | undefined {
  const texts = answers.flatMap((result) =>
    result.outcome === "answered"
      ? result.response.headers
          .filter(([name]) => rawText(name).toLowerCase() === "retry-after")
          .map(([, value]) => rawText(value).trim())
      : [],
  );
  const [text] = texts;
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** Why a response was sent, in its own words; undefined if it does not say. */
export const saidReason = (result: RequestResult | undefined): string | undefined =>
  result?.outcome === "answered" ? messageIn(result.response) : undefined;
