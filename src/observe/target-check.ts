import { type Case, type Death, type NewNote, hasReached, hasResponded } from "../model/index.ts";
import { type CaseSender, gotResponse } from "./case-sender.ts";
import { REVIVE_MS, findCulprit, type Culprit, type Sent, type SentAgain } from "./culprit.ts";
import type { EarlyWaits, SuiteRun } from "./early-waits.ts";
import { untilAborted } from "./schedule.ts";
import { askByAgent } from "./send-by-agents.ts";
import type { PlannedSending } from "./target-supervisor.ts";

/** Before a restart, requests in flight get this many time-outs to end. Otherwise they would be recorded as closed. */
const GRACE_TIMES = 3;

type Options = SuiteRun & { early: EarlyWaits; cases: CaseSender };

/**
 * Checks with a valid request whether the target still responds. If it does not, a served target is restarted, and the
 * cases that were cut off are repeated. For any other target, the case that caused it is searched for.
 */
export class TargetCheck {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Whether the target responds, or does so after a restart. `check` is the reason, which the record keeps. */
  async isThere(check: string): Promise<boolean> {
    const { recorded, cases, journal, schedule, dispatcher, life } = this.#options;
    if (recorded?.checks.get(check) === true && check !== "silence") return true;
    cases.endSilence();
    let atMs = journal.nowMs();
    while (!(await this.#respondsToValid(check))) {
      if (this.#aborted) return false;
      await this.#orAborted(schedule.finished(dispatcher.timeoutMs));
      if (await this.#respondsToValid(check)) return true;
      if (life === undefined) {
        await this.#findCulprit();
        return false;
      }
      if (!(await this.recover((await life.isGone()) ? "ended" : "hung"))) return false;
      atMs = journal.nowMs();
    }
    cases.acquit(atMs);
    return true;
  }

  /**
   * Starts a served target again, and repeats the cases that were cut off with it, one at a time. False if it does not come
   * back.
   */
  async recover(kind: Death["kind"]): Promise<boolean> {
    const { life, schedule, cases } = this.#options;
    if (life === undefined) return false;
    const queue: PlannedSending[] = [];
    let next: typeof kind | undefined = kind;
    while (next !== undefined) {
      await this.untilOver();
      if (this.#aborted) return false;
      const { alive, record, again } = await life.recover(next);
      for (const each of record) cases.record(each);
      if (!alive) return false;
      cases.endSilence();
      queue.unshift(...again);
      next = undefined;
      while (queue.length > 0 && next === undefined) {
        const each = queue.shift() as PlannedSending;
        if (life.kills(each.case.id)) await this.untilOver();
        await schedule.start((release) => cases.send(each, release), "hazard");
        await this.#orAborted(schedule.quiet());
        if (this.#aborted) return false;
        if (life.isDown) next = "ended";
      }
    }
    return true;
  }

  /** Nothing is in flight: a process that ends would cut it off. */
  async untilOver(): Promise<void> {
    const { schedule, dispatcher } = this.#options;
    await this.#orAborted(schedule.finished(GRACE_TIMES * dispatcher.timeoutMs));
  }

  async #respondsToValid(check: string): Promise<boolean> {
    const { dispatcher, journal, asking, campaign, cases, life } = this.#options;
    // An agent that waits for the target to respond would keep others from it.
    if (campaign !== undefined && check !== "silence")
      return gotResponse(await askByAgent(asking, check, { campaign, dispatcher, journal }));
    const atMs = journal.nowMs();
    const dispatched = await dispatcher.send(asking);
    const responded = gotResponse(dispatched);
    // Cases that failed because the target ended are reported by its end.
    if (responded) for (const each of life?.confirmAll() ?? []) cases.record(each);
    if (responded || life === undefined)
      journal.observe(asking, dispatched, atMs, dispatcher.timeoutMs, { check });
    return responded;
  }

  async #findCulprit(): Promise<void> {
    const { early, cases } = this.#options;
    // Any of these may be the cause, although it was not its turn yet.
    for (const { sent, ...where } of early.over)
      await cases.send({ ...where, case: sent, tries: 1 });
    await searchCulprit(cases.recent, this.#options);
  }

  get #aborted(): boolean {
    return this.#options.signal.aborted;
  }

  #orAborted(work: Promise<void>): Promise<void> {
    return untilAborted(work, this.#options.signal);
  }
}

/** Searches the cases that were sent last for the one after which the target stopped responding, and notes it. */
async function searchCulprit(
  recent: readonly Sent[],
  { header, asking, dispatcher, journal, events }: SuiteRun,
): Promise<void> {
  events.phase?.("target stopped responding; searching for the case that caused it");
  const send = async (sent: Case): Promise<SentAgain> => {
    // On a connection of a process that has ended, nobody knows whether the case reached the target.
    await dispatcher.closeIdle();
    const dispatched = await dispatcher.send(sent);
    if (hasResponded(dispatched.answers.at(-1))) return "answered";
    return hasReached(dispatched) ? "silent" : "not-sent";
  };
  const culprit = await findCulprit(
    recent.toSorted((a, b) => a.atMs - b.atMs),
    {
      send,
      alive: async () => (await send(asking)) === "answered",
      control: asking,
      // A target that stopped gets as long to come back as it got to start.
      reviveMs: Math.max(REVIVE_MS, header.options.waitForMs ?? 0),
    },
  );
  journal.note(culpritNote(culprit));
}

export function culpritNote(culprit: Culprit): NewNote {
  switch (culprit.kind) {
    case "found": {
      const { id, reason } = culprit.case;
      const { tried, times } = culprit;
      return { kind: "culprit", code: "culprit", cases: [id], reason, tried, times };
    }
    case "suspected": {
      const { cases, kind: _, ...why } = culprit;
      const ids = cases.map(({ id }) => id);
      return { kind: "target-lost", code: "suspected", cases: ids, ...why };
    }
    case "unknown":
      return { kind: "target-lost", code: "unknown-cause", why: culprit.why };
  }
}
