import { setTimeout as sleep } from "node:timers/promises";
import { interfaceOf } from "../contract/index.ts";
import { carriesIdentity } from "../generate/index.ts";
import {
  type AnswersChanged,
  type Case,
  type Interface,
  type RequestResult,
  type RunHeader,
  rawText,
  resultWord,
  suiteOf,
} from "../model/index.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { bytesKey } from "./loss-rows.ts";
import { controlClass } from "./surroundings.ts";
import type { Returned } from "./target-supervisor.ts";

/** Cases that are sent again, and at most so many of one suite. */
const MOST = 20;
const MOST_OF_SUITE = 3;
/** One more is taken with each control, and one of those is sent again with every so many. */
const EVERY = 3;
/** Before one is taken for changed, or for a response that varies, it is sent so often. */
const SURE = 6;
const MOST_VARYING = 6;
/** Results that are remembered, to find the first one of a change. */
const MOST_LOGGED = 2000;
/** Longer bodies are compared by their bytes. */
const MOST_CHARACTERS = 2000;
/** A body that has the time in it is another one after this. */
const LATER_MS = 1100;
/** One case alone may have changed the response by what it does. */
const LEAST_CHANGED = 2;
/** Responses about what the server has stored, who may do it, or how much was sent: they change with that. */
const OF_STATE: ReadonlySet<string> = new Set([
  "401",
  "402",
  "403",
  "404",
  "408",
  "409",
  "410",
  "412",
  "423",
  "428",
  "429",
]);

type Canary = {
  case: Case;
  fresh: number;
  key: string;
  word: string;
  isExact: boolean;
  goodAt: Moment;
};
type Moment = { request: number; ms: number };
type Differing = { canary: Canary; result: RequestResult };
type Options = {
  dispatcher: Pick<Dispatcher, "send" | "closeIdle">;
  header: RunHeader;
  nowMs: () => number;
};

/**
 * Cases of the run that are sent again between others, as controls are: valid requests may get the same responses as before although
 * others do not. A server that responds differently from one moment on is found by them, and so are several servers that
 * differ in few responses.
 */
export class Canaries {
  readonly #options: Options;
  readonly #from: Interface;
  readonly #candidates: Canary[] = [];
  readonly #kept: Canary[] = [];
  readonly #perSuite = new Map<string, number>();
  readonly #seen = new Map<string, string>();
  readonly #log: (Moment & { key: string })[] = [];
  readonly #suspects: Canary[] = [];
  #controls = 0;
  #probed = 0;
  asked = 0;
  /** Cases whose response is now one and now another. */
  readonly varying: { case: Case; fresh: number | undefined }[] = [];

  constructor(options: Options) {
    this.#options = options;
    this.#from = interfaceOf(options.header);
  }

  /** A result that is sure: its case may become one of these. */
  add({ sending, dispatched, atMs }: Returned, request: number): void {
    const { case: sent } = sending;
    const [only, second] = dispatched.answers;
    const key = exactKey(only);
    this.#log.push({ request, ms: atMs, key });
    if (this.#log.length > 2 * MOST_LOGGED) this.#log.splice(0, MOST_LOGGED);
    if (only === undefined || second !== undefined || !this.#isPlain(sent, only)) return;
    const [word, suite] = [resultWord(only), `${suiteOf(sent.id)} ${resultWord(only)}`];
    const goodAt = { request, ms: atMs };
    const canary = { case: sent, fresh: dispatched.fresh, key, word, isExact: true, goodAt };
    const before = this.#seen.get(sent.id);
    this.#seen.set(sent.id, word);
    if (before !== undefined && before !== word) this.#suspects.push(canary);
    const count = this.#perSuite.get(suite) ?? 0;
    const isFull = this.#kept.length + this.#candidates.length >= MOST;
    if (before !== undefined || isFull || count >= MOST_OF_SUITE) return;
    this.#perSuite.set(suite, count + 1);
    this.#candidates.push(canary);
  }

  /** Alone on its connection, without a part in the server's state, and with a response that is about the request. */
  #isPlain(
    { request, sameIdentity, alone, generated, valid }: Case,
    result: RequestResult,
  ): boolean {
    if (request.sender !== "client" || (sameIdentity ?? alone ?? generated) !== undefined)
      return false;
    const word = resultWord(result);
    if (!/^[24]\d\d$/.test(word) || OF_STATE.has(word)) return false;
    // Valid requests are the controls already.
    return word.startsWith("4") || (valid !== true && carriesIdentity(request, this.#from));
  }

  /** A control was good: sends one again. Returns what has changed, if something has. */
  async check(request: number): Promise<AnswersChanged | undefined> {
    this.#controls += 1;
    const suspect = this.#suspects.shift();
    if (suspect !== undefined && this.#probed < MOST_VARYING) {
      this.#probed += 1;
      await this.#probe(suspect);
    }
    const candidate = this.#candidates.shift();
    if (candidate !== undefined) await this.#adopt(candidate, request);
    if (this.#controls % EVERY !== 0) return undefined;
    const next = this.#kept.shift();
    if (next === undefined) return undefined;
    this.#kept.push(next);
    return this.#checkOne(next, request);
  }

  /** The same for each of them, at the end of a run. */
  async checkAll(request: number): Promise<AnswersChanged | undefined> {
    for (const each of this.#kept.slice()) {
      const changed = await this.#checkOne(each, request);
      if (changed !== undefined) return changed;
    }
    return undefined;
  }

  async #checkOne(canary: Canary, request: number): Promise<AnswersChanged | undefined> {
    const found = await this.#ask(canary);
    if (found === undefined) return undefined;
    if (keyOf(canary, found) === canary.key) {
      canary.goodAt = { request, ms: this.#options.nowMs() };
      return undefined;
    }
    if (!(await this.#hasChanged(canary, found))) return undefined;
    const changed = await this.#changedWith({ canary, result: found });
    if (changed.length >= LEAST_CHANGED) return this.#tell(changed, request);
    this.#leave(canary);
    return undefined;
  }

  /** Sends it again until it is clear: another response from now on, one of several, or one that is never the same. */
  async #hasChanged(canary: Canary, first: RequestResult): Promise<boolean> {
    const keys = await this.#row(canary, first);
    if (keys.length <= SURE) return false;
    const now = keyOf(canary, first);
    if (!keys.every((key) => key === now)) {
      this.#heedRow(canary, keys);
      return false;
    }
    // Another text with the same status may have the time in it, or what others have done.
    const word = resultWord(first);
    if (word !== canary.word) {
      await sleep(LATER_MS);
      if ((await this.#wordOnNew(canary)) === word) return true;
    }
    this.#leave(canary);
    return false;
  }

  async #probe(canary: Canary): Promise<void> {
    const first = await this.#ask(canary);
    if (first === undefined) return;
    this.#heedRow(canary, await this.#row(canary, first));
  }

  /** It is left out from now on: what it gets shows no change. Two responses that come in turns show several servers. */
  #heedRow(canary: Canary, keys: readonly string[]): void {
    this.#leave(canary);
    const isVolatile = new Set(keys).size > 2;
    const turns = keys.filter((key, at) => at > 0 && key !== keys[at - 1]).length;
    if (!isVolatile && turns >= 2) this.varying.push({ case: canary.case, fresh: freshOf(canary) });
  }

  #leave(canary: Canary): void {
    const at = this.#kept.indexOf(canary);
    if (at !== -1) this.#kept.splice(at, 1);
  }

  async #row(canary: Canary, first: RequestResult): Promise<string[]> {
    const keys = [keyOf(canary, first)];
    while (keys.length <= SURE) {
      // The connection may decide which server responds, or the turn on one.
      if (keys.length !== 1) await this.#options.dispatcher.closeIdle();
      const result = await this.#ask(canary);
      if (result === undefined) break;
      keys.push(keyOf(canary, result));
    }
    return keys;
  }

  /** Takes it if it gets the same again: the same bytes, or else the same status and media type. */
  async #adopt(canary: Canary, request: number): Promise<void> {
    const result = await this.#ask(canary);
    if (result === undefined) return;
    canary.goodAt = { request, ms: this.#options.nowMs() };
    if (exactKey(result) === canary.key) return void this.#kept.push(canary);
    const keys = await this.#row(canary, result);
    const isRare = new Set(keys).size <= 2;
    if (isRare && keys.includes(canary.key)) return this.#heedRow(canary, keys);
    if (resultWord(result) !== canary.word) return undefined;
    this.#kept.push({ ...canary, key: controlClass(result), isExact: false });
  }

  /**
   * Undefined where the server or the network failed, or turned it away, which is looked after elsewhere; and where the response is
   * about what is stored, which other requests may have changed.
   */
  async #ask(canary: Canary): Promise<RequestResult | undefined> {
    this.asked += 1;
    const { answers } = await this.#options.dispatcher.send(canary.case, freshOf(canary));
    const result = answers.at(-1);
    const word = result === undefined ? "" : resultWord(result);
    return /^[24]\d\d$/.test(word) && !OF_STATE.has(word) ? result : undefined;
  }

  async #changedWith(first: Differing): Promise<Differing[]> {
    const found = [first];
    for (const canary of this.#kept) {
      if (canary === first.canary) continue;
      const word = await this.#wordOnNew(canary);
      const result = await this.#ask(canary);
      const isSame = result !== undefined && resultWord(result) === word;
      if (isSame && word !== canary.word) found.push({ canary, result });
    }
    return found;
  }

  async #wordOnNew(canary: Canary): Promise<string | undefined> {
    await this.#options.dispatcher.closeIdle();
    const result = await this.#ask(canary);
    return result && resultWord(result);
  }

  #tell(changed: readonly Differing[], request: number): AnswersChanged {
    const goods = changed.map(({ canary }) => canary.goodAt).toSorted((a, b) => b.ms - a.ms);
    const from = this.#firstOf(changed, goods[0] ?? { request, ms: this.#options.nowMs() });
    return {
      request: from.request,
      fromMs: Math.round(from.ms),
      atMs: Math.round(Date.now() - this.#options.nowMs() + from.ms),
      until: request,
      changed: changed.map(({ canary, result }) => ({
        case: canary.case.id,
        before: canary.word,
        now: resultWord(result),
      })),
      of: this.#kept.length,
    };
  }

  /** The first result with one of the new responses, if none had it before. */
  #firstOf(found: readonly Differing[], good: Moment): Moment {
    const keys = new Set(found.map(({ result }) => exactKey(result)));
    const [first] = this.#log.filter(({ key }) => keys.has(key)).toSorted((a, b) => a.ms - b.ms);
    const isNew = first !== undefined && first.ms > good.ms;
    return isNew ? first : { ...good, request: good.request + 1 };
  }
}

/** Numbers are left out: a time, a count or an id of the request. */
export function exactKey(result: RequestResult | undefined): string {
  const kept = result?.outcome === "answered" ? result.response.body.text : undefined;
  const text = kept === undefined ? undefined : rawText(kept);
  return result === undefined || text === undefined || text.length > MOST_CHARACTERS
    ? bytesKey(result)
    : `${resultWord(result)} ${text.replace(/\d+/g, "0")}`;
}

const keyOf = ({ isExact }: Canary, result: RequestResult): string =>
  isExact ? exactKey(result) : controlClass(result);

/** An accepted request needs a new identity, and a refused one the same bytes. */
const freshOf = ({ word, fresh }: Canary): number | undefined =>
  word.startsWith("4") ? fresh : undefined;
