import { setTimeout as sleep } from "node:timers/promises";
import { interfaceOf, type StatedField } from "../contract/index.ts";
import { untilInterrupted } from "../errors.ts";
import { requestsOf } from "../generate/index.ts";
import { kindOf } from "../kinds/index.ts";
import { classOf, isTurnedAway, resultWord, type NewNote, type RunEnd } from "../model/index.ts";
import type { CalibratedRun } from "./calibrate-target.ts";

/** Of more fields with a time, only these are tried. */
const MOST_FIELDS = 2;
/** Every reader of dates takes these; where it does, limits of ages or long terms are between them and the far ones. */
const [FIRST_MS, LAST_MS] = [Date.UTC(1971, 0, 1), Date.UTC(2037, 0, 1)];
const [FAR_FIRST_MS, FAR_LAST_MS] = [Date.UTC(1800, 0, 1), Date.UTC(2200, 0, 1)];
/** A limit is searched for up to this distance. */
const NEAR_MS = 100;
/** A limit has moved after one of these waits: a clock may count in seconds. */
const WAITS_MS = [250, 2250];
/** A limit that moved is still where it was within this time. */
const APART_MS = 3_600_000;
const MINUTE_MS = 60_000;
const SECOND_MS = 1000;
const ORDER = ["from", "from", "to", "to", "from", "to", "to"] as const;

/** A response to a moment, and when it was asked for. */
type Answer = { atMs: number; word: string; isAccepted: boolean };

type End = { ms: number; answer: Answer };

/** Finds limits of times that move with the clock, such as "not in the future". Sends about 40 requests for each limit. */
export async function findClockLimits(run: CalibratedRun): Promise<RunEnd> {
  const { settings, journal } = run;
  if (settings.fleet !== undefined) return "done";
  const on = requestsOf(interfaceOf(settings.header));
  const fields = on.layout.fields.filter(({ slot }) => kindOf(slot.type).atMoment !== undefined);
  const search = new ClockSearch(run);
  for (const field of fields.slice(0, MOST_FIELDS)) await search.field(field);
  if (search.asked > 0) journal.write({ type: "controls", asked: search.asked, dropped: 0 });
  return settings.signal.aborted ? "interrupted" : "done";
}

class ClockSearch {
  readonly #run: CalibratedRun;
  asked = 0;
  #isOver = false;

  constructor(run: CalibratedRun) {
    this.#run = run;
  }

  /** Whether every valid request was refused before the first case, and had a time beyond this limit. */
  #refusesStated({ slot: { type } }: StatedField, isUntil: boolean, limitMs: number): boolean {
    const { approached, settings } = this.#run;
    const { classes } = approached;
    if (classes.length === 0 || classes.some((each) => !each.startsWith("4"))) return false;
    if (!("fresh" in type)) return false;
    const statedMs = Date.parse(kindOf(type).text(type, settings.header.firstId));
    return isUntil ? statedMs > limitMs : statedMs < limitMs;
  }

  async field(field: StatedField): Promise<void> {
    const nowMs = Date.now();
    const near = await this.#ask(field, nowMs);
    if (near === undefined) return;
    const now = { ms: nowMs, answer: near };
    const lower = await this.#end(field, [FIRST_MS, FAR_FIRST_MS], near);
    const upper = await this.#end(field, [LAST_MS, FAR_LAST_MS], near);
    const found = [
      lower && (await this.#limit(field, lower, now)),
      upper && (await this.#limit(field, now, upper)),
    ];
    for (const each of found) if (each !== undefined) this.#run.journal.note(each);
  }

  /** The first of these moments that gets another response than now. */
  async #end(field: StatedField, ends: readonly number[], now: Answer): Promise<End | undefined> {
    for (const ms of ends) {
      const answer = await this.#ask(field, ms);
      if (answer === undefined) return undefined;
      if (answer.isAccepted !== now.isAccepted) return { ms, answer };
    }
    return undefined;
  }

  async #limit(
    field: StatedField,
    { ms: fromMs, answer: from }: End,
    { ms: toMs, answer: to }: End,
  ): Promise<Extract<NewNote, { code: "clock-limit" }> | undefined> {
    if (!(await this.#isSteady(field, { from: fromMs, to: toMs }, { from, to }))) return undefined;
    let [low, high] = [
      { ms: fromMs, atMs: from.atMs },
      { ms: toMs, atMs: to.atMs },
    ];
    const refusal = from.isAccepted ? to.word : from.word;
    while (high.ms - low.ms > NEAR_MS) {
      const ms = Math.floor((low.ms + high.ms) / 2);
      const answer = await this.#ask(field, ms);
      if (answer === undefined) return undefined;
      if (answer.isAccepted === from.isAccepted) low = { ms, atMs: answer.atMs };
      else high = { ms, atMs: answer.atMs };
    }
    // A fixed limit is at a whole minute, or at the end of one.
    if (Math.floor(low.ms / MINUTE_MS) !== Math.floor(high.ms / MINUTE_MS)) return undefined;
    if (!(await this.#moves(field, high.ms, { from, to, refusal }))) return undefined;
    const [least, most] = [low.ms - low.atMs, high.ms - high.atMs];
    return {
      kind: "surroundings",
      code: "clock-limit",
      field: field.slot.path,
      side: from.isAccepted ? "until" : "from",
      refusal,
      atMs: high.atMs,
      offsetMs: Math.round((least + most) / 2),
      withinMs: Math.ceil(Math.abs(most - least) / 2),
      ...(this.#refusesStated(field, from.isAccepted, high.ms) && { refusesStated: true }),
    };
  }

  /** Whether both ends get what they got at first, in no fixed order: several servers respond in turn. */
  async #isSteady(
    field: StatedField,
    at: Record<"from" | "to", number>,
    before: Record<"from" | "to", Answer>,
  ): Promise<boolean> {
    for (const [nth, end] of ORDER.entries()) {
      const answer = await this.#ask(field, at[end] - (nth + 1) * SECOND_MS);
      if (answer?.isAccepted !== before[end].isAccepted) return false;
    }
    return true;
  }

  /** Whether moments of the upper side become as the lower side, while later ones stay. No moment is sent twice: it may be unique. */
  async #moves(
    field: StatedField,
    highMs: number,
    { from, to, refusal }: { from: Answer; to: Answer; refusal: string },
  ): Promise<boolean> {
    const isAs = (answer: Answer | undefined, as: Answer): boolean =>
      answer?.isAccepted === as.isAccepted && (answer.isAccepted || answer.word === refusal);
    for (const [nth, waitMs] of WAITS_MS.entries()) {
      await untilInterrupted(sleep(waitMs), this.#run.settings.signal).catch(() => {});
      const answer = await this.#ask(field, highMs + 1 + nth);
      if (answer === undefined) return false;
      if (isAs(answer, from)) return isAs(await this.#ask(field, highMs + APART_MS), to);
    }
    return false;
  }

  /** Sends the stated request with this moment. Undefined once a request got no response, or was turned away. */
  async #ask({ slot }: StatedField, ms: number): Promise<Answer | undefined> {
    const { settings, approached } = this.#run;
    if (this.#isOver || settings.signal.aborted) return undefined;
    const on = requestsOf(interfaceOf(settings.header));
    const { atMoment, quoted } = kindOf(slot.type);
    const text = atMoment?.(slot.type, ms) ?? "";
    this.asked += 1;
    const atMs = Date.now();
    const { answers } = await approached.dispatcher.send({
      id: "control/clock",
      reason: "the stated request with another time",
      clauses: [],
      request: on.withValues({ [slot.path]: quoted ? JSON.stringify(text) : text }),
    });
    const [result] = answers;
    const word = resultWord(result);
    this.#isOver = !/^[24]/.test(classOf(word)) || isTurnedAway({ answers });
    return this.#isOver ? undefined : { atMs, word, isAccepted: classOf(word) === "2xx" };
  }
}
