import { setTimeout as sleep } from "node:timers/promises";
import type { Case, Observation, SuspicionReason, NoCulpritReason } from "../model/index.ts";
import { hasReached, hasResponded } from "../model/index.ts";
import { hazardOf } from "../generate/index.ts";

export type Sent = {
  case: Case;
  atMs: number;
  endMs: number;
  /** `refused`: it did not reach the target. */
  fate: "answered" | "refused" | "reset" | "cut-off";
};

/** Keeps the case, not the observation: a run has thousands of these. `endedMs`: when it was over, with the time to connect. */
export function sentOf(
  sent: Case,
  observation: Pick<Observation, "atMs" | "answers" | "resent">,
  endedMs?: number,
): Sent {
  const { atMs, answers } = observation;
  const longestUs = answers.reduce((most, { totalUs }) => Math.max(most, totalUs), 0);
  const endMs = endedMs ?? atMs + longestUs / 1000;
  if (hasResponded(answers.at(-1))) return { case: sent, atMs, endMs, fate: "answered" };
  if (!hasReached(observation)) return { case: sent, atMs, endMs, fate: "refused" };
  const isReset = answers.at(-1)?.outcome === "reset";
  return { case: sent, atMs, endMs, fate: isReset ? "reset" : "cut-off" };
}

/** What may be the cause after a check got a response: cases without one that ended so late that the end may have begun. */
export const stillSuspect = (sent: readonly Sent[], checkMs: number): Sent[] =>
  sent.filter(({ fate, endMs }) => fate !== "answered" && endMs >= checkMs - AT_DEATH_MS);

/** What came of sending a case again. `not-sent`: it did not reach the target. */
export type SentAgain = "answered" | "silent" | "not-sent";

export type CulpritProbe = {
  send: (sent: Case) => Promise<SentAgain>;
  alive: () => Promise<boolean>;
  /** A valid request: a target that stops after it, too, stops whatever is sent. */
  control: Case;
  /** How long to wait for the target to come back; 5 s by default. */
  reviveMs?: number;
  /** After how long no further case is sent; 2 min by default. */
  searchMs?: number;
  /** Milliseconds that only grow, and a wait of so many. */
  clock?: { nowMs: () => number; sleep: (ms: number) => Promise<unknown> };
};

/** How often a case reached the target again alone, and after how many of these the target stopped. */
type Alone = { tried: number; times: number };

/** `found`: stopped each time after this case, and not after valid requests. `suspected`: only `why` is known. */
export type Culprit =
  | ({ kind: "found"; case: Case } & Alone)
  | ({ kind: "suspected"; cases: Case[]; why: "stopped-once" } & Alone)
  | { kind: "suspected"; cases: Case[]; why: Exclude<SuspicionReason, "stopped-once"> }
  | { kind: "unknown"; why: NoCulpritReason };

export const REVIVE_MS = 5000;
const REVIVE_STEP_MS = 200;
/** Replaying against a target that hangs takes a timeout each: the search ends after this. */
export const SEARCH_MS = 120_000;
const AT_DEATH_MS = 500;
/** What had waited for longer then is less suspicious. */
const BRIEF_MS = 500;
const SUSPECTS = 12;
/** Valid requests before the last replay: at least these, and at most so many more than the process had got before. */
const CONTROLS = 4;
const MOST_CONTROLS = 50;

/** Only `survived` and `stopped` say something about the cases. */
type ReplayResult = "stopped" | "survived" | "stayed-away" | "not-sent" | "out-of-time";

/**
 * Finds the case after which the target stopped responding. If the target comes back (a supervisor
 * restarts it), by replay: first the cases whose own connection was cut, then by bisection of all
 * cases since it last responded. If it stays away, from the record.
 */
export const findCulprit = (sent: Sent[], probe: CulpritProbe): Promise<Culprit> =>
  new CulpritSearch(probe).find(sent);

class CulpritSearch {
  readonly #probe: CulpritProbe;
  readonly #clock: NonNullable<CulpritProbe["clock"]>;
  readonly #deadlineMs: number;
  #received = 0;
  /** Whether it started while this search looked on: of an older one, earlier requests are not counted. */
  #isCounted = false;
  /** How many the last one had got when it stopped, and whether that is all it had got. */
  #before = { received: 0, isCounted: false };
  readonly #survived = new Set<Case>();

  constructor(probe: CulpritProbe) {
    this.#probe = probe;
    this.#clock = probe.clock ?? { nowMs: () => performance.now(), sleep };
    this.#deadlineMs = this.#clock.nowMs() + (probe.searchMs ?? SEARCH_MS);
  }

  async find(sent: Sent[]): Promise<Culprit> {
    const suspects = cutOff(sent);
    if (!(await this.#revived())) {
      const cases = suspects.length > 0 ? suspects : lastResponded(sent);
      return suspected(cases, "stayed-away");
    }
    for (const [at, suspect] of suspects.entries()) {
      const result = await this.#alone(suspect);
      if (result === "stopped") return this.#confirmed(suspect);
      if (result !== "survived") return suspected(suspects.slice(at), whyOf(result));
    }
    return this.#amongAll(sent.map((each) => each.case));
  }

  /** No suspect does it alone: replays all cases, and bisects them while the target stops. */
  async #amongAll(all: Case[]): Promise<Culprit> {
    let range = all;
    let result = await this.#replay(all);
    if (result === "survived") return { kind: "unknown", why: "replayed" };
    if (result !== "stopped") return { kind: "unknown", why: whyOf(result) };
    while (range.length > 1) {
      const first = range.slice(0, Math.ceil(range.length / 2));
      result = await this.#replay(first);
      if (result !== "stopped" && result !== "survived") return this.#left(range, result);
      range = result === "stopped" ? first : range.slice(first.length);
    }
    const [single] = range;
    if (single === undefined) return { kind: "unknown", why: "replayed" };
    result = await this.#alone(single);
    if (result === "stopped") return this.#confirmed(single);
    if (result === "survived") return { kind: "unknown", why: "in-sequence" };
    return this.#left(range, result);
  }

  #left(range: Case[], result: Exclude<ReplayResult, "stopped" | "survived">): Culprit {
    const why = whyOf(result);
    const cases = [...new Set(range)].filter((each) => !this.#survived.has(each));
    return cases.length === 0 ? { kind: "unknown", why } : suspected(cases, why);
  }

  /**
   * Sends a case again that has stopped the target once. Valid requests come before it: a target that stops at them stops
   * whatever is sent. They are more than the process had got when it stopped, so that it is not their number. Where that
   * is not known, or is too many to send, the case is sent once more, after more requests than the second process got.
   */
  async #confirmed(suspect: Case): Promise<Culprit> {
    const why = "stopped-once" as const;
    const once = { kind: "suspected" as const, cases: [suspect], why, times: 1 };
    const isTooMany = this.#before.received + CONTROLS > MOST_CONTROLS;
    const times = this.#before.isCounted && !isTooMany ? 2 : 3;
    for (let tried = 2; tried <= times; tried += 1) {
      const many = this.#before.received + CONTROLS;
      if (!(await this.#revived())) return { ...once, tried: tried - 1, times: tried - 1 };
      for (let nth = 0; nth < (many > MOST_CONTROLS ? CONTROLS : many); nth += 1)
        if ((await this.#send(this.#probe.control)) !== "answered")
          return { kind: "unknown", why: "control" };
      const result = await this.#send(suspect);
      if (result === "not-sent") return { kind: "unknown", why: "control" };
      if (await this.#alive()) return { ...once, tried, times: tried - 1 };
    }
    return { kind: "found", case: suspect, tried: times, times };
  }

  async #alone(sent: Case): Promise<ReplayResult> {
    const result = await this.#replay([sent]);
    if (result === "survived") this.#survived.add(sent);
    return result;
  }

  async #replay(cases: readonly Case[]): Promise<ReplayResult> {
    if (!(await this.#revived())) return "stayed-away";
    for (const [at, each] of cases.entries()) {
      if (this.#clock.nowMs() >= this.#deadlineMs) return "out-of-time";
      const result = await this.#send(each);
      if (result === "answered") continue;
      const isThere = await this.#alive();
      // The first case did not stop it if it was not sent; of others, an earlier one may have.
      if (result === "not-sent" && (isThere || at === 0)) return "not-sent";
      if (!isThere) return "stopped";
    }
    return (await this.#alive()) ? "survived" : "stopped";
  }

  async #send(sent: Case): Promise<SentAgain> {
    const result = await this.#probe.send(sent);
    const { request } = sent;
    if (result !== "not-sent")
      this.#received += request.sender === "wire" ? request.steps.length : 1;
    return result;
  }

  async #alive(): Promise<boolean> {
    const isAlive = await this.#probe.alive();
    if (isAlive) this.#received += 1;
    else {
      if (this.#received > 0)
        this.#before = { received: this.#received, isCounted: this.#isCounted };
      this.#received = 0;
      this.#isCounted = true;
    }
    return isAlive;
  }

  async #revived(): Promise<boolean> {
    const deadline = this.#clock.nowMs() + (this.#probe.reviveMs ?? REVIVE_MS);
    while (this.#clock.nowMs() < deadline) {
      if (await this.#alive()) return true;
      await this.#clock.sleep(REVIVE_STEP_MS);
    }
    return false;
  }
}

const suspected = (cases: Case[], why: Exclude<SuspicionReason, "stopped-once">): Culprit => ({
  kind: "suspected",
  cases: cases.slice(0, SUSPECTS),
  why,
});

const whyOf = (result: "stayed-away" | "not-sent" | "out-of-time"): "went-again" | "out-of-time" =>
  result === "out-of-time" ? "out-of-time" : "went-again";

/**
 * Cases that reached the target and got no response, without the ones that were sent too late. First the cases that
 * ended together with the target and had begun shortly before, reset ones before cut-off ones; then cases that had
 * waited for longer and were reset; then the others, the latest first. Where these are more than are named, the first are those that
 * were under way at the first reset.
 */
function cutOff(sent: Sent[]): Case[] {
  const responded = sent.filter(({ fate }) => fate === "answered");
  // A check may have been the last response: then all of these were sent around it.
  const lastResponseMs =
    responded.length === 0 ? Infinity : Math.max(...responded.map(({ endMs }) => endMs));
  const cut = sent.filter(
    ({ fate, atMs }) =>
      (fate === "reset" || fate === "cut-off") &&
      // The target was already gone when these were sent.
      atMs <= lastResponseMs + 1000,
  );
  const deathMs = Math.max(0, ...cut.map(({ endMs }) => endMs));
  const atDeath = cut.filter(({ endMs }) => endMs >= deathMs - AT_DEATH_MS);
  const beganMs = Math.min(...atDeath.filter(isReset).map(({ endMs }) => endMs));
  const isEnding =
    cut.length > SUSPECTS && atDeath.some((each) => isReset(each) && each.atMs > beganMs);
  const [brief, long] = parted(atDeath, ({ atMs, endMs }) => endMs - atMs <= BRIEF_MS);
  const [briefReset, briefCut] = parted(brief, isReset);
  const first = isEnding
    ? // What began after a reset met a target that was ending already.
      cut.filter(({ atMs, endMs }) => atMs <= beganMs && endMs >= beganMs - AT_DEATH_MS)
    : [
        ...hazardsFirst(briefReset),
        ...hazardsFirst(briefCut),
        ...long.filter(isReset).toReversed(),
      ];
  const ranked = [...first, ...cut.filter((each) => !first.includes(each)).toReversed()];
  return [...new Set(ranked.map((each) => each.case))].slice(0, SUSPECTS);
}

const isReset = ({ fate }: Sent): boolean => fate === "reset";

/** In the order of time, except for hazards: of these, the latest ones are the first. */
function hazardsFirst(sent: Sent[]): Sent[] {
  const [hazards, others] = parted(sent, (each) => hazardOf(each.case) !== undefined);
  return [...hazards.toReversed(), ...others];
}

const parted = <T>(all: readonly T[], is: (each: T) => boolean): [T[], T[]] => [
  all.filter(is),
  all.filter((each) => !is(each)),
];

/** The target may have responded before it stopped. */
function lastResponded(sent: Sent[]): Case[] {
  const responded = sent.filter(({ fate }) => fate === "answered");
  return [...new Set(responded.slice(-SUSPECTS).map((each) => each.case))];
}
