import type { Interface, RequestResult, Surrounding } from "../model/index.ts";
import { classOf, CUT_OFF, isRateLimited, isTurnedAway, resultWord } from "../model/index.ts";
import type { Crowding } from "./crowding.ts";
import { LONG_ROW, asResult, bytesKey, doubtedFrom, responseEndMs } from "./loss-rows.ts";
import { isAwayWord, isBeside, timesOf, unlikelyRows, lastWord, wordsKey } from "./loss-rows.ts";
import type { RefusedControl } from "./known-changes.ts";
import { KnownChanges, mayBeForEveryone, refusedControl } from "./known-changes.ts";
import { LOST, NoiseSearch } from "./noise-search.ts";
import type { PlannedSending, Returned } from "./target-supervisor.ts";

const EVERY = 60;
/** After so many equal responses in a row, it is due at once; then after twice as many. */
const ROW = 15;
const MOST_SHARE = 0.03;
/** A case that fell into a change this many times is not sent again. */
const MOST_TRIES = 5;
/** Of a long row of lost requests, so many are sent again first: they decide about the others. */
const SAMPLE = 3;
const RECENT = 50;
/** What came since the change, until a control showed it. */
const SINCE = 200;
/** So many that may be noise are worth another sending at the end of a run. */
const FEW = 5;
/** More results than begin within a few time-outs of a usual server. */
const MOST_SETTLED = 1000;

/** A few equal ones of these in a row may be for every request. */
const isTelling = (last: RequestResult | undefined): boolean =>
  mayBeForEveryone(last) || LOST.has(last?.outcome ?? "");

/** Results in doubt: since when, from which result of the run on, and how many were sent for nothing. */
export type InDoubt = Pick<Surrounding, "fromMs" | "request" | "before">;

/** What decides whether results are sent again: the long rows, and whether nothing more will show what they are. */
type Sorting = Record<"isServed" | "isLast" | "isOneOfFew", boolean> & { rows: Returned[][] };

type Settling = { turnsAway: boolean; isServed: boolean; untilMs: number };
type Settled = Record<"sure" | "early" | "turnedAway" | "lost", Returned[]>;

/** Holds results until the next control is good; those in doubt go to `again` (`decisions/0026-results-in-doubt.md`). */
export class HeldResults {
  #held: Returned[] = [];
  readonly #again: PlannedSending[] = [];
  readonly #doubts: { fromMs: number; toMs: number }[] = [];
  readonly #undecided: Returned[] = [];
  /** Turned away, as every control was until now: they are sent again once one is not, and are results if none is. */
  readonly #early: Returned[] = [];
  /** Many that were lost together, and not by themselves. */
  readonly #found: Returned[] = [];
  readonly #sample = new Set<number>();
  readonly noise: NoiseSearch;
  /** First fresh values of requests that were turned away when the control was not, and with which response. */
  readonly #turned = new Map<number, string>();
  readonly #changes = new KnownChanges();
  /** How many of those got another response when sent again: it was not about them. */
  passed = 0;
  #recent: { atMs: number; isRefused: boolean }[] = [];
  /** Times of the last results that are settled and were no loss: what waits for a time-out returns long after its neighbours. */
  #settled: ReturnType<typeof timesOf>[] = [];
  #row = { key: "", length: 0, next: ROW };
  #counts = { results: 0, sinceControl: 0, controls: 0, failed: 0, sampleHelped: 0 };
  readonly #crowding: Crowding;
  /** The refusal of a hand-chosen case: a second control, with the same bytes. */
  refused: RefusedControl | undefined;
  /** Sendings whose results were in doubt, and cases that were in doubt each time. */
  dropped = 0;
  unsettled = 0;

  constructor(from: Interface, crowding: Crowding) {
    this.noise = new NoiseSearch(from);
    this.#crowding = crowding;
  }

  add(returned: Returned): void {
    this.#counts.results += 1;
    this.#counts.sinceControl += 1;
    const last = returned.dispatched.answers.at(-1);
    const key = bytesKey(last);
    if (key === this.#row.key) this.#row.length += 1;
    else this.#row = { key, length: 1, next: isTelling(last) ? LONG_ROW : ROW };
    this.#crowding.add(lastWord(returned));
    this.noise.add(returned, this.results);
    const isRefused = classOf(lastWord(returned)) === "4xx";
    this.#recent = [...this.#recent.slice(1 - RECENT - SINCE), { atMs: returned.atMs, isRefused }];
    const isDoubtful = this.#doubts.some(
      ({ fromMs, toMs }) => responseEndMs(returned) >= fromMs && returned.atMs <= toMs,
    );
    if (isDoubtful) this.#drop(returned);
    else this.#held.push(returned);
  }

  get results(): number {
    return this.#counts.results;
  }

  get isControlDue(): boolean {
    const { results, sinceControl, controls } = this.#counts;
    if (sinceControl >= EVERY) return true;
    return this.#row.length >= this.#row.next && controls < MOST_SHARE * results;
  }

  /** Whether a result since the last control was no response: it may be due to its connection. */
  get hasLost(): boolean {
    return this.#held.some((each) => LOST.has(lastWord(each)));
  }

  get row(): string | undefined {
    return this.#row.length >= ROW ? this.#row.key : undefined;
  }

  controlled(): void {
    this.#counts.controls += 1;
    this.#counts.sinceControl = 0;
    if (this.#row.length >= this.#row.next) this.#row.next = 2 * this.#row.length;
  }

  /** A good control was sent at `untilMs`: what can be recorded. `lost` were too many in a row for noise, `early` came before any good control. */
  settle({ turnsAway, isServed, untilMs }: Settling): Settled {
    const early = turnsAway ? [] : this.#early.splice(0);
    for (const each of early) this.#drop(each);
    if (early.length > 0) this.endDoubt(0, untilMs);
    const held = this.#held.splice(0);
    const all = held.filter((each) => responseEndMs(each) <= untilMs);
    this.#held = held.filter((each) => responseEndMs(each) > untilMs);
    const rows = this.#longRows(all);
    const [isNoise, isCrowd] = [this.#crowding.mayBeNoise(all), this.#crowding.isCrowd];
    const [turnedAway, sure]: [Returned[], Returned[]] = [[], []];
    // Nothing more will show whether those that wait are noise.
    const isLast = held.length === 0 && this.#again.length === 0;
    const waiting = this.noise.release();
    for (const each of [...waiting, ...all]) {
      const { sending, dispatched } = each;
      const isAway = isTurnedAway(dispatched) || (isCrowd && lastWord(each) === "503");
      const isLimited = dispatched.answers.some(isRateLimited) || (isAway && !isNoise);
      const isLimit = isLimited && sending.tries < MOST_TRIES && !this.#crowding.isTooMany(sending);
      const last = dispatched.answers.at(-1);
      const isEarly = turnsAway && (isAway || isAwayWord(lastWord(each)));
      if (isEarly) this.#early.push(each);
      if (isEarly) continue;
      if (!turnsAway && (isLimit || this.#isOfChange(each))) {
        turnedAway.push(each);
        this.#turned.set(sending.fresh, wordsKey(last));
        this.#again.push(this.#crowding.nextTry(sending));
        continue;
      }
      if (this.#isSentAgain(each, { rows, isServed, isLast, isOneOfFew: waiting.length <= FEW }))
        continue;
      const before = this.#turned.get(sending.fresh);
      if (before !== undefined && !isAway && before !== wordsKey(last)) {
        this.passed += 1;
        this.#changes.passed(before);
      }
      if (NoiseSearch.wordOf(each) === undefined) this.#settled.push(timesOf(each));
      sure.push(this.#judgedLost(each));
    }
    this.#settled = this.#settled.slice(-MOST_SETTLED);
    // What decides was in doubt each time, and is left.
    if (held.length === 0 && this.#again.length === 0) this.#sample.clear();
    this.dropped += turnedAway.length;
    const decided = this.#decide();
    return { sure: [...sure, ...decided], early, turnedAway, lost: this.#found.splice(0) };
  }

  /** Whether it is sent again, since everyone got it for a while. An unfinished request waits for its time-out by itself. */
  #isOfChange({ sending, dispatched }: Returned): boolean {
    const isOwn = this.noise.isUnfinished(sending.case);
    const last = dispatched.answers.at(-1);
    return !(isOwn && last?.outcome === "timed-out") && this.#changes.isOne(last, sending.tries);
  }

  /** Whether it may be noise, and is sent again now or later. A few are sent again at the end: they may be all that fell to noise. */
  #isSentAgain(returned: Returned, { rows, isServed, isLast, isOneOfFew }: Sorting): boolean {
    const { fresh, lost } = returned.sending;
    if (this.#crowding.isTooMany(returned.sending)) return false;
    const worth = this.noise.worth(returned, { isServed, isLast, results: this.results });
    // Others wait for one that decides.
    const mayWait = !isLast && (!this.#sample.has(fresh) || this.noise.isRecent);
    if (worth === "later" && mayWait && this.noise.letWait(returned)) {
      this.#decideBy(returned.sending, false);
      return true;
    }
    if (worth !== "now" && !(worth === "later" && isOneOfFew && lost === undefined)) return false;
    // One that decides may be part of another row: it is sent until it is judged, since others wait for it.
    const isInRow = rows.some((row) => isBeside(returned, row));
    if (isInRow && !this.#sample.has(fresh)) this.#undecided.push(returned);
    else this.#again.push(this.noise.again(returned));
    return true;
  }

  flush(): Returned[] {
    const all = [this.#early, this.noise.release(), this.#undecided, this.#held];
    return all.flatMap((each) => each.splice(0));
  }

  /** Takes a result of this case that was no response out of what is held. */
  takeLost(id: string): Returned | undefined {
    const at = this.#held.findIndex(
      (each) => each.sending.case.id === id && CUT_OFF.has(lastWord(each)),
    );
    return at < 0 ? undefined : this.#held.splice(at, 1)[0];
  }

  /** A control got this outcome, and not the one of the start. */
  doubt(got: RequestResult | "timed-out" | "refused", nowMs: number): InDoubt {
    const word = typeof got === "string" ? got : resultWord(got);
    if (typeof got !== "string") this.#changes.heed(got);
    const all = this.#held.splice(0).toSorted((a, b) => a.atMs - b.atMs);
    const fromMs = doubtedFrom(all, word) ?? nowMs;
    this.#held = all.filter((each) => responseEndMs(each) < fromMs);
    const dropped = all.filter((each) => responseEndMs(each) >= fromMs);
    for (const each of dropped) this.#drop(each);
    const recent = this.#recent.filter(({ atMs }) => atMs < fromMs).slice(-RECENT);
    const refused = recent.filter(({ isRefused }) => isRefused).length;
    const ms = fromMs - (recent[0]?.atMs ?? fromMs);
    const request = this.results - dropped.length + 1;
    return { fromMs, request, before: { requests: recent.length, refused, ms } };
  }

  /** Whether this outcome came so often in a row until now, with so many controls, that it is no noise. */
  hasRow(word: string, asked = 0): boolean {
    return this.#longRows(this.#held, asked).some(
      ([first]) => first !== undefined && lastWord(first) === word,
    );
  }

  /** The change is over: what was under way until now is in doubt, too. */
  endDoubt(fromMs: number, toMs: number): void {
    this.#doubts.push({ fromMs, toMs });
    for (const each of this.#held.splice(0))
      if (responseEndMs(each) >= fromMs) this.#drop(each);
      else this.#held.push(each);
    this.#recent = [];
    this.#row = { key: "", length: 0, next: ROW };
  }

  #longRows(all: readonly Returned[], asked?: number): Returned[][] {
    const shareBefore = (ms?: number): number => this.noise.shareOf(this.results, ms);
    return unlikelyRows(all, this.#settled, { shareBefore, asked });
  }

  get hasHeld(): boolean {
    return this.#held.length + this.#undecided.length + this.noise.waiting > 0;
  }

  get hasAgain(): boolean {
    return this.#again.length > 0;
  }

  /** Whether it is sent alone, and may take as long as the user allows. */
  isPatient(sending: Pick<PlannedSending, "lost">): boolean {
    return this.noise.isPatient(sending);
  }

  next(): PlannedSending | undefined {
    return this.#again.shift();
  }

  keepRefused(returned: Returned): void {
    this.refused ??= refusedControl(returned);
  }

  #drop({ sending }: Returned): void {
    this.dropped += 1;
    if (sending.tries < MOST_TRIES) this.#again.push(this.#crowding.nextTry(sending));
    else this.unsettled += 1;
  }

  /** Sends a sample of a long row again first: if none of it gets a response, the others are returned as they are. */
  #decide(): Returned[] {
    if (this.#sample.size > 0) return [];
    const others = this.#undecided.splice(0);
    const { failed } = this.#counts;
    this.#counts.failed = 0;
    // A sample may meet, each time, the one of several servers that is down.
    if (failed >= SAMPLE && this.noise.isRecent)
      return others.filter((each) => !this.noise.letWait(each)).map(asResult);
    if (failed >= SAMPLE) {
      for (const { sending } of others) this.noise.fails(sending.case.id);
      return others.map(asResult);
    }
    const hasHelped = this.#counts.sampleHelped > 0;
    this.#counts.sampleHelped = 0;
    if (hasHelped) {
      for (const each of others) this.#drop(each);
      this.#found.push(...others);
      return [];
    }
    for (const each of others.splice(0, SAMPLE)) {
      this.#sample.add(each.sending.fresh);
      this.#again.push(this.noise.again(each));
    }
    this.#undecided.push(...others);
    return [];
  }

  /** Of a sample, whether this one got a response. False if it was in none. */
  #decideBy({ fresh }: PlannedSending, hasHelped: boolean): boolean {
    if (!this.#sample.delete(fresh)) return false;
    if (hasHelped) this.#counts.sampleHelped += 1;
    else this.#counts.failed += 1;
    return true;
  }

  /** A request that was lost each time does not fall to noise. */
  #judgedLost(returned: Returned): Returned {
    const { lost } = returned.sending;
    if (lost === undefined) return returned;
    const hasHelped = this.noise.judge(returned, this.results);
    const isSample = this.#decideBy(returned.sending, hasHelped);
    if (isSample && hasHelped) this.dropped += lost.length;
    return hasHelped && !isSample ? returned : asResult(returned);
  }
}
