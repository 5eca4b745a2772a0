import type { Interface } from "../../model/interface.ts";
import type { Round } from "../../model/load.ts";
import { lacksCredentials } from "./documented-fold.ts";
import { documentedStatuses } from "./response-check.ts";
import { statedFor } from "../../contract/stated-bodies.ts";

/** The statuses under load against those that the document states: how many were judged, and what is not documented. */
export type StatusesUnderLoad = {
  judged: number;
  undocumented: { status: string; count: number }[];
  expected: string;
};

/**
 * Every request of a load is a valid one, so its status is judged. Of its responses a record has no more.
 * Undefined if nothing is judged: no responses, or headers that must be given were not.
 */
export function statusesUnderLoad(
  rounds: readonly Round[],
  from: Interface,
): StatusesUnderLoad | undefined {
  const { responses = [] } = from;
  const counts = new Map<string, number>();
  for (const { tally } of rounds)
    for (const [status, { count }] of Object.entries(tally.statuses))
      counts.set(status, (counts.get(status) ?? 0) + count);
  const judged = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (judged === 0 || lacksCredentials(from)) return undefined;
  return {
    judged,
    undocumented: [...counts]
      .filter(([status]) => statedFor(responses, status) === undefined)
      .map(([status, count]) => ({ status, count })),
    expected: documentedStatuses(responses),
  };
}
