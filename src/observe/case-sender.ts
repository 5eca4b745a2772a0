import { setTimeout as sleep } from "node:timers/promises";
import { unlessInterrupted, untilInterrupted } from "../errors.ts";
import { type Case, type Observation, type RequestResult, hasResponded } from "../model/index.ts";
import { interfaceOf } from "../contract/index.ts";
import { hazardOf } from "../generate/index.ts";
import { sentOf, stillSuspect, type Sent } from "./culprit.ts";
import { type Dispatched, Dispatcher } from "./dispatcher.ts";
import type { EarlyWaits, SuiteRun } from "./early-waits.ts";
import { HeldResults } from "./held-results.ts";
import { notOfEnd } from "./loss-rows.ts";
import { RECENT, type PlannedSuite } from "./plan.ts";
import { sendingOf, type RunEvents, type SuiteProgress } from "./run-settings.ts";
import type { PauseWatch } from "./pause-watch.ts";
import type { Release } from "./schedule.ts";
import { placeOf } from "./sending-order.ts";
import type { PlannedSending, Returned } from "./target-supervisor.ts";

type Options = SuiteRun & { progress: SendingProgress; early: EarlyWaits; pauses: PauseWatch };

/** What a case got is not waited for any longer; it goes on being sent. */
const LONG_MS = 3000;

/** Sends planned cases and records the responses. Remembers the last ones: if the target stops, one may be the cause. */
export class CaseSender {
  readonly #options: Options;
  readonly held: HeldResults;
  /** Cases that ended a target which came back by itself: they are not sent again. */
  readonly deadly = new Set<string>();
  recent: Sent[];
  /** How many in a row got no response, since the target was checked, or was started again. */
  silent: number;
  #waiting: Dispatcher | undefined;
  readonly #writing: Promise<void>[] = [];
  #heard: ((returned: Returned) => void) | undefined;
  /** Sendings that are not recorded: their requests got a response when they had the whole time-out. */
  tooShort = 0;

  constructor(options: Options) {
    this.#options = options;
    this.held = new HeldResults(interfaceOf(options.header), options.crowding);
    this.recent = [...(options.recorded?.recent ?? [])];
    this.silent = options.recorded?.silent ?? 0;
  }

  /** The target responded at this time: only cases that may still stop it are remembered. */
  acquit(respondedMs: number): void {
    this.recent = stillSuspect(this.recent, respondedMs);
  }

  /** Sends a case like any other, and says what it got; undefined if that takes long. */
  async ask(planned: Omit<PlannedSending, "attempt">): Promise<RequestResult | undefined> {
    let got: RequestResult | undefined;
    this.#heard = ({ sending, dispatched }) => {
      if (sending.case === planned.case) got = dispatched.answers.at(-1);
    };
    const { schedule, signal } = this.#options;
    const sent = schedule
      .start((release) => this.send(planned, release), "beside")
      .then(() => schedule.finished());
    await untilInterrupted(Promise.race([sent, sleep(LONG_MS)]), signal).catch(() => {});
    this.#heard = undefined;
    return got;
  }

  /** `release` is called when the response is complete. A patient sending waits for the whole time-out, where others get less. */
  async send(
    planned: Omit<PlannedSending, "attempt">,
    release: Release = NOTHING,
    isPatient = false,
  ): Promise<void> {
    const { journal, life, early: begun, growth, surroundings } = this.#options;
    const dispatcher = isPatient ? this.#patient : this.#options.dispatcher;
    const { case: sent, fresh, tries } = planned;
    const attempt = (planned as PlannedSending).attempt ?? journal.announce(sent);
    const early = begun.take(fresh);
    const atMs = early?.atMs ?? journal.nowMs();
    surroundings.pace.hasSent(sent.request);
    // The first values may have arrived, in an earlier process too.
    const isAgain = tries > 1 || this.#options.recorded !== undefined;
    const value = isAgain && early === undefined ? dispatcher.reserve(sent) : fresh;
    const settle = life?.begin(sent, value) ?? NOTHING;
    const { answers, settled, lingers } = await (early?.replied ?? dispatcher.reply(sent, value));
    // One that was sent early may have had its response long before.
    const endMs = early === undefined ? journal.nowMs() : undefined;
    if (hazardOf(sent) !== undefined || life?.kills(sent.id) === true) {
      this.#options.memory?.check();
      await life?.awaitEnd();
    }
    // The next case waits until it is known that this one has not ended the target.
    if (life === undefined || hasResponded(answers.at(-1))) release({ lingers });
    const returned = { sending: { ...planned, attempt }, dispatched: await settled, atMs, endMs };
    if (this.#options.signal.aborted) return;
    if (early === undefined) growth.note(sent, atMs);
    this.#options.pauses.add(returned);
    this.#count(returned);
    for (const each of life === undefined ? [returned] : await life.judge(returned, settle))
      this.record(each);
  }

  /** What was lost: a request that only needed more time than it had at first was not, and one that waited through a pause is in doubt. */
  #lostOf({ sending, dispatched }: Returned): RequestResult[] | undefined {
    const { lost, lostMs = 0 } = sending;
    const [first, ...others] = lost ?? [];
    if (first === undefined) return undefined;
    const { timeoutMs } = this.#options.dispatcher;
    const isLonger = dispatched.timeoutMs > timeoutMs && gotResponse(dispatched);
    const wait = { fromMs: lostMs, toMs: lostMs + first.totalUs / 1000 };
    const isPause =
      !isLonger && first.outcome === "timed-out" && this.#options.pauses.explains(wait);
    if (isPause) this.held.dropped += 1;
    const all = isPause ? others : [first, ...others];
    const left = isLonger ? all.filter(({ outcome }) => outcome !== "timed-out") : all;
    this.tooShort += all.length - left.length;
    return left.length === 0 ? undefined : left;
  }

  /** Sends with the whole time-out; the same one where others get no less. */
  get #patient(): Dispatcher {
    const { dispatcher, header } = this.#options;
    if (dispatcher.timeoutMs >= header.options.timeoutMs) return dispatcher;
    this.#waiting ??= new Dispatcher(
      { ...sendingOf(this.#options), keep: false },
      dispatcher.numbers,
    );
    return this.#waiting;
  }

  async close(): Promise<void> {
    await Promise.all(this.#writing);
    await this.#waiting?.close();
  }

  /** Writes what was held back when the target ended, but what its end explains. */
  writeAtEnd(culprits: ReadonlySet<string> | undefined, isSilent: boolean): void {
    const all = this.held.flush();
    const kept = notOfEnd(all, culprits, isSilent);
    this.held.dropped += all.length - kept.length;
    for (const each of kept) this.write(each);
  }

  take(returned: Returned): void {
    this.#count(returned);
    this.#options.growth.note(returned.sending.case, returned.atMs);
    this.record(returned);
  }

  #count({ dispatched }: Returned): void {
    this.silent = gotResponse(dispatched) ? 0 : this.silent + 1;
  }

  /** Holds a result until a control shows that it is about its request. */
  record(returned: Returned): void {
    const { sending, dispatched, atMs, endMs } = returned;
    this.#heard?.(returned);
    this.recent.push(sentOf(sending.case, { ...dispatched, atMs }, endMs));
    if (this.recent.length > 2 * RECENT) this.recent = this.recent.slice(-RECENT);
    if (this.#options.campaign === undefined) this.held.add(returned);
    else this.write(returned);
  }

  /**
   * Writes a control into the record, once it is known how its connection ended; the next cases need not wait for that. One that has
   * changed says nothing about its request.
   */
  writeControl(
    { settled, atMs }: { settled: Promise<Dispatched>; atMs: number },
    check: string,
  ): void {
    const { journal, asking, campaign } = this.#options;
    if (campaign !== undefined && check !== "silence") return;
    const written = unlessInterrupted(
      settled.then((dispatched) => void journal.observe(asking, dispatched, atMs, { check })),
    );
    // An unwritable record is an error where it is awaited.
    written.catch(() => {});
    this.#writing.push(written);
  }

  write(returned: Returned): void {
    const { journal, progress } = this.#options;
    const { sending, dispatched, atMs, agent } = returned;
    const { case: sent, suite, fresh: planned, attempt } = sending;
    const lost = this.#lostOf(returned);
    journal.observe(sent, dispatched, atMs, { attempt, planned, lost, agent });
    this.held.keepRefused(returned);
    progress.sent(suite, sent);
  }
}

export const gotResponse = ({ answers }: Pick<Observation, "answers">): boolean =>
  hasResponded(answers.at(-1));

const NOTHING = (): void => {};

/** How many plain requests take the time of one that is sent alone, or of one with several responses. */
const ALONE = 20;
const HAZARD = 10;
const SEQUENCE = 5;
/** A pause on a raw connection takes its place for so long in the time of a plain request. */
const PAUSE_MS = 20;

/** How long a case takes by what is known before it is sent, in the time of a plain request. */
export function effortOf(sent: Case): number {
  const { placement } = placeOf(sent, 0);
  if (placement === "alone") return ALONE;
  if (placement === "hazard") return HAZARD;
  if (sent.request.sender === "client") return 1;
  const { steps } = sent.request;
  const pausesMs = steps.reduce((sum, step) => sum + (step.do === "pause" ? step.ms : 0), 0);
  const isSequence = steps.filter((step) => step.do === "read").length > 1;
  return (isSequence ? SEQUENCE : 1) + pausesMs / PAUSE_MS;
}

export class SendingProgress {
  readonly #events: RunEvents;
  #suite = "";
  #done = 0;
  total = 0;
  #effort = { done: 0, left: 0 };

  constructor(events: RunEvents) {
    this.#events = events;
  }

  get left(): number {
    return Math.max(0, this.total - this.#done);
  }

  plan(planned: readonly PlannedSuite[], repeats: number): void {
    for (const { cases, total } of planned) {
      const generated = total - cases.length * repeats;
      const chosen = cases.reduce((sum, each) => sum + effortOf(each), 0);
      this.total += total;
      this.#effort.left += chosen * repeats + generated;
    }
  }

  /** An earlier process, or an agent, has sent these. */
  skip(count: number, effort = count): void {
    this.#done += count;
    this.#effort.left -= effort;
  }

  sent(suite: string, sent: Case): void {
    const effort = effortOf(sent);
    this.#suite = suite;
    this.#done += 1;
    this.#effort.done += effort;
    this.#effort.left -= effort;
    this.#tell();
  }

  awaitLast(atMostMs: number): void {
    if (this.#done < this.total) this.#tell({ atMostMs });
  }

  #tell(more: Pick<SuiteProgress, "atMostMs"> = {}): void {
    const { done, left } = this.#effort;
    this.#events.progress?.({
      suite: this.#suite,
      done: this.#done,
      total: this.total,
      effort: { done, left: Math.max(0, left) },
      ...more,
    });
  }
}
