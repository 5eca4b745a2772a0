import { setTimeout as sleep } from "node:timers/promises";
import { MANY_REFUSED } from "../analyse/index.ts";
import { interfaceOf } from "../contract/index.ts";
import type { Contention, RequestResult, RunHeader, Surrounding } from "../model/index.ts";
import { CUT_OFF, hasResponded, requestCount, turnsAway, resultWord } from "../model/index.ts";
import { untilInterrupted } from "../errors.ts";
import { ChangeDetector, groupBy } from "../stats/index.ts";
import { cycleOf, isClientError } from "./ban-cause.ts";
import type { Explained } from "./control-errors.ts";
import type { Crowding } from "./crowding.ts";
import type { HeldResults, InDoubt } from "./held-results.ts";
import type { Returned } from "./target-supervisor.ts";
import type { Journal } from "./journal.ts";
import { asOfNew, causeOfAll, type Episode, noteOf } from "./episode.ts";
import { LOST } from "./noise-search.ts";
import { limitIn, retryAfterMs, saidReason } from "./rate-limited-sender.ts";
import type { SentCount } from "./sent-count.ts";
import type { RunEvents } from "./run-settings.ts";
import { Pace } from "./pace.ts";
import { deletesOne, UsualResponses } from "./usual-responses.ts";
import { longestWaitMs, MOST_WAIT_MS, MOST_WAITS_MS, untilGood, WAITS_MS } from "./until-good.ts";
import { WaitLines } from "./wait-lines.ts";

/** With `--provoke`, so many refused requests are sent to find out whether they lead to a ban. */
const PROVOKING = 60;
/** Controls, of the requests of a run: a bound for the detector. */
const MOST_CONTROLS = { least: 100, share: 0.05 };

type Options = {
  classes: readonly string[];
  header: RunHeader;
  planned: number;
  crowding: Pick<
    Crowding,
    "heed" | "reasonOf" | "rateIn" | "unshownRate" | "tryTogether" | "isTogether"
  >;
  journal: Pick<Journal, "nowMs" | "note">;
  /** What the target accepted of all that was sent. */
  tally?: SentCount | undefined;
  events: RunEvents;
  signal: AbortSignal;
  untilMs: number;
};

type Waiting = { ask: () => Promise<AskedAgain> } & Pick<Surrounding, "refused" | "isOfNew">;
type AskedAgain = { result: RequestResult | undefined; isGood: boolean };

/** Limits, bans, quotas, maintenance: says whether a control is as at the start, waits while it is not, and slows down. */
export class Surroundings {
  readonly #options: Options;
  /** What valid requests got until now while the target did not turn them away. */
  readonly usual: UsualResponses;
  readonly #detector: ChangeDetector;
  readonly #episodes: Episode[] = [];
  #waitedMs = 0;
  #backMs = 0;
  readonly pace: Pace;
  readonly #lines: WaitLines;
  #before: Record<"accepted" | "opened", number> & { words: ReadonlyMap<string, number> } = {
    accepted: 0,
    opened: 0,
    words: new Map(),
  };
  isTurnedAway = false;

  constructor(options: Options) {
    this.#options = options;
    this.#lines = new WaitLines(options);
    this.pace = new Pace(
      () => options.journal.nowMs(),
      options.signal,
      () => options.tally?.opened ?? 0,
    );
    this.usual = new UsualResponses(options.classes, deletesOne(interfaceOf(options.header)));
    const { least, share } = MOST_CONTROLS;
    this.#detector = new ChangeDetector(least + Math.ceil(share * options.planned));
  }

  isGood(result: RequestResult | undefined): boolean {
    return this.usual.isGood(result);
  }

  isChanged(isGood: boolean): boolean {
    return this.#detector.add(!isGood);
  }

  /** A control got this response, and the ones before and after it were good. A response that was a change of all before does not suggest another server. */
  learn(result: RequestResult): void {
    const wasChange = this.#episodes.some(({ got }) => got === resultWord(result));
    if (!wasChange) this.usual.learn(result);
  }

  /** Whether the control becomes good again in time. `gone`: the target was about to end, and nothing listens any more. */
  async waitOut(
    doubt: InDoubt,
    changed: RequestResult,
    { ask, refused, isOfNew }: Waiting,
  ): Promise<Awaited<ReturnType<typeof untilGood>>> {
    const { journal, signal, untilMs } = this.#options;
    const got = resultWord(changed);
    const statuses = [...new Set(this.usual.all.map((each) => each.split(" ", 1)[0] ?? ""))];
    const usual = statuses.length === 1 && statuses[0] !== got ? statuses[0] : undefined;
    const episode: Episode = { ...this.#begin(got, doubt, changed), refused, usual, isOfNew };
    const { beganMs } = episode;
    const isAgain = this.#episodes.some((each) => each.got === got && each.isOver !== true);
    const share = this.#waitedMs / Math.max(1, episode.request - 1);
    const restMs = isAgain ? share * (this.#options.planned - episode.request) : 0;
    const longestMs = longestWaitMs(episode, restMs);
    this.#episodes.push(episode);
    const mostMs = Math.min(beganMs + longestMs, beganMs + MOST_WAITS_MS - this.#waitedMs, untilMs);
    this.#lines.tell(episode, mostMs - beganMs);
    let last: RequestResult | undefined = changed;
    const state = await untilGood({
      signal,
      leftMs: () => mostMs - journal.nowMs(),
      saidMs: () => last && retryAfterMs({ answers: [last] }),
      ask: async () => {
        const asked = await ask();
        last = asked.result;
        episode.asked += 1;
        const isGone = !hasResponded(changed) && isOfNew !== true && last?.outcome === "refused";
        return isGone ? "gone" : asked.isGood;
      },
    });
    if (state === "gone") this.#episodes.pop();
    if (state === "good") {
      const tried = { sentMs: beganMs, nowMs: journal.nowMs(), isAgain };
      await this.#options.crowding.tryTogether(episode, tried);
      this.#end(episode);
    }
    if (state === "late") {
      this.#waitedMs += journal.nowMs() - beganMs;
      this.isTurnedAway = true;
    }
    return state;
  }

  /** How many requests to send to find out whether refused ones led to the last change; 0 where they are no likely reason. */
  get provoking(): number {
    const last = this.#episodes.at(-1);
    const isBan = last !== undefined && last.isOfNew !== true && !/^\d/.test(last.got);
    const isLikely = isBan && last.before.refused >= MANY_REFUSED;
    return isLikely && !this.#isProvoked ? PROVOKING : 0;
  }

  /** Keeps what the requests that should provoke a ban again have shown. */
  hasProvoked(provoked: NonNullable<Surrounding["provoked"]>): void {
    const last = this.#episodes.at(-1);
    if (last !== undefined) last.provoked = provoked;
  }

  /** Other requests were turned away than the control: waits as long as the target says, and sends fewer. */
  async limited(all: readonly Returned[], results: number): Promise<void> {
    const [first] = all;
    if (first === undefined) return;
    const { sending, atMs, dispatched } = first;
    const { signal } = this.#options;
    const waitMs = retryAfterMs(dispatched) ?? WAITS_MS[0] ?? 0;
    const { answers } = dispatched;
    const found =
      answers.find((each) => turnsAway(each) || resultWord(each) === "503") ?? answers.at(-1);
    await untilInterrupted(sleep(Math.min(waitMs, MOST_WAIT_MS)), signal).catch(() => {});
    const before = { requests: 0, refused: 0, ms: 0 };
    const doubt = { fromMs: atMs, request: Math.max(1, results), before };
    const got = found === undefined ? "429" : resultWord(found);
    const ofSome: Episode["ofSome"] = requestCount(sending.case.request) > 1 ? "burst" : "request";
    const episode = { ...this.#begin(got, doubt, found), asked: 0, ofSome };
    const sentMs = Math.max(...all.map((each) => each.atMs));
    const { crowding, journal } = this.#options;
    if (ofSome === "request")
      await crowding.tryTogether(episode, { sentMs, nowMs: journal.nowMs(), isAgain: false });
    this.#end({ ...episode, isFew: this.pace.isFew(all.length, episode.accepted) });
  }

  /** A change that was over at once is no reason to send fewer. `asked`: controls that met it; `toMs`: its end, if not now. */
  hadChanged(
    got: string,
    doubt: InDoubt,
    { asked = 0, toMs }: { asked?: number; toMs?: number | undefined } = {},
  ): void {
    this.#end({ ...this.#begin(got, doubt), asked, isOver: true, toMs });
  }

  get #isProvoked(): boolean {
    return this.#episodes.some(({ provoked }) => provoked !== undefined);
  }

  #begin(got: string, { fromMs, request, before }: InDoubt, result?: RequestResult): Episode {
    const { tally } = this.#options;
    const cycle = tally && cycleOf(got, tally.words, this.#before.words);
    this.#options.crowding.heed(got, request, this.#options.journal.nowMs());
    return {
      got,
      reason: saidReason(result),
      limit: limitIn(result),
      saysWhen: result && retryAfterMs({ answers: [result] }) !== undefined,
      fromMs: Math.round(fromMs),
      request,
      before,
      beganMs: this.#options.journal.nowMs(),
      asked: 1,
      cycleMs: Math.max(0, Math.round(fromMs - this.#backMs)),
      accepted:
        cycle !== undefined && isClientError(got)
          ? cycle.requests
          : Math.max(0, (tally?.accepted ?? request - 1) - this.#before.accepted),
      ...(cycle && { cycle }),
      opened: Math.max(0, (tally?.opened ?? 0) - this.#before.opened),
    };
  }

  #end(episode: Episode): void {
    if (!this.#episodes.includes(episode)) this.#episodes.push(episode);
    const nowMs = this.#options.journal.nowMs();
    episode.toMs = Math.round(episode.toMs ?? nowMs);
    this.#waitedMs += nowMs - episode.beganMs;
    this.#detector.reset();
    this.#heedRate(episode);
    // What `--provoke` has caused is no reason to send fewer than after the first one.
    this.#slowDown(episode);
    episode.perSecond = this.pace.isSlowedDown ? this.pace.perSecond : undefined;
    this.#backMs = nowMs;
    const { accepted = episode.request - 1, opened = 0, words } = this.#options.tally ?? {};
    this.#before = { ...this.#before, accepted, opened };
    if (episode.ofSome === undefined) this.#before.words = new Map(words);
  }

  #slowDown(episode: Episode): void {
    const { crowding, journal } = this.#options;
    const nowMs = journal.nowMs();
    const { got, fromMs, opened = 0, accepted = 0, ofSome } = episode;
    if (episode.isOfNew === true || (this.pace.isOfNew && LOST.has(got)))
      return this.pace.slowDownNew({ ms: nowMs - this.#backMs, opened });
    const cause = causeOfAll(this.#episodes.filter((each) => each.got === got));
    const isLimit = got === "429" || episode.isRate === true || cause === "requests";
    // Of some requests, controls show no ban.
    const isBan = !isLimit && (!/^\d/.test(got) || cause !== undefined) && ofSome === undefined;
    const isBurst = ofSome === "burst" && this.pace.isSlowedDown;
    const isSlowEnough = this.#isProvoked || isBurst || episode.isFew === true;
    const isOver = episode.isOver === true && cause === undefined;
    if (isOver || isSlowEnough || !(isLimit || isBan) || crowding.isTogether(got)) return;
    const closedMs = nowMs - fromMs;
    this.pace.slowDown(
      isBan
        ? { by: "ban", ms: fromMs - this.#backMs, accepted, closedMs }
        : { by: "limit", ms: nowMs - this.#backMs, accepted },
    );
  }

  #heedRate(episode: Episode): void {
    // A case may send more at once than any rate accepts.
    if (episode.ofSome === "burst") return;
    const found = this.#options.crowding.rateIn(episode, this.#episodes);
    if (found === "rate") episode.isRate = true;
    if (found !== "outages") return;
    for (const each of this.#episodes) if (each.got === episode.got) each.isRate = undefined;
    this.pace.reset();
  }

  tellRest(left: number): void {
    this.#lines.tellRest(left, this.pace);
  }

  /** Whether requests got 503. Then it is tried whether the number in flight is the reason. */
  get wasUnavailable(): boolean {
    return this.#episodes.some(({ got }) => got === "503");
  }

  /** Whether fewer requests at a time got no 503 any more. */
  isShedding(results: number): boolean {
    const { crowding } = this.#options;
    return this.#episodes.some((each) => crowding.reasonOf(each, results) !== undefined);
  }

  /** The responses that come with the rate of requests, and times in which all got one. A rate that was not seen again is none. */
  explained({ results }: Pick<HeldResults, "results">): Explained {
    const unshown = this.#options.crowding.unshownRate(this.#episodes, results);
    for (const each of this.#episodes) if (each.got === unshown) each.isRate = undefined;
    const all = this.#episodes.filter(({ isOver }) => isOver !== true).map(({ got }) => got);
    const cutOff = all.filter((got) => CUT_OFF.has(got));
    const words = this.#episodes.flatMap(({ got, isRate }) => (isRate === true ? [got] : []));
    // Of a change that comes again and again, controls may meet any part.
    if (cutOff.length > 1) words.push(...CUT_OFF);
    return { words, times: this.#episodes.filter(({ ofSome }) => ofSome === undefined) };
  }

  /** What `contention` explains is no change of time; null: tried, and there is none. Nor is a row of `words` that only some requests got. */
  note(
    held: Pick<HeldResults, "dropped" | "unsettled" | "passed" | "results">,
    contention?: Contention | null,
    words: readonly string[] = [],
  ): void {
    const { dropped, unsettled, passed, results } = held;
    const { journal, crowding } = this.#options;
    const told = this.#episodes
      .filter((each) => each.ofSome === undefined || passed > 0)
      .filter(({ got, isOver }) => isOver !== true || !words.includes(got))
      .map((each) => ({
        ...asOfNew(each, this.#episodes),
        atOnce: contention === null ? undefined : crowding.reasonOf(each, results),
      }))
      .filter(
        ({ got, atOnce }) => atOnce !== undefined || contention?.words.includes(got) !== true,
      );
    for (const all of groupBy(told, kindOf).values())
      journal.note(noteOf(all, Math.round(journal.nowMs())));
    if (dropped > 0) journal.note({ kind: "surroundings", code: "in-doubt", dropped, unsettled });
  }
}

/** Changes of one kind are told together: a ban may close some connections, and reset others. */
const kindOf = ({ got, atOnce }: Pick<Episode, "got" | "atOnce">): string =>
  `${CUT_OFF.has(got) ? "cut off" : got} ${atOnce?.to}`;
