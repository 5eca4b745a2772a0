import { setTimeout as sleep } from "node:timers/promises";
import { interfaceOf } from "../contract/index.ts";
import { carriesIdentity } from "../generate/index.ts";
import type { AnswersChanged, Case, Interface, RequestResult, RunHeader } from "../model/index.ts";
import { isRefusalCheck, resultWord, suiteOf } from "../model/index.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { controlClass, wordsKey } from "./loss-rows.ts";
import type { Returned } from "./target-supervisor.ts";

const MOST = 20;
/** Cases of one suite that got the same status. */
const MOST_OF_SUITE = 3;
/** Valid requests from one sending of such a case to the next. */
const EVERY = 3;
/** Further sendings of a case that got another response. */
const SURE = 6;
const MOST_VARYING = 6;
/** Results that are remembered, to find the first one of a change. */
const MOST_LOGGED = 2000;
/** A body that has the time in it is another one after this. */
const LATER_MS = 1100;
/** A single case may change its own response: the server has seen it before. */
const LEAST_CHANGED = 2;
/** Responses about what the server has stored, who may do it, or how much was sent: they change with that. */
const OF_STATE: ReadonlySet<string> = new Set(
  "401 402 403 404 408 409 410 412 423 428 429".split(" "),
);

type ControlCase = {
  case: Case;
  fresh: number;
  key: string;
  word: string;
  isExact: boolean;
  goodAt: Moment;
};
type Moment = { request: number; ms: number };
type Differing = { control: ControlCase; result: RequestResult };
type Options = {
  dispatcher: Pick<Dispatcher, "ask" | "closeIdle">;
  header: RunHeader;
  nowMs: () => number;
};

/**
 * Cases of the run that are sent again between others, as controls are: valid requests may get the same responses as before although
 * others do not. A server that responds differently from one moment on is found by them, and so are several servers that
 * differ in few responses.
 */
export class ControlCases {
  readonly #options: Options;
  readonly #from: Interface;
  readonly #candidates: ControlCase[] = [];
  readonly #kept: ControlCase[] = [];
  readonly #perSuite = new Map<string, number>();
  readonly #seen = new Map<string, string>();
  readonly #log: (Moment & { key: string })[] = [];
  readonly #suspects: ControlCase[] = [];
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
    const key = wordsKey(only);
    this.#log.push({ request, ms: atMs, key });
    if (this.#log.length > 2 * MOST_LOGGED) this.#log.splice(0, MOST_LOGGED);
    if (only === undefined || second !== undefined || !this.#isPlain(sent, only)) return;
    const [word, suite] = [resultWord(only), `${suiteOf(sent.id)} ${resultWord(only)}`];
    const goodAt = { request, ms: atMs };
    const control = { case: sent, fresh: dispatched.fresh, key, word, isExact: true, goodAt };
    const before = this.#seen.get(sent.id);
    this.#seen.set(sent.id, word);
    if (before !== undefined && before !== word) this.#suspects.push(control);
    const count = this.#perSuite.get(suite) ?? 0;
    const isFull = this.#kept.length + this.#candidates.length >= MOST;
    if (before !== undefined || isFull || count >= MOST_OF_SUITE) return;
    this.#perSuite.set(suite, count + 1);
    this.#candidates.push(control);
  }

  /** Alone on its connection, without a part in the server's state, and with a response that is about the request. */
  #isPlain(
    { id, request, sameIdentity, alone, generated, valid }: Case,
    result: RequestResult,
  ): boolean {
    const isOdd = (sameIdentity ?? alone ?? generated) !== undefined || isRefusalCheck(id);
    if (request.sender !== "client" || isOdd) return false;
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

  async #checkOne(control: ControlCase, request: number): Promise<AnswersChanged | undefined> {
    const found = await this.#ask(control);
    if (found === undefined) return undefined;
    if (keyOf(control, found) === control.key) {
      control.goodAt = { request, ms: this.#options.nowMs() };
      return undefined;
    }
    if (!(await this.#hasChanged(control, found))) return undefined;
    const changed = await this.#changedWith({ control, result: found });
    if (changed.length >= LEAST_CHANGED) return this.#tell(changed, request);
    this.#leave(control);
    return undefined;
  }

  /** Sends it again until it is clear: another response from now on, one of several, or one that is never the same. */
  async #hasChanged(control: ControlCase, first: RequestResult): Promise<boolean> {
    const keys = await this.#row(control, first);
    if (keys.length <= SURE) return false;
    const now = keyOf(control, first);
    if (!keys.every((key) => key === now)) {
      this.#heedRow(control, keys);
      return false;
    }
    // Another text with the same status may have the time in it, or what others have done.
    const word = resultWord(first);
    if (word !== control.word) {
      await sleep(LATER_MS);
      if ((await this.#wordOnNew(control)) === word) return true;
    }
    this.#leave(control);
    return false;
  }

  async #probe(control: ControlCase): Promise<void> {
    const first = await this.#ask(control);
    if (first === undefined) return;
    this.#heedRow(control, await this.#row(control, first));
  }

  /** It is left out from now on: what it gets shows no change. Two responses that come in turns show several servers. */
  #heedRow(control: ControlCase, keys: readonly string[]): void {
    this.#leave(control);
    const isVolatile = new Set(keys).size > 2;
    const turns = keys.filter((key, at) => at > 0 && key !== keys[at - 1]).length;
    if (!isVolatile && turns >= 2)
      this.varying.push({ case: control.case, fresh: freshOf(control) });
  }

  #leave(control: ControlCase): void {
    const at = this.#kept.indexOf(control);
    if (at !== -1) this.#kept.splice(at, 1);
  }

  async #row(control: ControlCase, first: RequestResult): Promise<string[]> {
    const keys = [keyOf(control, first)];
    while (keys.length <= SURE) {
      // The connection may decide which server responds, or the turn on one.
      if (keys.length !== 1) await this.#options.dispatcher.closeIdle();
      const result = await this.#ask(control);
      if (result === undefined) break;
      keys.push(keyOf(control, result));
    }
    return keys;
  }

  /** Takes it if it gets the same again: the same bytes, or else the same status and media type. */
  async #adopt(control: ControlCase, request: number): Promise<void> {
    const result = await this.#ask(control);
    if (result === undefined) return;
    control.goodAt = { request, ms: this.#options.nowMs() };
    if (wordsKey(result) === control.key) return void this.#kept.push(control);
    const keys = await this.#row(control, result);
    const isRare = new Set(keys).size <= 2;
    if (isRare && keys.includes(control.key)) return this.#heedRow(control, keys);
    if (resultWord(result) !== control.word) return undefined;
    this.#kept.push({ ...control, key: controlClass(result), isExact: false });
  }

  /** Undefined where it was lost, failed or turned away, and where the response is about what is stored: others look after that. */
  async #ask(control: ControlCase): Promise<RequestResult | undefined> {
    this.asked += 1;
    const result = await this.#options.dispatcher.ask(control.case, freshOf(control));
    const word = resultWord(result);
    return /^[24]\d\d$/.test(word) && !OF_STATE.has(word) ? result : undefined;
  }

  async #changedWith(first: Differing): Promise<Differing[]> {
    const found = [first];
    for (const control of this.#kept) {
      if (control === first.control) continue;
      const word = await this.#wordOnNew(control);
      const result = await this.#ask(control);
      const isSame = result !== undefined && resultWord(result) === word;
      if (isSame && word !== control.word) found.push({ control, result });
    }
    return found;
  }

  async #wordOnNew(control: ControlCase): Promise<string> {
    await this.#options.dispatcher.closeIdle();
    return resultWord(await this.#ask(control));
  }

  #tell(changed: readonly Differing[], request: number): AnswersChanged {
    const goods = changed.map(({ control }) => control.goodAt).toSorted((a, b) => b.ms - a.ms);
    const from = this.#firstOf(changed, goods[0] ?? { request, ms: this.#options.nowMs() });
    return {
      request: from.request,
      fromMs: Math.round(from.ms),
      atMs: Math.round(Date.now() - this.#options.nowMs() + from.ms),
      until: request,
      changed: changed.map(({ control, result }) => ({
        case: control.case.id,
        before: control.word,
        now: resultWord(result),
      })),
      of: this.#kept.length,
    };
  }

  /** The first result with one of the new responses, if none had it before. */
  #firstOf(found: readonly Differing[], good: Moment): Moment {
    const keys = new Set(found.map(({ result }) => wordsKey(result)));
    const [first] = this.#log.filter(({ key }) => keys.has(key)).toSorted((a, b) => a.ms - b.ms);
    const isNew = first !== undefined && first.ms > good.ms;
    return isNew ? first : { ...good, request: good.request + 1 };
  }
}

const keyOf = ({ isExact }: ControlCase, result: RequestResult): string =>
  isExact ? wordsKey(result) : controlClass(result);

/** An accepted request needs a new identity, and a refused one the same bytes. */
const freshOf = ({ word, fresh }: ControlCase): number | undefined =>
  word.startsWith("4") ? fresh : undefined;
