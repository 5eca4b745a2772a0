import { setTimeout as sleep } from "node:timers/promises";
import type { Case, Interface, SendLimits, RequestResult, UniqueField } from "../model/index.ts";
import { hasResponded } from "../model/index.ts";
import { interfaceOf } from "../contract/index.ts";
import { isUnfinished, runNumbers } from "../generate/index.ts";
import type { Crowding } from "./crowding.ts";
import type { Dispatched, Dispatcher, Replied } from "./dispatcher.ts";
import type { RunEvents, RunSettings, SliceSender } from "./run-settings.ts";
import type { GrowthWatch } from "./growth-watch.ts";
import type { Journal } from "./journal.ts";
import type { PlannedSuite } from "./plan.ts";
import type { ControlTimes } from "./response-times.ts";
import type { Placement, Schedule } from "./schedule.ts";
import type { Surroundings } from "./surroundings.ts";
import { type SendingPlace, SendingOrder } from "./sending-order.ts";
import type { TargetSupervisor } from "./target-supervisor.ts";

/** Finding their fresh values draws every generated case; in a larger run, one time-out matters little. */
const MOST_PLANNED = 20_000;
/** The target must tolerate this many times as many unfinished requests. */
const ROOM = 2;
const LEAST = 32;
/** If the target ends, few of them have just begun, and are suspects. */
const APART_MS = 40;
/** Requests that begin together: all of them are suspects if the target ends. */
const GROUP = 8;
/** A server that allocates memory for an announced body does so with the head, within this time. */
const GROUP_MS = 40;

/** A request that is under way or over, and was not recorded yet. */
export type EarlyReply = {
  atMs: number;
  isOver: boolean;
  /** It ended without a response, before its time-out. */
  isCutOff: boolean;
  replied: Promise<Replied>;
};

export type SuiteRun = RunSettings &
  SendLimits & {
    events: RunEvents;
    asking: Case;
    /** Fields whose values the target accepts once: it may have had the one of a control. */
    unique: readonly UniqueField[];
    dispatcher: Dispatcher;
    journal: Journal;
    schedule: Schedule;
    crowding: Crowding;
    times: ControlTimes;
    growth: GrowthWatch;
    surroundings: Surroundings;
    life?: TargetSupervisor | undefined;
    campaign?: SliceSender | undefined;
  };

type Place = { suite: string; sent: Case; fresh: number };

/** Starts the cases that wait for a time-out together with the first suites. Everything else is sent meanwhile. */
export class EarlyWaits {
  readonly #options: SuiteRun;
  readonly #queue = new Map<number, Place>();
  /** Hazards: they begin when nothing else is in flight. */
  readonly #announced = new Map<number, Place>();
  readonly #begun = new Map<number, EarlyReply & Place>();
  #nextMs = 0;
  #from: Interface | undefined;

  constructor(options: SuiteRun) {
    this.#options = options;
  }

  /** Returns the plan, with the generated cases that this has drawn. None is early where the target or the time may end. */
  find(planned: PlannedSuite[]): PlannedSuite[] {
    const { header, stallCapacity, recorded, life, campaign, suitesUntilMs } = this.#options;
    if (life !== undefined || campaign !== undefined || suitesUntilMs !== undefined) return planned;
    const total = planned.reduce((sum, suite) => sum + suite.total, 0);
    const most = Math.floor(stallCapacity / ROOM);
    const isWorthIt = total <= MOST_PLANNED && most >= LEAST;
    this.#from = interfaceOf(header);
    const waits = new Set(isWorthIt ? waiting(planned, this.#from) : []);
    if (waits.size === 0) return planned;
    const drawn = planned.map((suite) => {
      const generated = [...suite.generated()];
      return { ...suite, generated: () => generated };
    });
    const order = new SendingOrder(header.options.repeats, runNumbers(header));
    for (const suite of drawn)
      for (const { sent, fresh, placement } of order.of(suite)) {
        const found = this.#queue.size + this.#announced.size;
        if (found >= most || !waits.has(sent) || recorded?.has(fresh) === true) continue;
        const queue = placement === "hazard" ? this.#announced : this.#queue;
        queue.set(fresh, { suite: suite.name, sent, fresh });
      }
    return drawn;
  }

  get hasAnnounced(): boolean {
    return this.#announced.size > 0;
  }

  isAnnounced({ fresh }: SendingPlace): boolean {
    return this.#announced.has(fresh);
  }

  /** Starts the hazards in groups, alone. `check` gets whether the target cut one off, and returns whether to go on. */
  async startAnnounced(check: (isCutOff: boolean) => Promise<boolean>): Promise<void> {
    const { schedule, journal } = this.#options;
    for (;;) {
      const group = [...this.#announced.values()].slice(0, GROUP);
      if (group.length === 0) return;
      journal.begun(group.map(({ sent }) => sent.id));
      for (const place of group) {
        this.#announced.delete(place.fresh);
        await schedule.start(() => this.#send(place), "waiting");
      }
      const begun = group.flatMap(({ fresh }) => this.#begun.get(fresh) ?? []);
      const replies = Promise.allSettled(begun.map(({ replied }) => replied));
      await Promise.race([replies, sleep(GROUP_MS)]);
      if (!(await check(begun.some(({ isCutOff }) => isCutOff)))) return;
    }
  }

  get isDue(): boolean {
    return this.#queue.size > 0 && this.#options.journal.nowMs() >= this.#nextMs;
  }

  async startNext(): Promise<void> {
    const [place] = this.#queue.values();
    const { journal, schedule } = this.#options;
    if (place === undefined) return;
    this.#nextMs = journal.nowMs() + APART_MS;
    this.#queue.delete(place.fresh);
    await schedule.start(() => this.#send(place), "waiting");
  }

  /** Takes the reply to the sending with this first fresh value, if it was started; the caller must handle it. */
  take(fresh: number): EarlyReply | undefined {
    const begun = this.#begun.get(fresh);
    this.#begun.delete(fresh);
    this.#queue.delete(fresh);
    this.#announced.delete(fresh);
    return begun;
  }

  /** A planned sending takes no place if it was started, and its place for a shorter time if it is only announced. */
  placementOf({ sent, fresh, placement }: SendingPlace): Placement {
    if (this.#begun.has(fresh)) return "waiting";
    const isAnnounced =
      placement === "hazard" && this.#from !== undefined && isUnfinished(sent.request, this.#from);
    return isAnnounced ? "announced" : placement;
  }

  get over(): Place[] {
    return [...this.#begun.values()].filter(({ isOver }) => isOver);
  }

  async #send(place: Place): Promise<void> {
    const { dispatcher, journal, growth, recorded } = this.#options;
    const { sent, fresh } = place;
    const atMs = journal.nowMs();
    // An earlier process may have sent it with its planned values.
    const replied = dispatcher.reply(sent, recorded === undefined ? fresh : undefined);
    const begun = { ...place, atMs, isOver: false, isCutOff: false, replied };
    this.#begun.set(fresh, begun);
    await replied
      .then(({ answers }) => (begun.isCutOff = isCutOff(answers.at(-1))))
      .catch(() => {});
    await settledOf(begun).catch(() => {});
    begun.isOver = true;
    growth.note(sent, atMs);
  }
}

const isCutOff = (result: RequestResult | undefined): boolean =>
  result?.outcome !== "timed-out" && !hasResponded(result);

const settledOf = async ({ replied }: EarlyReply): Promise<Dispatched> => (await replied).settled;

const waiting = (planned: readonly PlannedSuite[], from: Interface): Case[] =>
  planned
    .flatMap(({ cases }) => cases)
    .filter((each) => each.alone !== true && isUnfinished(each.request, from));
