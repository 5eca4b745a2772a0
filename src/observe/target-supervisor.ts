import { setTimeout as sleep } from "node:timers/promises";
import type { Case, Death, RequestResult, ServedStart } from "../model/index.ts";
import { hasReached, hasResponded, rawText } from "../model/index.ts";
import type { Dispatcher, Dispatched } from "./dispatcher.ts";
import { findKiller, type DeathEvidence } from "./find-killer.ts";
import { tryConnect } from "./try-connect.ts";
import type { Journal } from "./journal.ts";
import type { RunSettings } from "./run-settings.ts";
import { ServedProbe, type Replayed } from "./served-probe.ts";
import type { Served } from "./served.ts";
import { startServed } from "./start-served.ts";

const DYING_MS = 5;
/** The command may take this long to end after its server. */
const EXIT_MS = 1000;
/** A process that hangs gets little time to stop. */
const HUNG_GRACE_MS = 1500;
/** A case that was cut off this many times is recorded as it is: sooner where no other case is known to end the process. */
const MOST_SENT = { unknown: 4, known: 12 };
const KEPT_OUTPUT = 64 * 1024;
const KEPT_OUTPUT_LATER = 4 * 1024;
const MOST_LONG_OUTPUTS = 5;

export type PlannedSending = {
  case: Case;
  suite: string;
  fresh: number;
  attempt: number;
  tries: number;
  /** What its earlier sendings got, if they were lost. */
  lost?: RequestResult[];
  /** When the first of these was sent. */
  lostMs?: number;
};

export type Returned = {
  sending: PlannedSending;
  dispatched: Dispatched;
  atMs: number;
  /** When its last response was there: later than `atMs` and the times of its responses say, which leave out connecting and earlier requests. */
  endMs?: number | undefined;
  agent?: string;
};

type CrashResult = {
  alive: boolean;
  /** To be recorded unchanged: the cause of the end, and cases that were cut off twice. */
  record: Returned[];
  again: PlannedSending[];
};

type Options = {
  served: Served;
  settings: RunSettings;
  dispatcher: Dispatcher;
  journal: Journal;
  asking: Case;
};

/** Holds back results until the target is known to be alive: no innocent case is recorded as closed. */
export class TargetSupervisor {
  readonly #options: Options;
  readonly #history = new SentHistory();
  /** Cases without a response, if no later case has got one yet. */
  #held: (Returned & { settle: Settle; endMs: number })[] = [];
  readonly #killers = new Set<string>();
  #deaths = 0;
  isDown = false;

  constructor(options: Options) {
    this.#options = options;
  }

  get hasRestarted(): boolean {
    return this.#deaths > 0;
  }

  /** Whether this case has ended the target before: it is sent alone. */
  kills = (id: string): boolean => this.#killers.has(id);

  begin(sent: Case, fresh: number): Settle {
    return this.#history.begin(sent, fresh);
  }

  /** A case without a response waits until a later request gets one: a process that is about to end may accept connections. */
  async judge(sent: Returned, settle: Settle): Promise<Returned[]> {
    const last = sent.dispatched.answers.at(-1);
    if (hasResponded(last)) {
      settle("answered");
      return [...this.#confirm(sent.atMs), sent];
    }
    const outcome =
      last?.outcome === "reset" || last?.outcome === "timed-out" ? last.outcome : "cut-off";
    settle(hasReached(sent.dispatched) ? outcome : "refused");
    this.#held.push({ ...sent, settle, endMs: this.#options.journal.nowMs() });
    if (outcome !== "timed-out") await this.isGone();
    return [];
  }

  /** A valid request got a response, so the results that were held back are not effects of the target's end. */
  confirmAll(): Returned[] {
    return this.#confirm(Number.POSITIVE_INFINITY);
  }

  #confirm(atMs: number): Returned[] {
    const confirmed = this.#held.filter(({ endMs }) => endMs <= atMs);
    for (const { settle } of confirmed) settle("silent");
    if (confirmed.length > 0) this.#held = this.#held.filter((sent) => !confirmed.includes(sent));
    return confirmed;
  }

  /** Waits for the end of a process that witness kills for its memory, so that it cuts no other case off. */
  async awaitEnd(): Promise<void> {
    const { served } = this.#options;
    if (!served.isEnding) return;
    await served.exitedWithin(EXIT_MS);
    await this.isGone();
  }

  async isGone(): Promise<boolean> {
    const { served, settings } = this.#options;
    const { target } = settings;
    if (this.isDown) return true;
    if ((await tryConnect(target)) === undefined) {
      await sleep(DYING_MS);
      if (served.exit === undefined || (await tryConnect(target)) === undefined) return false;
    }
    this.isDown = true;
    return true;
  }

  async recover(kind: Death["kind"]): Promise<CrashResult> {
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
    const most = cause.cases.length > 0 ? MOST_SENT.known : MOST_SENT.unknown;
    const isKiller = ({ sending }: Returned): boolean =>
      cause.cases.at(-1) === sending.case.id || sending.tries >= most;
    const alive = !isOver && (await this.renew(kind)) !== undefined;
    const record = alive ? cut.filter(isKiller) : cut;
    const again = alive ? cut.filter((each) => !isKiller(each)) : [];
    journal.write({
      type: "death",
      ...facts,
      output: words || undefined,
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
    const suspects = this.#history.evidence(kind);
    const [known] = suspects.suspects;
    if (known !== undefined && this.#killers.has(known.case.id))
      return { cases: [known.case.id], reason: known.case.reason, tried: 0, times: 0, again: true };
    const killer = await findKiller(
      suspects,
      new ServedProbe(kind, { ...this.#options, life: this }),
    );
    if (killer === undefined) return this.#unknown(suspects.suspects);
    const { cases, tried, times } = killer;
    const reason = cases.at(-1)?.case.reason ?? "";
    return { cases: cases.map((each) => each.case.id), reason, tried, times };
  }

  #unknown(suspects: readonly Replayed[] = []) {
    const ids = [...new Set(suspects.map((each) => each.case.id))].slice(0, MOST_SUSPECTS);
    return { cases: [], tried: 0, times: 0, suspects: ids };
  }

  /** Starts a new process without any earlier request; one that hangs gets little time to stop. Undefined if that fails. */
  async renew(kind: Death["kind"] = "ended"): Promise<ServedStart | undefined> {
    const { served, settings } = this.#options;
    if (settings.signal.aborted) return undefined;
    const grace = kind === "hung" ? HUNG_GRACE_MS : undefined;
    const started = await startServed(served, settings, grace);
    this.isDown = false;
    this.#history.clear();
    return "failed" in started ? undefined : started;
  }
}

const MOST_HISTORY = 20_000;
const MOST_SUSPECTS = 12;

/** `silent`: it got no response, and that is not an effect of the target's end. */
type Fate = "under-way" | "answered" | "silent" | "reset" | "cut-off" | "timed-out" | "refused";
type Entry = Replayed & { fate: Fate };

type Settle = (fate: Fate) => void;

/** Cases that one process of a served target received, in order, with what happened to each. */
class SentHistory {
  #entries: Entry[] = [];

  begin(sent: Case, fresh: number): Settle {
    const entry: Entry = { case: sent, fresh, fate: "under-way" };
    this.#entries.push(entry);
    if (this.#entries.length > MOST_HISTORY) this.#entries = this.#entries.slice(MOST_HISTORY / 2);
    return (fate) => (entry.fate = fate);
  }

  clear(): void {
    this.#entries = [];
  }

  /** The most suspicious first: reset before cut off before timed out before answered; within each, the latest first. */
  evidence(kind: Death["kind"]): DeathEvidence {
    const isHung = kind === "hung";
    const answered = this.#having("answered").slice(0, MOST_SUSPECTS);
    const cut = isHung
      ? []
      : [...this.#having("reset"), ...this.#having("cut-off")].slice(0, 2 * MOST_SUSPECTS);
    const waiting = this.#having("timed-out");
    // Of what timed out, all but the first may have waited for that one.
    const timedOut = (isHung ? waiting.toReversed() : waiting).slice(0, MOST_SUSPECTS);
    return {
      suspects: [...cut, ...timedOut, ...answered],
      // Replaying them repeatedly would take too long.
      repeated: isHung ? timedOut.slice(0, 2) : cut,
      history: this.#entries.filter(({ fate }) => fate !== "refused"),
    };
  }

  #having(fate: Fate): Entry[] {
    return this.#entries.filter((each) => each.fate === fate).toReversed();
  }
}
