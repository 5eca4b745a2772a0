import {
  type Case,
  type NewNote,
  type RequestResult,
  hasReached,
  hasResponded,
} from "../model/index.ts";
import {
  type Culprit,
  REVIVE_MS,
  SEARCH_MS,
  type Sent,
  type SentAgain,
  findCulprit,
} from "./culprit.ts";
import type { SuiteRun } from "./early-waits.ts";

/** A target that accepts connections and keeps silent gets so long to come back: it may be a ban. */
const SILENT_MS = 30_000;

/** The search gets some time even where that of the run is over: what stopped the target is worth it. */
const LEAST_SEARCH_MS = 10_000;

/** A target that stopped gets as long to come back as it got to start. */
export const reviveMs = ({ options }: Pick<SuiteRun["header"], "options">, isSilent: boolean) =>
  Math.max(isSilent ? SILENT_MS : REVIVE_MS, options.waitForMs ?? 0);

/** Finds the case after which the target stopped. `backMs`: when it responded again, if none of them makes it stop. */
export async function searchCulprit(
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

export function suspectsOf(culprit: Culprit): ReadonlySet<string> | undefined {
  if (culprit.kind === "unknown") return undefined;
  const cases = culprit.kind === "found" ? [culprit.case] : culprit.cases;
  return new Set(cases.map(({ id }) => id));
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
