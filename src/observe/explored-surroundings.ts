import type { Finding, RequestResult } from "../model/index.ts";
import { classOf, hasResponded, isInconclusive, isTooSlow, resultWord } from "../model/index.ts";
import { Interrupted } from "../errors.ts";
import { type Budget, untilSpent } from "../learn/index.ts";
import { countEach, groupBy, unevenLosses } from "../stats/index.ts";
import { durationText } from "../text/index.ts";
import { cycleOf } from "./ban-cause.ts";
import type { CalibratedRun } from "./calibrate-target.ts";
import { type Episode, noteOf } from "./episode.ts";
import { mayBeForEveryone } from "./known-changes.ts";
import { bytesKey, controlClass, isFirstSuccess } from "./loss-rows.ts";
import { saidReason } from "./rate-limited-sender.ts";
import { MOST_WAIT_MS, untilGood } from "./until-good.ts";

/** After so many replies, or so many equal ones in a row and then twice as many, a control is sent. */
const EVERY = 40;
const ROW = 12;
/** So many controls in a row that differ show a change: noise of 20% gives them in 1 of 10^4 places. */
const SURE = 6;
/** A target that accepts no connection is gone after this. */
const GONE_MS = 5000;
/** A lost request is sent again so often; for each outcome, no more once so many were not helped. */
const AGAIN = 8;
/** Before others were helped, so often. */
const UNSEEN = 2;
const FREE = { lost: 10, "timed-out": 2 };
/** How much more often a status that may be for everyone is tested, for each request that got something else when it was sent again. */
const FOR_EACH = 2;

/** With fewer lost requests, or if they are less likely independent of the request, nothing is said of them. */
const LEAST_LOST = 3;
const LEAST_P = 0.01;
/** Losses with no reply between them are a row from this length on. If at least this share of all is in rows, it is told as outages. */
const ROW_OF_LOST = 3;
const MOSTLY = 0.8;

/** What a lost request got, and how many replies had come before it. */
type Loss = { word: string; after: number };

type Options<R> = {
  exploring: CalibratedRun;
  budget: Pick<Budget, "leftMs" | "isInterrupted">;
  control: () => Promise<R>;
  /** The target turns requests away, and does not stop. Throws `Spent`. */
  givesUp: () => never;
};

/** What became of a change: it is over, or the target accepts no connections any more. */
type After = "over" | "gone";

const isLoss = (result: RequestResult): boolean =>
  !hasResponded(result) || classOf(resultWord(result)) === "5xx";

/** Sends what was lost again between good controls: nothing follows from responses that every request gets for a while. */
export class ExploredSurroundings<R extends { replied: { answers: readonly RequestResult[] } }> {
  readonly #options: Options<R>;
  readonly #classes: Set<string>;
  /** How many requests got the same in the end, and the sendings of them that were lost before. */
  readonly #losses = new Map<string, { kept: number; lost: Loss[] }>();
  #good = 0;
  readonly #tried = new Map<string, { helped: number; failed: number }>();
  readonly #changes: Episode[] = [];
  /** How many replies there were of each kind: now, and at the end of the last change. */
  readonly #words = new Map<string, number>();
  #before = { words: new Map<string, number>(), ms: 0 };
  #row = { key: "", length: 0, next: ROW };
  #replies = 0;
  #sinceControl = 0;
  #checking: Promise<After | undefined> | undefined;
  #isGone = false;
  #told: Promise<void> = Promise.resolve();
  /** Nothing is concluded any more: responses that were judged already may be due to a change. */
  isInDoubt = false;

  constructor(options: Options<R>) {
    this.#options = options;
    this.#classes = new Set(options.exploring.approached.classes);
  }

  /** The reply, or one to the same request sent again. `nature`: what else may decide how often such a request is lost. */
  async judge(reply: R, again: () => Promise<R>, nature: string): Promise<R> {
    this.#count(reply);
    let last = reply;
    const lost: Loss[] = [];
    for (let nth = 0; nth < AGAIN; nth += 1) {
      const loss = this.#lossOf(last);
      if (loss === undefined) {
        this.#good += 1;
        break;
      }
      const after = this.#good;
      // A good control has one turn of servers that respond in turn, so that what is sent after it always has the next one.
      const change = nth % 2 === 0 ? await this.check() : undefined;
      if (change === "gone") break;
      const word = resultWord(loss);
      if (change !== "over" && !this.#isWorth(loss, nth)) break;
      if (change === undefined) lost.push({ word, after });
      last = await again();
      const isSame = last.replied.answers.some((each) => resultWord(each) === word);
      this.#learn(word, !isSame && this.#lossOf(last) === undefined);
    }
    const isLost = this.#lossOf(last) !== undefined;
    if (!isLost) this.#countLost(last, lost, nature);
    const isDue = this.#sinceControl >= EVERY || this.#row.length >= this.#row.next;
    if (!isLost && isDue) await this.check();
    return last;
  }

  #lossOf({ replied }: R): RequestResult | undefined {
    if (isTooSlow(replied)) return undefined;
    return replied.answers.find((each) => isLoss(each) || this.#isOpen(each));
  }

  /** Whether every request may have got it for a while, and valid ones usually do not; until it came again often enough for the same requests. */
  #isOpen(result: RequestResult): boolean {
    const { helped, failed } = this.#triedFor(resultWord(result));
    const isUsual = this.#classes.has(controlClass(result));
    return mayBeForEveryone(result) && !isUsual && failed < FREE.lost + FOR_EACH * helped;
  }

  #count({ replied: { answers } }: R): void {
    this.#replies += 1;
    this.#sinceControl += 1;
    const [key, word] = [bytesKey(answers.at(-1)), resultWord(answers.at(-1))];
    this.#words.set(word, (this.#words.get(word) ?? 0) + 1);
    this.#row =
      key === this.#row.key
        ? { ...this.#row, length: this.#row.length + 1 }
        : { key, length: 1, next: ROW };
  }

  #countLost({ replied: { answers } }: R, lost: readonly Loss[], nature: string): void {
    const key = `${answers.map(resultWord).join()} ${nature}`;
    const group = this.#losses.get(key) ?? { kept: 0, lost: [] };
    this.#losses.set(key, { kept: group.kept + 1, lost: [...group.lost, ...lost] });
  }

  /** Notes the changes, those with one response as one. */
  noteChanges(): void {
    const { journal } = this.#options.exploring;
    for (const all of groupBy(this.#changes, ({ got }) => got).values())
      journal.note(noteOf(all, Math.round(journal.nowMs())));
  }

  /** Notes how many requests were lost and got a response when sent again: at a few times, or if they have nothing in common. */
  noteNoise(): void {
    // What every request got for a while has a note of its own.
    const told = new Set(this.#changes.map(({ got }) => got));
    const losses = [...this.#losses.values()].map(({ kept, lost }) => ({
      kept,
      lost: lost.filter(({ word }) => !told.has(word)),
    }));
    const all = losses.flatMap((each) => each.lost);
    const lost = all.length;
    if (lost < LEAST_LOST) return;
    const p = unevenLosses([losses.map((each) => ({ ...each, lost: each.lost.length }))]);
    const sent = losses.reduce((sum, each) => sum + each.kept, lost);
    const words = [...countEach(all.map(({ word }) => word))].toSorted((a, b) => b[1] - a[1]);
    const rows = [...countEach(all.map(({ after }) => after)).values()].filter(
      (each) => each >= ROW_OF_LOST,
    );
    const isInRows = rows.reduce((sum, each) => sum + each, 0) >= MOSTLY * lost;
    if (p >= LEAST_P || isInRows)
      this.#options.exploring.journal.note({
        kind: "surroundings",
        code: "explored-noise",
        noise: { words, lost, sent, p, ...(isInRows && { times: rows.length }) },
      });
  }

  #isWorth(loss: RequestResult, nth: number): boolean {
    const word = resultWord(loss);
    const { helped, failed } = this.#triedFor(word);
    if (mayBeForEveryone(loss)) return nth < UNSEEN && this.#isOpen(loss);
    if (helped > 0) return true;
    return nth < UNSEEN && failed < (word === "timed-out" ? FREE[word] : FREE.lost);
  }

  #triedFor(word: string): { helped: number; failed: number } {
    return this.#tried.get(word) ?? { helped: 0, failed: 0 };
  }

  #learn(word: string, hasHelped: boolean): void {
    const { helped, failed } = this.#triedFor(word);
    this.#tried.set(word, {
      helped: helped + (hasHelped ? 1 : 0),
      failed: failed + (hasHelped ? 0 : 1),
    });
  }

  /** Sends a control, and waits while the target turns every request away. Those who ask at the same time share it. */
  async check(): Promise<After | undefined> {
    // One that is under way may have begun before.
    await this.#checking?.catch(() => {});
    this.#checking ??= this.#check().finally(() => (this.#checking = undefined));
    return this.#checking;
  }

  async #check(): Promise<After | undefined> {
    const { givesUp, exploring } = this.#options;
    const { settings, journal } = exploring;
    if (this.isInDoubt) return givesUp();
    const fromMs = journal.nowMs();
    const got: string[] = [];
    let last: RequestResult | undefined;
    while (got.length < SURE) {
      last = await this.#ask();
      if (settings.signal.aborted || this.#isGood(last)) return undefined;
      got.push(controlClass(last));
      if (last?.outcome === "refused" || last?.outcome === "unreachable") break;
    }
    if (last === undefined || new Set(got).size > 1) return undefined;
    return this.#waitOut(last, got.length, fromMs);
  }

  async #ask(): Promise<RequestResult | undefined> {
    this.#sinceControl = 0;
    if (this.#row.length >= this.#row.next) this.#row.next = 2 * this.#row.length;
    return (await this.#options.control()).replied.answers.at(-1);
  }

  #isGood(result: RequestResult | undefined): boolean {
    // A limit, and witness itself, are looked after elsewhere.
    if (result === undefined || this.#classes.size === 0 || isInconclusive({ answers: [result] }))
      return true;
    const isGood = this.#classes.has(controlClass(result)) || isFirstSuccess(result, this.#classes);
    if (isGood) this.#isGone = false;
    return isGood;
  }

  /** Waits until controls are good again. What a request got that was not lost was judged already: it may be due to the change. */
  async #waitOut(first: RequestResult, before: number, fromMs: number): Promise<After> {
    const { exploring, budget, givesUp } = this.#options;
    const { settings, journal } = exploring;
    const { events, signal } = settings;
    const got = resultWord(first);
    const isClosed = first.outcome === "refused" || first.outcome === "unreachable";
    if (isClosed && this.#isGone) return "gone";
    if (!isLoss(first) && !mayBeForEveryone(first)) this.isInDoubt = true;
    const mostMs = Math.min(isClosed ? GONE_MS : MOST_WAIT_MS, Math.max(0, budget.leftMs));
    if (!this.isInDoubt)
      events?.phase?.(
        `every request gets ${got}, the stated one too: waiting for up to ${durationText(mostMs)}`,
      );
    let asked = before;
    const ask = async (): Promise<boolean> => {
      asked += 1;
      return this.#isGood(await this.#ask());
    };
    const leftMs = (): number => fromMs + mostMs - journal.nowMs();
    const state = this.isInDoubt ? "late" : await untilGood({ signal, leftMs, ask });
    if (state === "aborted") return "over";
    if (state === "late" && isClosed) {
      this.#isGone = true;
      return "gone";
    }
    if (state === "late") this.isInDoubt = true;
    this.#keep(first, { fromMs, asked });
    if (this.isInDoubt) givesUp();
    return "over";
  }

  /** Keeps a change with what came since the one before. */
  #keep(first: RequestResult, { fromMs, asked }: { fromMs: number; asked: number }): void {
    const [got, toMs] = [resultWord(first), this.#options.exploring.journal.nowMs()];
    const cycle = cycleOf(got, this.#words, this.#before.words);
    const cycleMs = Math.max(0, Math.round(fromMs - this.#before.ms));
    this.#before = { words: new Map(this.#words), ms: toMs };
    this.#changes.push({
      got,
      reason: saidReason(first),
      request: Math.max(1, this.#replies),
      fromMs: Math.round(fromMs),
      beganMs: fromMs,
      toMs: this.isInDoubt ? undefined : Math.round(toMs),
      before: { ...cycle, ms: cycleMs },
      cycle,
      cycleMs,
      accepted: cycle.requests,
      asked,
    });
  }

  /** Writes a finding once a control shows that the replies behind it are about their requests. */
  tell(finding: Finding): void {
    this.#told = this.#told.then(() => this.#tell(finding));
    // An unwritable record is an error where it is awaited.
    this.#told.catch(() => {});
  }

  /** Resolves when the findings until now are written, or left out. */
  told(): Promise<void> {
    return this.#told;
  }

  async #tell(finding: Finding): Promise<void> {
    const { exploring, budget } = this.#options;
    if (!budget.isInterrupted)
      await untilSpent(() => this.check()).catch((error: unknown) => {
        if (!(error instanceof Interrupted)) throw error;
      });
    if (!this.isInDoubt) exploring.journal.write(finding);
  }
}
