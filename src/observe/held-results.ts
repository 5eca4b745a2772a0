import { hazardOf } from "../generate/index.ts";
import {
  type Case,
  type RequestResult,
  classOf,
  hasResponded,
  isTurnedAway,
  resultWord,
} from "../model/index.ts";
import type { PlannedSending, Returned } from "./target-supervisor.ts";

/** After so many results, a control is due. */
const EVERY = 60;
/** After so many equal responses in a row, it is due at once; then after twice as many. */
const ROW = 15;
/** Controls for rows stay below this share of all results. */
const MOST_SHARE = 0.03;
/** A case that fell into a change this many times is not sent again. */
const MOST_TRIES = 5;
/** A lost request is sent again this many times: more often once others got a response when sent again. */
const MOST_LOST = { unseen: 1, seen: 3 };
/** Of more lost requests than these, some are sent again first: they decide about the others. */
const MOST_AT_ONCE = 5;
const SAMPLE = 3;
const RECENT = 50;

/** Outcomes without a response that a network between client and server may cause, too. */
const LOST: ReadonlySet<string> = new Set(["reset", "closed", "refused", "unreachable"]);

/** What the last results before a change were. */
type Before = { requests: number; refused: number; ms: number };

/** Results in doubt: since when, from which result of the run on, and how many were sent for nothing. */
export type InDoubt = { fromMs: number; request: number; before: Before };

/** One response, to compare with others: equal texts are equal statuses and bodies. */
export const bytesKey = (result: RequestResult | undefined): string =>
  result?.outcome === "answered"
    ? `${result.status} ${result.response.body.sha256}`
    : (result?.outcome ?? "");

const endOf = ({ atMs, dispatched }: Returned): number =>
  atMs + Math.max(...dispatched.answers.map(({ totalUs }) => totalUs)) / 1000;

const wordOf = ({ dispatched }: Returned): string => {
  const last = dispatched.answers.at(-1);
  return last === undefined ? "" : resultWord(last);
};

/**
 * Holds results back until the next control is as it was at the start. If a control has changed, results are in doubt from
 * the first one on that looks like it; they go to `again`, and are never recorded.
 */
export class HeldResults {
  #held: Returned[] = [];
  readonly #again: PlannedSending[] = [];
  readonly #doubts: { fromMs: number; toMs: number }[] = [];
  /** Lost requests until it is decided whether they are sent again. */
  readonly #undecided: Returned[] = [];
  /** Many that were lost together, and not by themselves. */
  readonly #found: Returned[] = [];
  /** First fresh values of those that decide. */
  readonly #sample = new Set<number>();
  readonly #failing = new Set<string>();
  /** First fresh values of requests that were turned away when the control was not. */
  readonly #turned = new Set<number>();
  /** How many of those got another response when sent again: it was not about them. */
  passed = 0;
  #recent: { atMs: number; isRefused: boolean }[] = [];
  #row = { key: "", length: 0, next: ROW };
  #counts = {
    results: 0,
    sinceControl: 0,
    controls: 0,
    helped: 0,
    failed: 0,
    sampleHelped: 0,
  };
  /** The refusal of a hand-chosen case: a second control, with the same bytes. */
  refused: { case: Case; fresh: number; key: string } | undefined;
  /** Sendings whose results were in doubt, and cases that were in doubt each time. */
  dropped = 0;
  unsettled = 0;

  add(returned: Returned): void {
    this.#counts.results += 1;
    this.#counts.sinceControl += 1;
    const last = returned.dispatched.answers.at(-1);
    const key = bytesKey(last);
    if (key === this.#row.key) this.#row.length += 1;
    else this.#row = { key, length: 1, next: ROW };
    const isRefused = classOf(wordOf(returned)) === "4xx";
    this.#recent = [...this.#recent.slice(1 - RECENT), { atMs: returned.atMs, isRefused }];
    const isDoubtful = this.#doubts.some(
      ({ fromMs, toMs }) => endOf(returned) >= fromMs && returned.atMs <= toMs,
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

  /** The response that the last results have in common, if there are many. */
  get row(): string | undefined {
    return this.#row.length >= ROW ? this.#row.key : undefined;
  }

  /** Counts a control. */
  controlled(): void {
    this.#counts.controls += 1;
    this.#counts.sinceControl = 0;
    if (this.#row.length >= this.#row.next) this.#row.next = 2 * this.#row.length;
  }

  /**
   * A control was good: returns what can be recorded. Requests that were lost, or turned away although the control was not,
   * are sent again. `lost` were so many together that it is no noise. What a served target lost, its end explains.
   */
  settle({
    turnsAway,
    isServed,
  }: {
    turnsAway: boolean;
    isServed: boolean;
  }): Record<"sure" | "turnedAway" | "lost", Returned[]> {
    const all = this.#held.splice(0);
    const turnedAway: Returned[] = [];
    const sure: Returned[] = [];
    const lost: Returned[] = [];
    for (const each of all) {
      const { sending, dispatched } = each;
      if (!turnsAway && isTurnedAway(dispatched) && sending.tries < MOST_TRIES) {
        turnedAway.push(each);
        this.#turned.add(sending.fresh);
        this.#again.push({ ...sending, tries: sending.tries + 1 });
      } else if (!isServed && this.#isLost(each)) lost.push(each);
      else {
        if (this.#turned.has(sending.fresh) && !isTurnedAway(dispatched)) this.passed += 1;
        sure.push(this.#judgedLost(each));
      }
    }
    this.dropped += turnedAway.length;
    this.#undecided.push(...lost);
    return { sure: [...sure, ...this.#decide()], turnedAway, lost: this.#found.splice(0) };
  }

  /** Returns everything as it is: nothing will confirm it. */
  flush(): Returned[] {
    return [...this.#undecided.splice(0), ...this.#held.splice(0)];
  }

  /** A control got this outcome, and not the one of the start. */
  doubt(word: string, nowMs: number): InDoubt {
    const all = this.#held.splice(0).toSorted((a, b) => a.atMs - b.atMs);
    const first = all.find((each) => wordOf(each) === word) ?? all[0];
    const fromMs = first?.atMs ?? nowMs;
    this.#held = all.filter((each) => endOf(each) < fromMs);
    const dropped = all.filter((each) => endOf(each) >= fromMs);
    for (const each of dropped) this.#drop(each);
    const before = this.#recent.filter(({ atMs }) => atMs < fromMs);
    return {
      fromMs,
      request: this.results - dropped.length + 1,
      before: {
        requests: before.length,
        refused: before.filter(({ isRefused }) => isRefused).length,
        ms: fromMs - (before[0]?.atMs ?? fromMs),
      },
    };
  }

  /** Whether several results until now got this outcome. */
  hasSeveral(word: string): boolean {
    return this.#held.filter((each) => wordOf(each) === word).length >= SAMPLE;
  }

  /** The change is over: what was under way until now is in doubt, too. */
  endDoubt(fromMs: number, toMs: number): void {
    this.#doubts.push({ fromMs, toMs });
    for (const each of this.#held.splice(0))
      if (endOf(each) >= fromMs) this.#drop(each);
      else this.#held.push(each);
    this.#recent = [];
    this.#row = { key: "", length: 0, next: ROW };
  }

  get hasHeld(): boolean {
    return this.#held.length + this.#undecided.length > 0;
  }

  get hasAgain(): boolean {
    return this.#again.length > 0;
  }

  /** The next case to be sent again. */
  next(): PlannedSending | undefined {
    return this.#again.shift();
  }

  /** Keeps the first refusal of a case that an ordinary client sends. */
  keepRefused({ sending, dispatched }: Returned): void {
    const { case: sent } = sending;
    const { request, sameIdentity, alone, generated } = sent;
    const [only, second] = dispatched.answers;
    const isPlain =
      request.sender === "client" && (sameIdentity ?? alone ?? generated) === undefined;
    if (this.refused !== undefined || !isPlain || second !== undefined || only === undefined)
      return;
    if (classOf(resultWord(only)) === "4xx" && !isTurnedAway(dispatched))
      this.refused = { case: sent, fresh: dispatched.fresh, key: bytesKey(only) };
  }

  #drop({ sending }: Returned): void {
    this.dropped += 1;
    if (sending.tries < MOST_TRIES) this.#again.push({ ...sending, tries: sending.tries + 1 });
    else this.unsettled += 1;
  }

  /** Whether a request without a response is sent again, because its loss may be noise. */
  #isLost({ sending, dispatched }: Returned): boolean {
    const { case: sent, lost = [] } = sending;
    const { helped } = this.#counts;
    const last = dispatched.answers.at(-1);
    if (last === undefined || hasResponded(last) || !LOST.has(last.outcome)) return false;
    if (hazardOf(sent) !== undefined || sent.alone === true) return false;
    // Many servers close the connection after bytes that are not a request.
    const isOrdinary = sent.request.sender === "client" || sent.valid === true;
    if (!isOrdinary && last.outcome !== "reset" && helped === 0) return false;
    if (lost.length >= (helped > 0 ? MOST_LOST.seen : MOST_LOST.unseen)) return false;
    return !this.#failing.has(sent.id);
  }

  /**
   * Sends lost requests again. Of many, a sample is sent first: if none of it gets a response, the others are as sure as they
   * can be, and are returned.
   */
  #decide(): Returned[] {
    if (this.#sample.size > 0) return [];
    const others = this.#undecided.splice(0);
    const failed = this.#counts.failed;
    this.#counts.failed = 0;
    if (failed >= SAMPLE) {
      for (const { sending } of others) this.#failing.add(sending.case.id);
      return others;
    }
    const hasHelped = this.#counts.sampleHelped > 0;
    this.#counts.sampleHelped = 0;
    const isMany = others.length > MOST_AT_ONCE;
    if (hasHelped && isMany) {
      for (const each of others) this.#drop(each);
      this.#found.push(...others);
      return [];
    }
    for (const each of isMany ? others.splice(0, SAMPLE) : others.splice(0)) {
      if (isMany) this.#sample.add(each.sending.fresh);
      this.#sendLost(each);
    }
    this.#undecided.push(...others);
    return [];
  }

  /** Of a sample, whether this one got a response. False if it was in none. */
  #decideBy(fresh: number, hasHelped: boolean): boolean {
    if (!this.#sample.delete(fresh)) return false;
    if (hasHelped) this.#counts.sampleHelped += 1;
    else this.#counts.failed += 1;
    return true;
  }

  #sendLost({ sending, dispatched }: Returned): void {
    const { lost = [], tries } = sending;
    const last = dispatched.answers.at(-1);
    const more = last === undefined ? lost : [...lost, last];
    this.#again.push({ ...sending, tries: tries + 1, lost: more });
  }

  /** A request that was lost each time does not fall to noise. */
  #judgedLost(returned: Returned): Returned {
    const { lost, ...sending } = returned.sending;
    if (lost === undefined) return returned;
    const hasHelped = hasResponded(returned.dispatched.answers.at(-1));
    const isSample = this.#decideBy(sending.fresh, hasHelped);
    if (isSample && hasHelped) {
      this.dropped += lost.length;
      return { ...returned, sending };
    }
    if (hasHelped) {
      this.#counts.helped += 1;
      return returned;
    }
    this.#failing.add(sending.case.id);
    return { ...returned, sending };
  }
}
