import { runNumbers } from "../generate/index.ts";
import { type Contention, endedAsPlanned, type RunEnd } from "../model/index.ts";
import type { CalibratedRun } from "./calibrate-target.ts";
import { ControlCases } from "./control-cases.ts";
import { CaseSender, effortOf, SendingProgress } from "./case-sender.ts";
import { heedRefusals } from "./find-refusals.ts";
import { noteContention } from "./contention.ts";
import { ControlErrors } from "./control-errors.ts";
import { Crowding } from "./crowding.ts";
import { EarlyWaits, type SuiteRun } from "./early-waits.ts";
import { GrowthWatch } from "./growth-watch.ts";
import { PauseWatch } from "./pause-watch.ts";
import type { PlannedSuite } from "./plan.ts";
import { ControlTimes } from "./response-times.ts";
import { LeftToSend } from "./left-to-send.ts";
import { fleetRunOf } from "./run-settings.ts";
import { Schedule, untilAborted } from "./schedule.ts";
import { sendByAgents, SILENT_ROW } from "./send-by-agents.ts";
import { placeOf, SendingOrder } from "./sending-order.ts";
import { findServers, findServersBy } from "./server-groups.ts";
import { Surroundings } from "./surroundings.ts";
import { TargetCheck } from "./target-check.ts";
import { TargetSupervisor } from "./target-supervisor.ts";

/** So many errors that did not come again may have a reason. */
const MANY_ERRORS = 3;

class SuiteSender {
  readonly #options: SuiteRun;
  readonly #order: SendingOrder;
  readonly #early: EarlyWaits;
  readonly #cases: CaseSender;
  readonly #check: TargetCheck;
  readonly #progress: SendingProgress;
  readonly #pauses: PauseWatch;
  readonly #errors: ControlErrors;
  readonly #repeated: ControlCases;
  /** Whether several servers behind one address were looked for. */
  #hasAsked = false;
  /** Controls beside those of the target's check. */
  #serverControls = 0;
  readonly #left: LeftToSend;

  constructor(options: SuiteRun) {
    this.#options = options;
    const early = (this.#early = new EarlyWaits(options));
    const progress = (this.#progress = new SendingProgress(options.events));
    this.#order = new SendingOrder(options.header.options.repeats, runNumbers(options.header));
    const { dispatcher, header, journal } = options;
    const nowMs = (): number => journal.nowMs();
    const pauses = (this.#pauses = new PauseWatch(nowMs));
    this.#left = new LeftToSend(options.suitesUntilMs ?? Infinity, journal);
    const controls = { dispatcher: options.surroundings.pace.paced(dispatcher), header, nowMs };
    const repeated = (this.#repeated = new ControlCases(controls));
    const errors = (this.#errors = new ControlErrors(options.tally));
    const cases = (this.#cases = new CaseSender({ ...options, early, progress, pauses }));
    this.#check = new TargetCheck({ ...options, early, pauses, errors, repeated, cases });
  }

  async close(): Promise<void> {
    this.#pauses.close();
    await Promise.all([this.#cases.close(), this.#check.close()]);
  }

  /** Sends all, and notes what happened to requests whatever they were. */
  async send(planned: PlannedSuite[]): Promise<RunEnd> {
    const { surroundings, journal, crowding } = this.#options;
    const { held } = this.#cases;
    const end = this.#left.note(await this.#sendAll(planned));
    // An interruption shows nothing about the target.
    if (!surroundings.isTurnedAway) for (const each of held.flush()) this.#cases.write(each);
    const contention = end === "done" ? await this.#findContention() : undefined;
    const words = this.#errors.note(journal, surroundings.explained(held), held);
    surroundings.note(held, contention, words);
    this.#options.dispatcher.connections.note(journal);
    this.#pauses.note(journal);
    const asked = this.#check.asked + this.#repeated.asked + this.#serverControls + crowding.asked;
    const dropped = held.dropped + this.#cases.tooShort;
    if (asked + dropped > 0) journal.write({ type: "controls", asked, dropped });
    return held.unsettled > 0 && endedAsPlanned({ end }) ? "turned-away" : end;
  }

  async #sendAll(planned: PlannedSuite[]): Promise<RunEnd> {
    this.#progress.plan(planned, this.#options.header.options.repeats);
    this.#left.plan(planned);
    await this.#check.keepOpen();
    let begun = 0;
    for (const suite of this.#early.find(planned)) {
      const mayRefuse = suite.cases.some(({ valid }) => valid !== true);
      if (mayRefuse && !this.#left.isOver && !(await this.#findRefusals())) return this.#lost;
      const end = this.#left.isOver ? undefined : await this.#sendSuite(suite);
      if (end !== undefined) return end;
      begun += suite.total;
      // Not earlier: a target that ends has responded to half of the cases. Not later: their time-outs overlap with the rest.
      if (begun >= this.#progress.total / 2 && !(await this.#sendAnnounced())) return this.#lost;
    }
    this.#progress.awaitLast(this.#options.dispatcher.timeoutMs);
    await this.#orAborted(this.#options.schedule.finished());
    // Until nothing is in doubt any more: what was so each time is left.
    while (!this.#aborted && (this.#cases.held.hasHeld || this.#cases.held.hasAgain))
      if (!(await this.#control()) || !(await this.#finished())) return this.#lost;
    const { dispatcher, recorded } = this.#options;
    // The first number after the plan may have arrived from an earlier process.
    if (recorded === undefined) dispatcher.numbers.skipTo(this.#order.nextFresh);
    if (this.#aborted) return "interrupted";
    const there = await this.#check.isThere("end");
    const end = there && !this.#aborted ? "done" : this.#lost;
    dispatcher.numbers.skipTo(Math.max(this.#order.nextFresh, recorded?.afterAll ?? 0));
    return end;
  }

  /** How the target refuses, before the first request that it may refuse. False if it was lost at that. */
  async #findRefusals(): Promise<boolean> {
    if (this.#options.dispatcher.knowsRefusals) return true;
    await this.#orAborted(this.#options.schedule.finished());
    const isThere = (): Promise<boolean> => this.#check.isThere("control");
    const found = await heedRefusals(this.#options, { cases: this.#cases, isThere });
    this.#serverControls += found.asked;
    return found.isThere || this.#aborted;
  }

  get #aborted(): boolean {
    return this.#options.signal.aborted;
  }

  get #lost(): RunEnd {
    if (this.#aborted) return "interrupted";
    return this.#options.surroundings.isTurnedAway ? "turned-away" : "target-lost";
  }

  /** Sends a control, and then what was in doubt until now. False if the target was lost. */
  async #control(): Promise<boolean> {
    if (!(await this.#check.isThere("control"))) return false;
    const { schedule, surroundings } = this.#options;
    const { held } = this.#cases;
    if (held.hasAgain) surroundings.tellRest(this.#progress.left);
    let isFirst = true;
    for (let next = held.next(); next !== undefined; next = held.next()) {
      const again = next;
      if (this.#cases.deadly.has(again.case.id)) continue;
      if (this.#left.isLate) {
        this.#left.leaves(again.suite);
        continue;
      }
      const isOdd = (again.lost?.length ?? 0) % 2 === 1;
      if (isFirst && isOdd && surroundings.usual.hasSeveral) await this.#skipTurn();
      isFirst = false;
      if (this.#aborted) return false;
      await surroundings.pace.turn(again.case.request);
      const isPatient = held.isPatient(again);
      if (isPatient) await this.#orAborted(schedule.finished());
      await schedule.start(
        (release) => this.#cases.send(again, release, isPatient),
        isPatient ? "alone" : placeOf(again.case, 0).placement,
      );
      if (held.isControlDue && !(await this.#check.isThere("control"))) return false;
    }
    return true;
  }

  /** Sends a control for nothing: what follows a good one always has the same turn of servers that respond in turn. */
  async #skipTurn(): Promise<void> {
    const { dispatcher, asking } = this.#options;
    this.#serverControls += 1;
    await dispatcher.send(asking);
  }

  async #finished(): Promise<boolean> {
    await this.#orAborted(this.#options.schedule.finished());
    return this.#options.life?.isDown !== true || this.#check.recover("ended");
  }

  async #sendSuite(suite: PlannedSuite): Promise<RunEnd | undefined> {
    if (!(await this.#sendByAgents(suite))) return this.#lost;
    const { campaign } = this.#options;
    const places = campaign === undefined ? this.#order.of(suite) : [];
    if (campaign !== undefined) this.#left.sentAll(suite.name);
    for (const place of places) {
      const { sent, fresh, placement } = place;
      if (this.#aborted) return "interrupted";
      if (this.#left.isOver) break;
      this.#left.sent(suite.name);
      if (this.#cases.deadly.has(sent.id)) continue;
      if (this.#options.recorded?.has(fresh) === true) {
        this.#progress.skip(1, effortOf(sent));
        continue;
      }
      if (this.#cases.silent >= SILENT_ROW && !(await this.#check.isThere("silence")))
        return this.#lost;
      if (this.#options.life?.isDown === true && !(await this.#check.recover("ended")))
        return this.#lost;
      if (this.#cases.held.isControlDue && !(await this.#control())) return this.#lost;
      await this.#options.surroundings.pace.turn(sent.request);
      if (this.#early.isAnnounced(place) && !(await this.#sendAnnounced())) return this.#lost;
      if (placement === "beside" && this.#early.isDue) await this.#early.startNext();
      const isDeadly = this.#options.life?.kills(sent.id) === true;
      if (isDeadly) await this.#check.untilOver();
      await this.#options.schedule.start(
        (release) => this.#cases.send({ case: sent, suite: suite.name, fresh, tries: 1 }, release),
        isDeadly && placement === "beside" ? "alone" : this.#early.placementOf(place),
        // The memory that a hazard takes is not that of the next case.
        placement === "hazard" ? () => this.#options.memory?.check() : undefined,
      );
    }
    await this.#orAborted(this.#options.schedule.quiet());
    this.#options.memory?.check();
    if (this.#aborted) return "interrupted";
    if (!(await this.#check.isThere(`after ${suite.name}`))) return this.#lost;
    await this.#findServers();
    await this.#options.growth.search(() => this.#check.untilOver());
    return this.#aborted ? "interrupted" : undefined;
  }

  /** Once valid requests got several responses, finds out whether several servers send them. */
  async #findServers(): Promise<void> {
    const { surroundings, dispatcher, journal, life, campaign, valid, recorded } = this.#options;
    const isAlone = life !== undefined || campaign !== undefined || recorded !== undefined;
    const { varying } = this.#repeated;
    if (this.#hasAsked || isAlone || !(surroundings.usual.hasSeveral || varying.length > 0)) return;
    this.#hasAsked = surroundings.usual.hasSeveral;
    await this.#orAborted(this.#options.schedule.finished());
    const { servers, asked } = surroundings.usual.hasSeveral
      ? await findServers(valid, dispatcher)
      : await findServersBy(varying.splice(0), dispatcher, this.#options.asking);
    this.#hasAsked ||= servers !== undefined;
    this.#serverControls += asked;
    if (servers !== undefined)
      journal.note({ kind: "surroundings", code: "several-servers", ...servers });
  }

  /** Once errors got something else when sent again, finds out whether they are due to what else was in flight. */
  async #findContention(): Promise<Contention | null | undefined> {
    const { campaign, concurrency, signal, surroundings } = this.#options;
    const { noise, results } = this.#cases.held;
    const isLikely = noise.errors >= MANY_ERRORS || surroundings.wasUnavailable;
    const isAlone = concurrency === 1 || surroundings.pace.isSlowedDown;
    if (!isLikely || isAlone || campaign !== undefined) return undefined;
    const isOver = (): boolean => signal.aborted || this.#left.isOver;
    const { contention, asked } = await noteContention(this.#options, { results, isOver });
    this.#serverControls += asked;
    return contention;
  }

  /** Sends the hazards of all suites that only announce much. False if the target was lost. */
  async #sendAnnounced(): Promise<boolean> {
    if (!this.#early.hasAnnounced) return true;
    await this.#orAborted(this.#options.schedule.quiet());
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

export async function sendSuites(run: CalibratedRun): Promise<RunEnd> {
  const { settings, approached, journal } = run;
  const { asking, manner, unique, classes, dispatcher } = approached;
  const { events = {}, served, fleet, signal, suitesUntilMs: untilMs = Infinity } = settings;
  const campaign = await fleet?.campaign(fleetRunOf(settings, journal), manner);
  const life = served && new TargetSupervisor({ served, settings, dispatcher, journal, asking });
  const planned = settings.planned.reduce((sum, { total }) => sum + total, 0);
  const schedule = new Schedule(manner);
  const crowding = new Crowding(schedule, { asking, dispatcher });
  const times = new ControlTimes(approached.times);
  const of = { classes, planned, crowding, journal, events, signal, untilMs };
  const surroundings = new Surroundings({ ...settings, ...of });
  const sender = new SuiteSender({
    ...settings,
    ...manner,
    asking,
    unique,
    dispatcher,
    journal,
    events,
    surroundings,
    schedule,
    crowding,
    times,
    growth: new GrowthWatch({ settings, dispatcher, journal, asking, life }),
    life,
    campaign,
  });
  try {
    const end = await sender.send(settings.planned);
    if (end === "done" && life?.hasRestarted !== true)
      await times.note({ settings, asking, dispatcher, journal });
    return end;
  } finally {
    approached.classes = surroundings.usual.all;
    approached.manner = { ...manner, concurrency: schedule.concurrency };
    await Promise.all([campaign?.close(), sender.close()]);
  }
}
