import type { Case, NewNote, RequestResult } from "../model/index.ts";
import { hasReached, hasResponded, suiteOf } from "../model/index.ts";
import type { CaseSender } from "./case-sender.ts";
import type { ControlCases } from "./control-cases.ts";
import type { Culprit, Sent, SentAgain } from "./culprit.ts";
import { findCulprit, REVIVE_MS, SEARCH_MS } from "./culprit.ts";
import type { Dispatched } from "./dispatcher.ts";
import type { ControlErrors } from "./control-errors.ts";
import type { PauseWatch } from "./pause-watch.ts";
import type { EarlyWaits, SuiteRun } from "./early-waits.ts";
import type { Returned } from "./target-supervisor.ts";
import { untilGood } from "./until-good.ts";

/** A target that ended so often, and came back by itself, is not asked for more. */
const MOST_DEATHS = 8;

export type Asked = {
  /** The result with the end of its connection, which is known a moment later. */
  settled: Promise<Dispatched>;
  result: RequestResult | undefined;
  /** It got what it got at the start. */
  isGood: boolean;
  atMs: number;
  /** It was a request that had been refused with another response than this one. */
  wall?: string;
  /** It was one on a new connection, and an open one was as before. */
  isOfNew?: true;
  /** Controls in a row until this one that got no response in time. */
  silent?: number;
};

export type CheckOptions = SuiteRun & {
  early: EarlyWaits;
  cases: CaseSender;
  repeated: ControlCases;
  pauses: PauseWatch;
  errors: ControlErrors;
};

type Controls = {
  ask: (check: string) => Promise<Asked>;
  doubt: (result: RequestResult, asked: number | undefined, toMs: number) => void;
};

/** Finds the case that ended a target which witness has not started. */
export class LostTarget {
  readonly #options: CheckOptions;
  readonly #controls: Controls;
  #deaths = 0;

  constructor(options: CheckOptions, controls: Controls) {
    this.#options = options;
    this.#controls = controls;
  }

  /** Whether the run can go on: the target is back after the case that ends it, or none did it again (a restart by others, or a ban). */
  async search(asked: readonly [Asked, Asked], check: string): Promise<boolean> {
    const { early, cases, journal } = this.#options;
    const { doubt } = this.#controls;
    const [{ result, silent }] = asked;
    // Any of these may be the cause, although it was not its turn yet.
    for (const { sent, ...where } of early.over)
      await cases.send({ ...where, case: sent, tries: 1 });
    const atMs = journal.nowMs();
    const { culprit, backMs } = await searchCulprit(cases.recent, this.#options, result);
    const isSilent = result?.outcome === "timed-out";
    if (culprit.kind === "found" && (await this.#isBackAfter(culprit, { atMs, isSilent })))
      return true;
    // What an interruption cuts off shows nothing about the target.
    if (this.#options.signal.aborted) return false;
    if (result !== undefined && backMs !== undefined) {
      doubt(result, silent, backMs);
      cases.acquit(journal.nowMs());
      return true;
    }
    for (const each of asked) cases.writeControl(each, check);
    cases.writeAtEnd(suspectsOf(culprit), isSilent);
    journal.note(culpritNote(culprit));
    return false;
  }

  /** Whether the target came back by itself after this case ended it: then the run goes on without it. */
  async #isBackAfter(
    { case: sent, tried, times }: Extract<Culprit, { kind: "found" }>,
    { atMs, isSilent }: { atMs: number; isSilent: boolean },
  ): Promise<boolean> {
    const { cases, journal, signal, dispatcher, header } = this.#options;
    if (this.#deaths >= MOST_DEATHS) return false;
    const untilMs = journal.nowMs() + reviveMs(header, isSilent);
    const ask = async (): Promise<boolean> => {
      await dispatcher.closeIdle();
      return (await this.#controls.ask("control")).isGood;
    };
    const state = await untilGood({ signal, leftMs: () => untilMs - journal.nowMs(), ask });
    if (state !== "good") return false;
    this.#deaths += 1;
    const { id, reason } = sent;
    cases.deadly.add(id);
    const own = cases.held.takeLost(id);
    const before = cases.held.dropped;
    const { fromMs } = cases.held.doubt(isSilent ? "timed-out" : "refused", journal.nowMs());
    cases.held.endDoubt(fromMs, journal.nowMs());
    await this.#writeOwn(sent, own);
    cases.acquit(journal.nowMs());
    const facts = {
      kind: isSilent ? "hung" : "ended",
      nth: this.#deaths,
      atMs: Math.round(atMs),
    } as const;
    const sentAgain = cases.held.dropped - before;
    journal.write({ type: "death", ...facts, cases: [id], reason, tried, times, sentAgain });
    return true;
  }

  /** Writes what the culprit got; where that is not kept any more, it is sent once more. */
  async #writeOwn(sent: Case, own: Returned | undefined): Promise<void> {
    const { cases, dispatcher, journal, signal } = this.#options;
    if (own !== undefined) return cases.write(own);
    const fresh = dispatcher.reserve(sent);
    const atMs = journal.nowMs();
    const dispatched = await dispatcher.send(sent, fresh);
    const attempt = journal.announce(sent);
    const sending = { case: sent, suite: suiteOf(sent.id), fresh, attempt, tries: 1 };
    cases.write({ sending, dispatched, atMs });
    const untilMs = journal.nowMs() + REVIVE_MS;
    const ask = async (): Promise<boolean> => (await this.#controls.ask("control")).isGood;
    await untilGood({ signal, leftMs: () => untilMs - journal.nowMs(), ask });
  }
}

/** A target that accepts connections and keeps silent gets so long to come back: it may be a ban. */
const SILENT_MS = 30_000;

/** The search gets some time even where that of the run is over: what stopped the target is worth it. */
const LEAST_SEARCH_MS = 10_000;

/** A target that stopped gets as long to come back as it got to start. */
const reviveMs = ({ options }: SuiteRun["header"], isSilent: boolean) =>
  Math.max(isSilent ? SILENT_MS : REVIVE_MS, options.waitForMs ?? 0);

/** Finds the case after which the target stopped. `backMs`: when it responded again, if none of them makes it stop. */
async function searchCulprit(
  recent: readonly Sent[],
  { header, asking, dispatcher, events, journal, suitesUntilMs = Infinity }: SuiteRun,
  result: RequestResult | undefined,
): Promise<{ culprit: Culprit; backMs?: number }> {
  const isSilent = result?.outcome === "timed-out";
  let backMs: number | undefined;
  events.phase?.("target stopped responding; searching for the case that caused it");
  const send = async (sent: Case): Promise<SentAgain> => {
    // On a connection of a process that has ended, nobody knows whether the case reached the target.
    await dispatcher.closeIdle();
    const dispatched = await dispatcher.send(sent);
    if (hasResponded(dispatched.answers.at(-1))) {
      backMs ??= journal.nowMs();
      return "answered";
    }
    return hasReached(dispatched) ? "silent" : "not-sent";
  };
  const culprit = await findCulprit(
    recent.toSorted((a, b) => a.atMs - b.atMs),
    {
      send,
      alive: async () => (await send(asking)) === "answered",
      control: asking,
      searchMs: Math.min(SEARCH_MS, Math.max(LEAST_SEARCH_MS, suitesUntilMs - journal.nowMs())),
      reviveMs: reviveMs(header, isSilent),
    },
  );
  const isInnocent = culprit.kind === "unknown" && culprit.why === "replayed";
  const wasAway = isSilent || result?.outcome === "refused";
  return { culprit, ...(isInnocent && wasAway && backMs !== undefined && { backMs }) };
}

function suspectsOf(culprit: Culprit): ReadonlySet<string> | undefined {
  if (culprit.kind === "unknown") return undefined;
  const cases = culprit.kind === "found" ? [culprit.case] : culprit.cases;
  return new Set(cases.map(({ id }) => id));
}

export function culpritNote(culprit: Culprit): NewNote {
  if (culprit.kind === "unknown")
    return { kind: "target-lost", code: "unknown-cause", why: culprit.why };
  if (culprit.kind === "found") {
    const { id, reason } = culprit.case;
    const { tried, times } = culprit;
    return { kind: "culprit", code: "culprit", cases: [id], reason, tried, times };
  }
  const { cases, kind: _, ...why } = culprit;
  return { kind: "target-lost", code: "suspected", cases: cases.map(({ id }) => id), ...why };
}
