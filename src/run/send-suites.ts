import { hasResponded } from "../analyse/completeness.ts";
import { requestFreshCount } from "../generate/fresh-count.ts";
import { hazardOf } from "../generate/hazard.ts";
import type { Case } from "../model/case.ts";
import type { Observation } from "../model/observation.ts";
import type { RunEnd, RunHeader } from "../model/run.ts";
import { REVIVE_MS, findCulprit, sentOf, type Culprit, type Sent } from "./culprit.ts";
import type { ApproachedRun } from "./approach.ts";
import type { Dispatcher } from "./dispatcher.ts";
import type { Journal } from "./journal.ts";
import { FIRST_PLANNED, RECENT, type PlannedSuite } from "./plan.ts";
import type { Recorded } from "./recorded.ts";
import type { RunEvents } from "./run-settings.ts";
import { Schedule, type Manner } from "./schedule.ts";

/** So many in a row without a response, and the target is asked at once whether it still responds. */
const SILENT_ROW = 30;

const WHY_SUSPECTED = {
  "stayed-away":
    "it did not come back, so this rests on the record: what was cut off, or got the last response",
  "stopped-once": "sent again alone, this made it stop once more, but not a third time",
  "out-of-time": "it came back, and replaying what was sent has led to these so far",
};

type Options = {
  header: RunHeader;
  /** The valid request that asks whether the target still responds. */
  asking: Case;
  signal: AbortSignal;
  concurrency: number;
  stallCapacity: number;
  dispatcher: Dispatcher;
  journal: Journal;
  events: RunEvents;
  /** What an earlier process has recorded: it is not sent again. */
  recorded?: Recorded;
};

/** Sends the planned suites to a target that responds. Gives how that ended. */
export function sendSuites({ settings, approached, journal }: ApproachedRun): Promise<RunEnd> {
  const { asking, manner, dispatcher } = approached;
  const { events = {} } = settings;
  const sender = new SuiteSender({ ...settings, ...manner, asking, dispatcher, journal, events });
  return sender.sendAll(settings.planned);
}

/** A case in its place of the order, with the index of its first fresh value. */
type Place = { sent: Case; fresh: number; manner: Manner };

/** Sends the planned suites in order, and asks after each whether the target still responds. */
class SuiteSender {
  readonly #options: Options;
  readonly #schedule: Schedule;
  #recent: Sent[];
  #nextFresh = FIRST_PLANNED;
  #silent: number;
  #done = 0;
  #total = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#schedule = new Schedule(options);
    this.#recent = [...(options.recorded?.recent ?? [])];
    this.#silent = options.recorded?.silent ?? 0;
  }

  async sendAll(planned: PlannedSuite[]): Promise<RunEnd> {
    this.#total = planned.reduce((sum, { total }) => sum + total, 0);
    for (const suite of planned) {
      const end = await this.#sendSuite(suite);
      if (end !== undefined) return end;
    }
    await this.#orAborted(this.#schedule.finished());
    this.#options.dispatcher.skipTo(this.#nextFresh);
    if (this.#aborted) return "interrupted";
    const end = (await this.#stillThere("end")) ? "done" : "target-lost";
    this.#options.dispatcher.skipTo(this.#options.recorded?.afterAll ?? 0);
    return end;
  }

  get #aborted(): boolean {
    return this.#options.signal.aborted;
  }

  /** Undefined where all went well. */
  async #sendSuite(suite: PlannedSuite): Promise<RunEnd | undefined> {
    for (const { sent, fresh, manner } of this.#inOrder(suite)) {
      if (this.#aborted) return "interrupted";
      if (this.#options.recorded?.has(fresh) === true) {
        this.#done += 1;
        continue;
      }
      if (this.#silent >= SILENT_ROW && !(await this.#stillThere("silence"))) return "target-lost";
      await this.#schedule.start(
        (release) => this.#sendOne(sent, suite.name, fresh, release),
        manner,
      );
    }
    await this.#orAborted(this.#schedule.quiet());
    if (this.#aborted) return "interrupted";
    return (await this.#stillThere(`after ${suite.name}`)) ? undefined : "target-lost";
  }

  /**
   * Every hand-chosen case, then all of them again, so that two sendings of one are apart; generated ones;
   * at last those that can exhaust the target. Fresh values follow the plan, whatever the order.
   */
  *#inOrder(suite: PlannedSuite): Generator<Place> {
    const hazards: Place[] = [];
    for (const sent of this.#asPlanned(suite)) {
      const fresh = this.#nextFresh;
      this.#nextFresh += Math.max(1, requestFreshCount(sent.request));
      if (hazardOf(sent) !== undefined) hazards.push({ sent, fresh, manner: "hazard" });
      else yield { sent, fresh, manner: sent.alone === true ? "alone" : "beside" };
    }
    yield* hazards;
  }

  *#asPlanned(suite: PlannedSuite): Generator<Case> {
    for (let pass = 0; pass < this.#options.header.options.repeats; pass += 1) yield* suite.cases;
    yield* suite.generated();
  }

  async #sendOne(sent: Case, suite: string, fresh: number, release: () => void): Promise<void> {
    const observation = await this.#observe(sent, { planned: fresh }, release);
    if (this.#aborted) return;
    const recent = sentOf(sent, observation);
    this.#recent.push(recent);
    if (this.#recent.length > 2 * RECENT) this.#recent = this.#recent.slice(-RECENT);
    this.#silent = recent.fate === "answered" ? 0 : this.#silent + 1;
    this.#done += 1;
    this.#options.events.progress?.({ suite, done: this.#done, total: this.#total });
  }

  /** `release` is called when the response is there: its connection is watched a little longer. */
  async #observe(
    sent: Case,
    as: { planned: number } | { check: string },
    release = (): void => {},
  ): Promise<Observation> {
    const { dispatcher, journal } = this.#options;
    const attempt = journal.announce(sent);
    const atMs = journal.nowMs();
    const { settled } = await dispatcher.reply(sent, "planned" in as ? as.planned : undefined);
    release();
    const sending = { attempt, ...as };
    return journal.observe(sent, await settled, atMs, dispatcher.timeoutMs, sending);
  }

  /** Sends a valid request. Where it gets no response, tries again when stalled cases are over, then looks for the cause. */
  async #stillThere(check: string): Promise<boolean> {
    if (this.#options.recorded?.checks.get(check) === true && check !== "silence") return true;
    this.#silent = 0;
    if (await this.#respondsToValid(check)) {
      this.#recent = [];
      return true;
    }
    await this.#orAborted(this.#schedule.finished(this.#options.dispatcher.timeoutMs));
    if (await this.#respondsToValid(check)) return true;
    const sent = this.#recent.toSorted((a, b) => a.atMs - b.atMs);
    this.#options.events.phase?.(
      "target stopped responding; searching for the case that caused it",
    );
    this.#tell(
      await findCulprit(sent, {
        send: async (each) => gotResponse(await this.#options.dispatcher.send(each)),
        // A target that stopped is given as long to come back as it was given to start.
        reviveMs: Math.max(REVIVE_MS, this.#options.header.options.waitForMs ?? 0),
        alive: async () => gotResponse(await this.#options.dispatcher.send(this.#options.asking)),
      }),
    );
    return false;
  }

  async #respondsToValid(check: string): Promise<boolean> {
    return gotResponse(await this.#observe(this.#options.asking, { check }));
  }

  #tell(culprit: Culprit): void {
    const { journal } = this.#options;
    const lost = "the target has stopped responding to valid requests";
    if (culprit.kind === "found")
      journal.note(
        "culprit",
        `${lost} after ${culprit.case.id} (${culprit.case.reason}): sent again alone, it made the target stop again, 2 of 2`,
        [culprit.case.id],
      );
    else if (culprit.kind === "suspected")
      journal.note(
        "target-lost",
        `${lost}; ${WHY_SUSPECTED[culprit.why]}`,
        culprit.cases.map(({ id }) => id),
      );
    else
      journal.note(
        "target-lost",
        `${lost}; it came back, and replaying what was sent did not make it stop again`,
      );
  }

  /** Waits, but not longer than until the run is interrupted. */
  async #orAborted(work: Promise<void>): Promise<void> {
    const { signal } = this.#options;
    if (signal.aborted) {
      // It may fail because of the signal, and nobody waits for it any more.
      work.catch(() => {});
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const stop = (): void => resolve();
      signal.addEventListener("abort", stop, { once: true });
      work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
    });
  }
}

const gotResponse = ({ answers }: Pick<Observation, "answers">): boolean =>
  hasResponded(answers.at(-1));
