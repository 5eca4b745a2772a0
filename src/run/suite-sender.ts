import { hasResponded } from "../analyse/completeness.ts";
import { hazardOf } from "../generate/hazard.ts";
import type { Case } from "../model/case.ts";
import type { Observation } from "../model/observation.ts";
import type { Death } from "../model/served.ts";
import type { RunEnd, RunHeader } from "../model/run.ts";
import { sentOf, stillSuspect, type Sent } from "./culprit.ts";
import type { Dispatcher } from "./dispatcher.ts";
import type { SliceSender } from "./fleet-work.ts";
import { searchCulprit } from "./search-culprit.ts";
import { askByAgent, sendByAgents } from "./send-by-agents.ts";
import { EarlyWaits } from "./early-waits.ts";
import type { GrowthWatch } from "./growth-watch.ts";
import type { Journal } from "./journal.ts";
import { RECENT, type PlannedSuite } from "./plan.ts";
import type { Recorded } from "./recorded.ts";
import type { RunEvents, TargetMemory } from "./run-settings.ts";
import { Schedule, untilAborted, type Release } from "./schedule.ts";
import { SendingOrder } from "./sending-order.ts";
import type { PlannedSending, Returned, TargetLife } from "./target-life.ts";

/**
 * After this many consecutive sendings without a response, a check whether the target still responds
 * is made immediately.
 */
const SILENT_ROW = 30;

type Options = {
  header: RunHeader;
  /** The valid request that checks whether the target still responds. */
  asking: Case;
  signal: AbortSignal;
  concurrency: number;
  stallCapacity: number;
  dispatcher: Dispatcher;
  journal: Journal;
  events: RunEvents;
  memory?: TargetMemory;
  /** Milliseconds of the run after which no further case is started. */
  suitesUntilMs?: number;
  /** What an earlier process has recorded is not sent again. */
  recorded?: Recorded;
  /** Looks for cases that make the target's memory grow. */
  growth: GrowthWatch;
  /** Supervises a target that witness serves. */
  life?: TargetLife;
  /** Agents that send instead of this process. */
  campaign?: SliceSender;
};

/** Sends the planned suites in order, and checks after each whether the target still responds. */
export class SuiteSender {
  readonly #options: Options;
  readonly #schedule: Schedule;
  readonly #order: SendingOrder;
  readonly #early: EarlyWaits;
  readonly #life: TargetLife | undefined;
  #recent: Sent[];
  #silent: number;
  #done = 0;
  #total = 0;
  /** Requests that there was no time for, by suite. */
  readonly #unsent: Record<string, number> = {};

  constructor(options: Options) {
    this.#options = options;
    this.#schedule = new Schedule(options);
    this.#life = options.life;
    this.#order = new SendingOrder(options.header.options.repeats);
    this.#early = new EarlyWaits({ ...options, schedule: this.#schedule });
    this.#recent = [...(options.recorded?.recent ?? [])];
    this.#silent = options.recorded?.silent ?? 0;
  }

  async sendAll(planned: PlannedSuite[]): Promise<RunEnd> {
    this.#total = planned.reduce((sum, { total }) => sum + total, 0);
    let begun = 0;
    for (const suite of this.#withEarly(planned)) {
      if (this.#isOver) this.#unsent[suite.name] = suite.total;
      else {
        const end = await this.#sendSuite(suite);
        if (end !== undefined) return end;
      }
      begun += suite.total;
      // Not earlier: a target that ends has responded to half of the cases. Not later: their time-outs overlap with the rest.
      if (begun >= this.#total / 2 && !(await this.#sendAnnounced())) return this.#lost;
    }
    await this.#orAborted(this.#schedule.finished());
    this.#options.dispatcher.skipTo(this.#order.nextFresh);
    if (this.#aborted) return "interrupted";
    const there = await this.#stillThere("end");
    if (this.#aborted) return "interrupted";
    const end = there ? this.#endOfTime() : "target-lost";
    this.#options.dispatcher.skipTo(this.#options.recorded?.afterAll ?? 0);
    return end;
  }

  /** No case is sent early to a target that may be started again, or where there may be no time for all. */
  #withEarly(planned: PlannedSuite[]): PlannedSuite[] {
    const { campaign, suitesUntilMs } = this.#options;
    const isSafe =
      this.#life === undefined && suitesUntilMs === undefined && campaign === undefined;
    return isSafe ? this.#early.find(planned) : planned;
  }

  get #isOver(): boolean {
    const { suitesUntilMs = Infinity, journal } = this.#options;
    return journal.nowMs() >= suitesUntilMs;
  }

  /** Records which suites were not sent because `--max-time` was over. */
  #endOfTime(): "done" | "out-of-time" {
    if (Object.keys(this.#unsent).length === 0) return "done";
    this.#options.journal.noteUnsent(this.#unsent, this.#total);
    return "out-of-time";
  }

  get #aborted(): boolean {
    return this.#options.signal.aborted;
  }

  get #lost(): RunEnd {
    return this.#aborted ? "interrupted" : "target-lost";
  }

  /** Undefined if all went well. */
  async #sendSuite(suite: PlannedSuite): Promise<RunEnd | undefined> {
    if (!(await this.#sendByAgents(suite))) return this.#lost;
    const { campaign } = this.#options;
    const places = campaign === undefined ? this.#order.of(suite) : [];
    let begun = 0;
    for (const place of places) {
      const { sent, fresh, manner } = place;
      if (this.#aborted) return "interrupted";
      if (this.#isOver) {
        this.#unsent[suite.name] = suite.total - begun;
        break;
      }
      begun += 1;
      if (this.#options.recorded?.has(fresh) === true) {
        this.#done += 1;
        continue;
      }
      if (this.#silent >= SILENT_ROW && !(await this.#stillThere("silence"))) return this.#lost;
      if (this.#life?.isDown === true && !(await this.#recover("ended"))) return this.#lost;
      if (this.#early.isAnnounced(place) && !(await this.#sendAnnounced())) return this.#lost;
      if (manner === "beside" && this.#early.isDue) await this.#early.startNext();
      const isDeadly = this.#life?.kills(sent.id) === true;
      await this.#schedule.start(
        (release) => this.#sendOne({ case: sent, suite: suite.name, fresh, tries: 1 }, release),
        isDeadly && manner === "beside" ? "alone" : this.#early.manner(place),
        // The memory that a hazard takes is not that of the next case.
        manner === "hazard" ? () => this.#options.memory?.check() : undefined,
      );
    }
    await this.#orAborted(this.#schedule.quiet());
    this.#options.memory?.check();
    if (this.#aborted) return "interrupted";
    if (!(await this.#stillThere(`after ${suite.name}`))) return this.#lost;
    await this.#options.growth.search();
    return this.#aborted ? "interrupted" : undefined;
  }

  /** Sends the hazards of all suites that only announce much. False if the target was lost. */
  async #sendAnnounced(): Promise<boolean> {
    if (!this.#early.hasAnnounced) return true;
    await this.#orAborted(this.#schedule.quiet());
    let isThere = true;
    await this.#early.startAnnounced(async (isCutOff) => {
      this.#options.memory?.check();
      isThere = !this.#aborted && (!isCutOff || (await this.#stillThere("silence")));
      return isThere;
    });
    if (!isThere || !(await this.#stillThere("announced"))) return false;
    await this.#options.growth.search();
    return !this.#aborted;
  }

  /** Has agents send a suite, if there are any. False if the target was lost. */
  async #sendByAgents(suite: PlannedSuite): Promise<boolean> {
    const { journal, recorded, campaign, growth } = this.#options;
    if (campaign === undefined) return true;
    const { known, isOver } = await sendByAgents(suite, {
      campaign,
      recorded,
      order: this.#order,
      announce: (sent) => journal.announce(sent),
      take: (returned) => {
        this.#silent = gotResponse(returned.dispatched) ? 0 : this.#silent + 1;
        growth.note(returned.sending.case, returned.atMs);
        this.#record(returned);
      },
      goOn: async () =>
        !this.#aborted && (this.#silent < SILENT_ROW || (await this.#stillThere("silence"))),
    });
    this.#done += known;
    return !isOver;
  }

  /**
   * `release` is called when the response is complete: its connection is watched a little longer.
   */
  async #sendOne(
    planned: Omit<PlannedSending, "attempt">,
    release: Release = NOTHING,
  ): Promise<void> {
    const { dispatcher, journal, life } = this.#options;
    const { case: sent, fresh, tries } = planned;
    const attempt = (planned as PlannedSending).attempt ?? journal.announce(sent);
    const early = this.#early.take(fresh);
    const atMs = early?.atMs ?? journal.nowMs();
    const value = tries > 1 ? (life?.freshAgain(planned as PlannedSending) ?? fresh) : fresh;
    const settle = life?.begin(sent, value) ?? NOTHING;
    const { answers, settled, lingers } = await (early?.replied ?? dispatcher.reply(sent, value));
    if (hazardOf(sent) !== undefined || life?.kills(sent.id) === true) {
      this.#options.memory?.check();
      await life?.awaitEnd();
    }
    // The next case waits until it is known that this one has not ended the target.
    if (life === undefined || hasResponded(answers.at(-1))) release({ lingers });
    const returned = { sending: { ...planned, attempt }, dispatched: await settled, atMs };
    if (this.#aborted) return;
    if (early === undefined) this.#options.growth.note(sent, atMs);
    this.#silent = gotResponse(returned.dispatched) ? 0 : this.#silent + 1;
    for (const each of life === undefined ? [returned] : await life.judge(returned, settle))
      this.#record(each);
  }

  #record({ sending, dispatched, atMs, agent }: Returned): void {
    const { journal, dispatcher } = this.#options;
    const { case: sent, suite, fresh: planned, attempt } = sending;
    const as = { attempt, planned, ...(agent !== undefined && { agent }) };
    const observation = journal.observe(sent, dispatched, atMs, dispatcher.timeoutMs, as);
    this.#recent.push(sentOf(sent, observation));
    if (this.#recent.length > 2 * RECENT) this.#recent = this.#recent.slice(-RECENT);
    this.#done += 1;
    this.#options.events.progress?.({ suite, done: this.#done, total: this.#total });
  }

  /** Sends a valid request. Without a response, tries again when stalled cases are over, then looks for the cause. */
  async #stillThere(check: string): Promise<boolean> {
    if (this.#options.recorded?.checks.get(check) === true && check !== "silence") return true;
    this.#silent = 0;
    let atMs = this.#options.journal.nowMs();
    while (!(await this.#respondsToValid(check))) {
      if (this.#aborted) return false;
      await this.#orAborted(this.#schedule.finished(this.#options.dispatcher.timeoutMs));
      if (await this.#respondsToValid(check)) return true;
      if (this.#life === undefined) {
        await this.#findCulprit();
        return false;
      }
      if (!(await this.#recover((await this.#life.isGone()) ? "ended" : "hung"))) return false;
      atMs = this.#options.journal.nowMs();
    }
    this.#recent = stillSuspect(this.#recent, atMs);
    return true;
  }

  async #respondsToValid(check: string): Promise<boolean> {
    const { dispatcher, journal, asking, campaign } = this.#options;
    // An agent that waits for the target to respond would keep others from it.
    if (campaign !== undefined && check !== "silence")
      return gotResponse(await askByAgent(asking, check, { campaign, dispatcher, journal }));
    const atMs = journal.nowMs();
    const dispatched = await dispatcher.send(asking);
    const responded = gotResponse(dispatched);
    // Cases that failed because the target ended are reported by its end.
    if (responded) for (const each of this.#life?.confirmAll() ?? []) this.#record(each);
    if (responded || this.#life === undefined)
      journal.observe(asking, dispatched, atMs, dispatcher.timeoutMs, { check });
    return responded;
  }

  /**
   * Starts a served target again, and repeats the cases that were cut off with it, one at a time. False if it stays away.
   */
  async #recover(kind: Death["kind"]): Promise<boolean> {
    const life = this.#life;
    if (life === undefined) return false;
    const queue: PlannedSending[] = [];
    let next: typeof kind | undefined = kind;
    while (next !== undefined) {
      await this.#orAborted(
        this.#schedule.finished(GRACE_TIMES * this.#options.dispatcher.timeoutMs),
      );
      if (this.#aborted) return false;
      const { alive, record, again } = await life.recover(next);
      for (const each of record) this.#record(each);
      if (!alive) return false;
      this.#silent = 0;
      queue.unshift(...again);
      next = undefined;
      while (queue.length > 0 && next === undefined) {
        const each = queue.shift() as PlannedSending;
        await this.#schedule.start((release) => this.#sendOne(each, release), "hazard");
        await this.#orAborted(this.#schedule.quiet());
        if (this.#aborted) return false;
        if (life.isDown) next = "ended";
      }
    }
    return true;
  }

  #orAborted(work: Promise<void>): Promise<void> {
    return untilAborted(work, this.#options.signal);
  }

  async #findCulprit(): Promise<void> {
    // Any of these may be the cause, although it was not its turn yet.
    for (const { sent, ...where } of this.#early.over)
      await this.#sendOne({ ...where, case: sent, tries: 1 });
    await searchCulprit(this.#recent, this.#options);
  }
}

/** What is under way as a target ends is over by then. Otherwise it would be recorded as closed. */
const GRACE_TIMES = 3;

const NOTHING = (): void => {};

const gotResponse = ({ answers }: Pick<Observation, "answers">): boolean =>
  hasResponded(answers.at(-1));
