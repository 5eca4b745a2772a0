import { interfaceOf } from "../contract/index.ts";
import { hasOrder, largestRound, repeatedIdentity, stateSentences } from "../analyse/index.ts";
import { type RunFold, STORES } from "../analyse/index.ts";
import type { Requests } from "../generate/index.ts";
import {
  againAfter,
  apart,
  atOnce,
  formsOfText,
  inOrder,
  KEY_SAME,
  onOne,
} from "../generate/index.ts";
import { requestsOf, spaced, withKey, withKeyAgain } from "../generate/index.ts";
import type { Case, RunEnd } from "../model/index.ts";
import { classOf, hasResponded, isTurnedAway, requestCount, resultWord } from "../model/index.ts";
import { stateCase } from "../model/index.ts";
import { wilsonInterval } from "../stats/index.ts";
import type { CalibratedRun } from "./calibrate-target.ts";
import type { Dispatched, Replied } from "./dispatcher.ts";
import { ResourceReader } from "./read-back.ts";

/** All of the requests below, and what the rounds of concurrent duplicates may take of them. */
const MOST_REQUESTS = 300;
const MOST_RACED = 210;
/** After this time, no further round of duplicates is begun. */
const MOST_RACED_MS = 600;
/** The share of rounds is known well enough when its interval of 95% is no wider. */
const NARROW = 0.3;
/** Duplicates of a round: as most rounds have, a pair, and many. */
const USUAL = 10;
const PAIR = 2;
const MANY = 50;
/** The most of a round of the suite `repetition`: a larger one follows if it is quick. */
const MOST_OF_SUITE = 20;
const WARM_ROUNDS = 3;
const PAIRS = 10;
/** How long ago the identities were submitted that are sent again. */
const AGES_MS = [1000, 10_000];
/** An identity that is accepted again at first: this is how old one is that may be stored by now. */
const OLD_MS = 10_000;
const LEAST_OLD_MS = 1000;
/** How many steps the search takes for the age from which a repeated request is refused. */
const LATER_TRIES = 4;
const SUITE_WAIT_MS = 250;
const MOST_WAIT_MS = 3000;
/** Less is what the suite `repetition` waits. */
const LEAST_AGE_MS = 300;
/** Further identities that are sent between the oldest that was known and the youngest that was not, by their age. */
const MOST_BETWEEN = 3;
/** Ages that are closer than this factor are not distinguished. */
const NEAR = 1.3;

/**
 * Finds out what the target remembers of earlier requests, after the suites: with concurrent duplicates where duplicates are
 * distinguished from first requests, with identities of earlier requests, and by reading resources. `Idempotency-Key` comes first, so
 * that the end of the run shows whether one is kept. Does nothing where the suite `repetition` was not sent. At most 300
 * requests. The cases are recorded as evidence.
 */
export async function probeState(run: CalibratedRun, fold: RunFold): Promise<RunEnd> {
  run.journal.catchUp();
  const isKnown = [...fold.cases.keys()].some((id) => id.startsWith(stateCase("")));
  const { fleet, signal, events } = run.settings;
  if (isKnown || fleet !== undefined) return "done";
  const repeated = repeatedIdentity(fold);
  const isVarying = stateSentences(fold).some(({ code }) => VARYING.has(code));
  if (repeated === undefined && !isVarying) return "done";
  events?.phase?.("finding out what the server remembers");
  const probe = new StateProbe(run, repeated?.isApart === true);
  if (isVarying) await probe.stores();
  if (repeated !== undefined) await probeRepeated(probe, { run, fold, repeated });
  await probe.written();
  return signal.aborted ? "interrupted" : "done";
}

/** What a repeated identity gets varies, or depends on the connection: each of several stores may remember for itself. */
const VARYING: ReadonlySet<string> = new Set(["varies", "per-connection"]);

async function probeRepeated(
  probe: StateProbe,
  {
    run,
    fold,
    repeated,
  }: {
    run: CalibratedRun;
    fold: RunFold;
    repeated: NonNullable<ReturnType<typeof repeatedIdentity>>;
  },
): Promise<void> {
  await probe.keys();
  if (repeated.isApart) await probe.apart(fold);
  if (repeated.tells) {
    await probe.race(fold, [repeated.first, repeated.again]);
    await probe.again(fold, AGES_MS, repeated);
    await probe.forms();
  } else if (repeated.first === repeated.again) await probe.later(fold);
  // The profile safe sends no other method, and to no other path.
  if (run.settings.header.options.profile !== "safe")
    await new ResourceReader(run, (sent) => probe.send(sent)).read();
}

/** Sends cases about what the target remembers, and records them. */
export class StateProbe {
  readonly #run: CalibratedRun;
  readonly #on: Requests;
  /** Whether the target closes each connection after its response. */
  readonly #isApart: boolean;
  /** Rounds of duplicates on the same connections: one, if the target closes them. */
  readonly #rounds: (most: number) => number;
  readonly #writing: Promise<void>[] = [];
  #sent = 0;
  #isOver = false;

  constructor(run: CalibratedRun, isApart: boolean) {
    this.#run = run;
    this.#isApart = isApart;
    this.#rounds = (most) => (isApart ? 1 : most);
    this.#on = requestsOf(interfaceOf(run.settings.header));
  }

  /** Rounds of concurrent duplicates, until the share of those that no order explains is known well enough. */
  async race(fold: RunFold, inOrderWords: readonly string[]): Promise<void> {
    const [size, isQuick] = largestRound(fold);
    if (size < PAIR) return;
    const beganMs = performance.now();
    const usual = Math.min(USUAL, size);
    const isLeft = (requests: number): boolean =>
      !this.#isOver &&
      this.#sent + requests <= MOST_RACED &&
      performance.now() - beganMs < MOST_RACED_MS;
    let shown = 0;
    let all = 0;
    const round = async (): Promise<void> => {
      const replied = await this.send(atOnce(this.#on, usual, this.#rounds(WARM_ROUNDS)));
      const words = (replied?.answers ?? []).map(resultWord);
      for (let at = 0; at + usual <= words.length; at += usual) {
        all += 1;
        if (!hasOrder(words.slice(at, at + usual), inOrderWords)) shown += 1;
      }
    };
    await round();
    if (isLeft(usual)) await this.send(inOrder(this.#on, usual));
    if (isLeft(PAIR * PAIRS)) await this.send(atOnce(this.#on, PAIR, this.#rounds(PAIRS)));
    if (size >= MOST_OF_SUITE && isQuick && isLeft(MANY))
      await this.send(atOnce(this.#on, MANY, 1));
    const isWide = (): boolean => {
      const { low, high } = wilsonInterval(shown, all);
      return high - low > NARROW;
    };
    while (isWide() && isLeft(usual * WARM_ROUNDS)) await round();
    if (isLeft(usual)) await this.send(inOrder(this.#on, usual));
  }

  /** Identities of these ages, and some between the last known and the first unknown. `isAfterLoad`: the record lacks some that came since. */
  async again(
    fold: RunFold,
    agesMs: readonly number[],
    { first, again, isAfterLoad }: Partial<Record<"first" | "again", string>> & Since = {},
  ): Promise<void> {
    let [heldMs, lostMs] = [LEAST_AGE_MS, 0];
    const sendOld = async (ageMs: number, isFit: (ms: number) => boolean): Promise<boolean> => {
      const sent = await this.#sendOld(fold, ageMs, { isFit, isAfterLoad });
      if (sent === undefined) return false;
      const [answer] = sent.replied?.answers ?? [];
      const word = answer && resultWord(answer);
      if (word === again) heldMs = Math.max(heldMs, sent.sinceMs);
      else if (word === first)
        lostMs = lostMs === 0 ? sent.sinceMs : Math.min(lostMs, sent.sinceMs);
      return true;
    };
    for (const ageMs of agesMs)
      await sendOld(ageMs, (each) => each >= Math.min(ageMs, LEAST_AGE_MS));
    for (let nth = 0; nth < MOST_BETWEEN; nth += 1) {
      const isBetween = (each: number): boolean => each > heldMs * NEAR && each < lostMs / NEAR;
      if (!(await sendOld(Math.sqrt(heldMs * lostMs), isBetween))) return;
    }
  }

  /** Whether an identity that is accepted again at first is refused later, and from when on. */
  async later(fold: RunFold): Promise<void> {
    const old = await this.#sendOld(fold, OLD_MS, { isFit: (ms) => ms >= LEAST_OLD_MS });
    if (!isRefused(old?.replied)) return;
    let [from, to] = [SUITE_WAIT_MS, OLD_MS];
    for (let tried = 0; tried < LATER_TRIES; tried += 1) {
      const ms = Math.round(Math.min(Math.sqrt(from * to), MOST_WAIT_MS));
      if (ms <= from) return;
      [from, to] = isRefused(await this.send(againAfter(this.#on, ms))) ? [from, ms] : [ms, to];
    }
  }

  async afterRestart({ accepted }: RunFold): Promise<void> {
    const next = accepted.before.pop();
    if (next !== undefined) await this.#sendAgain(next.fresh, "after-restart");
  }

  /** Sends each sequence of the suite `repetition` that is on one connection again, with a connection for each request. */
  async apart({ cases }: RunFold): Promise<void> {
    const all = [...cases.values()].map((fold) => fold.case);
    for (const each of all) {
      const [, name] = SEQUENCE.exec(each.id) ?? [];
      const sent = name === undefined ? undefined : apart(each, name);
      if (sent !== undefined) await this.send(sent);
    }
  }

  /** Sends identities again and again, one after the other: behind one address, each of several stores accepts them once. */
  async stores(): Promise<void> {
    let accepted = 0;
    for (let nth = 0; nth < STORES.identities; nth += 1) {
      const replied = await this.send(inOrder(this.#on, STORES.size));
      const [first, ...later] = (replied?.answers ?? []).map(resultWord);
      accepted = 1 + later.filter((word) => word === first).length;
    }
    if (accepted > 1 && accepted <= STORES.most)
      await this.send(spaced(this.#on, STORES.spaced, accepted - 1));
    else return;
    for (let nth = 0; nth < STORES.identities && !this.#isApart; nth += 1)
      await this.send(onOne(this.#on, STORES.onOne));
  }

  async forms(): Promise<void> {
    for (const each of formsOfText(this.#on)) await this.send(each);
  }

  async keys(): Promise<void> {
    for (const each of withKey(this.#on)) await this.send(each);
  }

  /** Sends a request again whose key got the same response at once: whether it still does. */
  async keyAgain({ cases, accepted }: RunFold): Promise<void> {
    const [sent, ...others] = cases.get(KEY_SAME)?.first.values() ?? [];
    const [first, again] = sent?.answers.map(resultWord) ?? [];
    // After a restart, another process may have forgotten it.
    if (sent === undefined || others.length + accepted.before.length > 0 || first !== again) return;
    await this.send(withKeyAgain(this.#on, this.#run.journal.nowMs() - sent.atMs), sent.fresh);
  }

  /** Sends the accepted identity again whose age is nearest to this one. */
  async #sendOld(
    fold: RunFold,
    ageMs: number,
    { isFit, isAfterLoad = false }: { isFit: (ageMs: number) => boolean } & Since,
  ): Promise<{ sinceMs: number; replied: Replied | undefined } | undefined> {
    this.#run.journal.catchUp();
    const nowMs = this.#run.journal.nowMs();
    const next = takenOfAge(fold.accepted.now, nowMs, { ageMs, isFit });
    if (next === undefined) return undefined;
    const sinceMs = nowMs - next.atMs;
    const { accepted, all } = fold.sent.since(next.atMs);
    const counts = `${accepted}-accepted-of-${isAfterLoad ? "at-least-" : ""}${all}`;
    const name = `after-${Math.round(sinceMs)}-ms-and-${counts}`;
    return { sinceMs, replied: await this.#sendAgain(next.fresh, name) };
  }

  async #sendAgain(fresh: number, name: string): Promise<Replied | undefined> {
    const { raw } = this.#run.settings.valid;
    const reason = `the stated request that was accepted earlier, again: ${name.replaceAll("-", " ")}`;
    return this.send(
      {
        id: stateCase(`again-${name}`),
        reason,
        clauses: ["states", "behaviour"],
        request: raw.request,
        sameIdentity: true,
      },
      fresh,
    );
  }

  /** Sends a case and records it. Undefined once the target has not responded, or turned a request away. */
  async send(sent: Case, fresh?: number): Promise<Replied | undefined> {
    const { journal, approached, settings } = this.#run;
    const { dispatcher } = approached;
    const count = requestCount(sent.request);
    if (this.#isOver || settings.signal.aborted || this.#sent + count > MOST_REQUESTS)
      return undefined;
    this.#sent += count;
    const attempt = journal.announce(sent);
    const atMs = journal.nowMs();
    const replied = await dispatcher.reply(sent, fresh);
    const written = replied.settled.then((dispatched: Dispatched) => {
      journal.observe(sent, dispatched, atMs, { attempt });
    });
    // An unwritable record is an error where it is awaited.
    written.catch(() => {});
    this.#writing.push(written);
    if (!replied.answers.some(hasResponded) || isTurnedAway(replied)) this.#isOver = true;
    return replied;
  }

  async written(): Promise<void> {
    await Promise.all(this.#writing.splice(0));
  }
}

/** `isAfterLoad`: more was sent than what is in the record. */
type Since = { isAfterLoad?: boolean | undefined };

const isRefused = (replied: Replied | undefined): boolean =>
  replied?.answers.slice(-1).some((last) => classOf(resultWord(last)) === "4xx") === true;

type Accepted = RunFold["accepted"]["now"];

/** Takes the identity out of the list whose age is nearest to this one, of those with a fitting age. */
function takenOfAge(
  accepted: Accepted,
  nowMs: number,
  { ageMs, isFit }: { ageMs: number; isFit: (ageMs: number) => boolean },
): Accepted[number] | undefined {
  const [next] = accepted
    .filter(({ atMs }) => isFit(nowMs - atMs))
    .toSorted((a, b) => distance(nowMs - a.atMs, ageMs) - distance(nowMs - b.atMs, ageMs));
  if (next !== undefined) accepted.splice(accepted.indexOf(next), 1);
  return next;
}

/** How far two times are apart, in powers of ten. */
const distance = (oneMs: number, otherMs: number): number =>
  otherMs === Infinity ? -oneMs : Math.abs(Math.log10(Math.max(1, oneMs) / otherMs));

const SEQUENCE =
  /^repetition\/((?:same|other)-.+-(?:other-.+|dot-zero|exponent|as-text|minus|fraction|spaces|keys-reversed|after-250-ms))$/;
