import { runNumbers } from "../generate/index.ts";
import type { Case, RunEnd, RunHeader } from "../model/index.ts";
import type { CalibratedRun } from "./calibrate-target.ts";
import { CaseSender, effortOf, SendingProgress } from "./case-sender.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { EarlyWaits } from "./early-waits.ts";
import type { SliceSender } from "./fleet-work.ts";
import { GrowthWatch } from "./growth-watch.ts";
import type { Journal } from "./journal.ts";
import type { PlannedSuite } from "./plan.ts";
import type { Recorded } from "./recorded.ts";
import { fleetRunOf, type RunEvents, type TargetMemory } from "./run-settings.ts";
import { Schedule, untilAborted } from "./schedule.ts";
import { sendByAgents } from "./send-by-agents.ts";
import { SendingOrder } from "./sending-order.ts";
import { TargetCheck } from "./target-check.ts";
import { TargetSupervisor } from "./target-supervisor.ts";

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
  life?: TargetSupervisor;
  /** Agents that send instead of this process. */
  campaign?: SliceSender;
};

/** Sends the planned suites in order, and checks after each whether the target still responds. */
class SuiteSender {
  readonly #options: Options;
  readonly #schedule: Schedule;
  readonly #order: SendingOrder;
  readonly #early: EarlyWaits;
  readonly #life: TargetSupervisor | undefined;
  readonly #cases: CaseSender;
  readonly #check: TargetCheck;
  readonly #progress: SendingProgress;
  /** Requests that there was no time for, by suite. */
  readonly #unsent: Record<string, number> = {};

  constructor(options: Options) {
    this.#options = options;
    const schedule = new Schedule(options);
    const early = new EarlyWaits({ ...options, schedule });
    this.#schedule = schedule;
    this.#early = early;
    this.#life = options.life;
    this.#order = new SendingOrder(options.header.options.repeats, runNumbers(options.header));
    this.#progress = new SendingProgress(options.events);
    this.#cases = new CaseSender({ ...options, early, progress: this.#progress });
    this.#check = new TargetCheck({ ...options, schedule, early, cases: this.#cases });
  }

  async sendAll(planned: PlannedSuite[]): Promise<RunEnd> {
    this.#progress.plan(planned, this.#options.header.options.repeats);
    let begun = 0;
    for (const suite of this.#early.find(planned)) {
      if (this.#isOver) this.#unsent[suite.name] = suite.total;
      else {
        const end = await this.#sendSuite(suite);
        if (end !== undefined) return end;
      }
      begun += suite.total;
      // Not earlier: a target that ends has responded to half of the cases. Not later: their time-outs overlap with the rest.
      if (begun >= this.#progress.total / 2 && !(await this.#sendAnnounced())) return this.#lost;
    }
    this.#progress.awaitLast(this.#options.dispatcher.timeoutMs);
    await this.#orAborted(this.#schedule.finished());
    const { dispatcher, recorded } = this.#options;
    // The first number after the plan may have arrived from an earlier process.
    if (recorded === undefined) dispatcher.skipTo(this.#order.nextFresh);
    if (this.#aborted) return "interrupted";
    const there = await this.#check.isThere("end");
    if (this.#aborted) return "interrupted";
    const end = there ? this.#endOfTime() : "target-lost";
    dispatcher.skipTo(Math.max(this.#order.nextFresh, recorded?.afterAll ?? 0));
    return end;
  }

  get #isOver(): boolean {
    const { suitesUntilMs = Infinity, journal } = this.#options;
    return journal.nowMs() >= suitesUntilMs;
  }

  /** Records which suites were not sent because `--max-time` was over. */
  #endOfTime(): "done" | "out-of-time" {
    if (Object.keys(this.#unsent).length === 0) return "done";
    const planned = this.#progress.total;
    this.#options.journal.note({ kind: "time", code: "unsent", unsent: this.#unsent, planned });
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
        this.#progress.skip(1, effortOf(sent));
        continue;
      }
      if (this.#cases.silent >= SILENT_ROW && !(await this.#check.isThere("silence")))
        return this.#lost;
      if (this.#life?.isDown === true && !(await this.#check.recover("ended"))) return this.#lost;
      if (this.#early.isAnnounced(place) && !(await this.#sendAnnounced())) return this.#lost;
      if (manner === "beside" && this.#early.isDue) await this.#early.startNext();
      const isDeadly = this.#life?.kills(sent.id) === true;
      if (isDeadly) await this.#check.untilOver();
      await this.#schedule.start(
        (release) => this.#cases.send({ case: sent, suite: suite.name, fresh, tries: 1 }, release),
        isDeadly && manner === "beside" ? "alone" : this.#early.manner(place),
        // The memory that a hazard takes is not that of the next case.
        manner === "hazard" ? () => this.#options.memory?.check() : undefined,
      );
    }
    await this.#orAborted(this.#schedule.quiet());
    this.#options.memory?.check();
    if (this.#aborted) return "interrupted";
    if (!(await this.#check.isThere(`after ${suite.name}`))) return this.#lost;
    await this.#options.growth.search(() => this.#check.untilOver());
    return this.#aborted ? "interrupted" : undefined;
  }

  /** Sends the hazards of all suites that only announce much. False if the target was lost. */
  async #sendAnnounced(): Promise<boolean> {
    if (!this.#early.hasAnnounced) return true;
    await this.#orAborted(this.#schedule.quiet());
    let isThere = true;
    await this.#early.startAnnounced(async (isCutOff) => {
      this.#options.memory?.check();
      isThere = !this.#aborted && (!isCutOff || (await this.#check.isThere("silence")));
      return isThere;
    });
    if (!isThere || !(await this.#check.isThere("announced"))) return false;
    await this.#options.growth.search(() => this.#check.untilOver());
    return !this.#aborted;
  }

  /** Has agents send a suite, if there are any. False if the target was lost. */
  async #sendByAgents(suite: PlannedSuite): Promise<boolean> {
    const { journal, recorded, campaign } = this.#options;
    if (campaign === undefined) return true;
    const { known, isOver } = await sendByAgents(suite, {
      campaign,
      recorded,
      order: this.#order,
      announce: (sent) => journal.announce(sent),
      take: (returned) => this.#cases.take(returned),
      goOn: async () =>
        !this.#aborted &&
        (this.#cases.silent < SILENT_ROW || (await this.#check.isThere("silence"))),
    });
    this.#progress.skip(known);
    return !isOver;
  }

  #orAborted(work: Promise<void>): Promise<void> {
    return untilAborted(work, this.#options.signal);
  }
}

/** Sends the planned suites to a target that responds. Returns how that ended. */
export async function sendSuites({
  settings,
  approached,
  journal,
}: CalibratedRun): Promise<RunEnd> {
  const { asking, manner, dispatcher } = approached;
  const { events = {}, served, fleet } = settings;
  const campaign = await fleet?.campaign(fleetRunOf(settings, journal), manner);
  const life = served && new TargetSupervisor({ served, settings, dispatcher, journal, asking });
  const sender = new SuiteSender({
    ...settings,
    ...manner,
    asking,
    dispatcher,
    journal,
    events,
    growth: new GrowthWatch({ settings, dispatcher, journal, asking, life }),
    ...(life && { life }),
    ...(campaign && { campaign }),
  });
  return sender.sendAll(settings.planned).finally(() => campaign?.close());
}
