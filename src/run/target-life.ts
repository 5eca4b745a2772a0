import { setTimeout as sleep } from "node:timers/promises";
import { hasResponded } from "../analyse/completeness.ts";
import { requestFreshCount } from "../generate/fresh-count.ts";
import type { Case } from "../model/case.ts";
import type { Death } from "../model/served.ts";
import { rawText } from "../model/untrusted.ts";
import type { Served } from "../serve/served.ts";
import { Dispatcher, type Dispatched } from "./dispatcher.ts";
import { findKiller, type DeathEvidence, type KillerProbe, type Replayed } from "./find-killer.ts";
import { tryConnect } from "./first-contact.ts";
import type { Journal } from "./journal.ts";
import { FIRST_PLANNED } from "./plan.ts";
import { sendingOf, type RunSettings } from "./run-settings.ts";
import { startServed } from "./start-served.ts";

/** A process that is about to end may accept connections for this long. */
const DYING_MS = 5;
/** A case that got its response may end the process a little later. */
const AFTERWARDS_MS = 40;
/** The command may take this long to end after its server. */
const EXIT_MS = 1000;
/** A process that hangs gets little time to stop. */
const HUNG_GRACE_MS = 1500;
/** While a suspect is replayed, a valid request gets less time than for a proof. */
const QUICK_MS = 2000;
/** A suspect that may be one of those that wait for the rest of a request. */
const SCREEN_MS = 1000;
const SEQUENCE_TIMEOUT_MS = 250;
const MOST_HISTORY = 20_000;
const MOST_SUSPECTS = 12;
/** What was cut off so often is recorded as it is. */
const MOST_SENT = 4;
/** Fresh values for replays: below those of the readiness checks. */
const REPLAY_FRESH_END = 18_000;
const KEPT_OUTPUT = 64 * 1024;
const KEPT_OUTPUT_LATER = 4 * 1024;
const MOST_LONG_OUTPUTS = 5;

/** One sending to record: its case, and its planned values. */
export type PlannedSending = {
  case: Case;
  suite: string;
  fresh: number;
  attempt: number;
  tries: number;
};

/** The result of a sending. */
export type Returned = { sending: PlannedSending; dispatched: Dispatched; atMs: number };

/** `silent`: it got no response, and that is not an effect of the target's end. */
type Fate = "under-way" | "answered" | "silent" | "reset" | "cut-off" | "timed-out" | "refused";
type Settle = (fate: Fate) => void;
type History = Replayed & { fate: Fate; atMs: number };

/** What was found out at the end of a process. */
export type Afterlife = {
  /** A new process responds. */
  alive: boolean;
  /** To be recorded unchanged: the cause of the end, and cases that were cut off twice. */
  record: Returned[];
  /** To be sent again. */
  again: PlannedSending[];
};

type Options = {
  served: Served;
  settings: RunSettings;
  dispatcher: Dispatcher;
  journal: Journal;
  /** The valid request that checks whether the target responds. */
  asking: Case;
};

/**
 * Holds back results that may be effects of the target's end, until it is known to be alive: so no
 * innocent case is recorded as closed. If it has ended or hangs, finds the cause and restarts it.
 */
export class TargetLife {
  readonly #options: Options;
  /** Cases that this process received, in order. */
  #history: History[] = [];
  /** Got no response, and nothing that was sent after that got one yet. */
  #held: (Returned & { settle: Settle })[] = [];
  readonly #killers = new Set<string>();
  #deaths = 0;
  #isDown = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The process has ended. */
  get isDown(): boolean {
    return this.#isDown;
  }

  /** The fresh value for sending a case again: the first one may have arrived. */
  freshAgain({ case: { request }, fresh }: PlannedSending): number {
    const { dispatcher } = this.#options;
    const next = dispatcher.nextFresh;
    return next + requestFreshCount(request) < REPLAY_FRESH_END ? next : fresh;
  }

  /** Whether this case has ended the target before: it is sent alone. */
  kills = (id: string): boolean => this.#killers.has(id);

  /** Records that a case is sent now; call the returned function with its result. */
  begin(sent: Case, fresh: number, atMs: number): Settle {
    const entry: History = { case: sent, fresh, fate: "under-way", atMs };
    this.#history.push(entry);
    if (this.#history.length > MOST_HISTORY) this.#history = this.#history.slice(MOST_HISTORY / 2);
    return (fate) => (entry.fate = fate);
  }

  /**
   * What can be recorded now. What got no response waits until a request that was started later gets one:
   * a process that is about to end may still take connections.
   */
  async judge(sent: Returned, settle: Settle): Promise<Returned[]> {
    const last = sent.dispatched.answers.at(-1);
    if (hasResponded(last)) {
      settle("answered");
      return [...this.#confirm(sent.atMs), sent];
    }
    const { answers } = sent.dispatched;
    const isOutside = answers.every(
      (each) => each.outcome !== "answered" && each.phase === "connect",
    );
    const outcome =
      last?.outcome === "reset" || last?.outcome === "timed-out" ? last.outcome : "cut-off";
    settle(isOutside ? "refused" : outcome);
    this.#held.push({ ...sent, settle });
    if (outcome !== "timed-out") await this.isGone();
    return [];
  }

  /** A valid request got a response: what was held back is no effect of the target's end. */
  confirmAll(): Returned[] {
    return this.#confirm(Number.POSITIVE_INFINITY);
  }

  #confirm(atMs: number): Returned[] {
    const endOf = (sent: Returned): number =>
      sent.atMs + (sent.dispatched.answers.at(-1)?.totalUs ?? 0) / 1000;
    const confirmed = this.#held.filter((sent) => endOf(sent) <= atMs);
    for (const { settle } of confirmed) settle("silent");
    if (confirmed.length > 0) this.#held = this.#held.filter((sent) => !confirmed.includes(sent));
    return confirmed;
  }

  /** Waits for the end of a process that is ended for its memory, so that no other case is cut off with it. */
  async awaitEnd(): Promise<void> {
    const { served } = this.#options;
    if (!served.isEnding) return;
    await served.exitedWithin(EXIT_MS);
    await this.isGone();
  }

  /** No more connections are accepted. */
  async isGone(): Promise<boolean> {
    const { served, settings } = this.#options;
    const { target } = settings;
    if (this.#isDown) return true;
    if ((await tryConnect(target)) === undefined) {
      await sleep(DYING_MS);
      if (served.exit === undefined || (await tryConnect(target)) === undefined) return false;
    }
    this.#isDown = true;
    return true;
  }

  /** Finds the cause of the process's end, records it, and starts a new process. No request may be in flight. */
  async recover(kind: Death["kind"]): Promise<Afterlife> {
    const { served, settings, journal } = this.#options;
    const { events = {} } = settings;
    const atMs = journal.nowMs();
    if (kind === "ended") await served.exitedWithin(EXIT_MS);
    const { generation: nth, exit = {}, output } = served;
    const kept = ++this.#deaths > MOST_LONG_OUTPUTS ? KEPT_OUTPUT_LATER : KEPT_OUTPUT;
    const facts = { kind, nth, atMs: Math.round(atMs), ...exit };
    const words = rawText(output).slice(-kept);
    // Taken out here, so that nothing that comes in later is lost.
    const cut = this.#held.splice(0);
    const isOver = this.#deaths > served.mostRestarts;
    events.phase?.(
      `target ${kind === "ended" ? "ended" : "hangs"}; searching for the case that caused it`,
    );
    const cause = isOver ? this.#unknown() : await this.#cause(kind);
    for (const id of cause.cases) this.#killers.add(id);
    const isKiller = ({ sending }: Returned): boolean =>
      cause.cases.at(-1) === sending.case.id || sending.tries >= MOST_SENT;
    const alive = !isOver && (await this.#renew(kind));
    const record = alive ? cut.filter(isKiller) : cut;
    const again = alive ? cut.filter((each) => !isKiller(each)) : [];
    journal.write({
      type: "death",
      ...facts,
      ...(words !== "" && { output: words }),
      ...cause,
      sentAgain: again.length,
    });
    return {
      alive,
      record,
      again: again.map(({ sending }) => ({ ...sending, tries: sending.tries + 1 })),
    };
  }

  async #cause(
    kind: Death["kind"],
  ): Promise<Pick<Death, "cases" | "tried" | "times" | "reason" | "suspects" | "again">> {
    const suspects = ranked(this.#history, kind);
    const [known] = suspects.suspects;
    if (known !== undefined && this.#killers.has(known.case.id))
      return { cases: [known.case.id], reason: known.case.reason, tried: 1, times: 1, again: true };
    const killer = await findKiller(suspects, this.#probeOf(kind));
    if (killer === undefined) return this.#unknown(suspects.suspects);
    const { cases, tried, times } = killer;
    const reason = cases.at(-1)?.case.reason ?? "";
    return { cases: cases.map((each) => each.case.id), reason, tried, times };
  }

  #unknown(suspects: readonly Replayed[] = []) {
    const ids = [...new Set(suspects.map((each) => each.case.id))].slice(0, MOST_SUSPECTS);
    return { cases: [], tried: 0, times: 0, suspects: ids };
  }

  #probeOf(kind: Death["kind"]): KillerProbe {
    const { served, settings, dispatcher, asking } = this.#options;
    const responds = async (sent: Case, fresh?: number, timeoutMs?: number): Promise<boolean> => {
      const by = timeoutMs === undefined ? dispatcher : this.#hasty(timeoutMs);
      const { answers } = await by.send(sent, fresh);
      if (by !== dispatcher) await by.close();
      return hasResponded(answers.at(-1));
    };
    const isDead = async (timeoutMs?: number): Promise<boolean> => {
      if (served.exit !== undefined && (await this.isGone())) return true;
      if (await responds(asking, this.#checkFresh(), timeoutMs)) return false;
      if (await this.isGone()) return true;
      return kind === "hung" && !(await responds(asking, this.#checkFresh(), timeoutMs));
    };
    return {
      renew: () => this.#renew(kind),
      kills: async ({ case: sent, fresh }, { anew, surely }) => {
        const most = kind === "ended" ? SCREEN_MS : QUICK_MS;
        const quick = surely ? undefined : Math.min(dispatcher.timeoutMs, most);
        const value = anew ? this.#checkFresh(requestFreshCount(sent.request)) : fresh;
        const responded = await responds(sent, value, quick);
        settings.memory?.check();
        if (responded) await sleep(AFTERWARDS_MS);
        return isDead(kind === "hung" ? quick : undefined);
      },
      killsAt: async (list) => {
        const hasty = this.#hasty(SEQUENCE_TIMEOUT_MS);
        try {
          for (const [at, { case: sent, fresh }] of list.entries()) {
            if (settings.signal.aborted) return undefined;
            const { answers } = await hasty.send(sent, fresh);
            settings.memory?.check();
            await this.awaitEnd();
            if (served.isEnding) return at;
            if (hasResponded(answers.at(-1))) continue;
            if (answers.at(-1)?.outcome === "timed-out" && kind === "ended") continue;
            if (await isDead(kind === "hung" ? QUICK_MS : undefined)) return at;
          }
        } finally {
          await hasty.close();
        }
        await sleep(AFTERWARDS_MS);
        return (await isDead()) ? list.length - 1 : undefined;
      },
    };
  }

  /** Fresh values for requests outside the plan. */
  #checkFresh(count = 1): number | undefined {
    const { dispatcher } = this.#options;
    if (dispatcher.nextFresh + count < REPLAY_FRESH_END) return undefined;
    // All are used: a new process knows none of them.
    return FIRST_PLANNED - 1000;
  }

  #hasty(timeoutMs: number): Dispatcher {
    const { settings, dispatcher } = this.#options;
    return new Dispatcher(
      { ...sendingOf(settings), timeoutMs, keep: false, lingerMs: 0 },
      Math.min(dispatcher.nextFresh, REPLAY_FRESH_END),
    );
  }

  /** Starts a new process that has seen nothing yet. */
  renew(): Promise<boolean> {
    return this.#renew("ended");
  }

  async #renew(kind: Death["kind"]): Promise<boolean> {
    const { served, settings } = this.#options;
    if (settings.signal.aborted) return false;
    const grace = kind === "hung" ? HUNG_GRACE_MS : undefined;
    const started = await startServed(served, settings, grace);
    this.#isDown = false;
    this.#history = [];
    return !("failed" in started);
  }
}

/** The most suspicious first: reset before cut off before timed out before answered; of each the latest. */
function ranked(history: readonly History[], kind: Death["kind"]): DeathEvidence {
  const having = (fate: Fate): History[] =>
    history.filter((each) => each.fate === fate).toReversed();
  const lastAnswered = having("answered").slice(0, MOST_SUSPECTS);
  const cut =
    kind === "hung" ? [] : [...having("reset"), ...having("cut-off")].slice(0, 2 * MOST_SUSPECTS);
  // Of what timed out, all but the first may have waited for that one.
  const timedOut = (kind === "hung" ? having("timed-out").toReversed() : having("timed-out")).slice(
    0,
    MOST_SUSPECTS,
  );
  return {
    suspects: [...cut, ...timedOut, ...lastAnswered],
    // Replaying them repeatedly would take too long.
    repeated: kind === "hung" ? timedOut.slice(0, 2) : cut,
    history: history.filter(({ fate }) => fate !== "refused"),
  };
}
