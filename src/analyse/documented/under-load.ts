import type { Interface, Round } from "../../model/index.ts";
import { lacksCredentials } from "./documented-fold.ts";
import { documentedStatuses } from "./response-check.ts";
import { statedFor } from "../../contract/index.ts";

/** The comparison of the statuses under load with the documented ones: how many were checked, and which are not documented. */
export type StatusesUnderLoad = {
  judged: number;
  undocumented: { status: string; count: number }[];
  expected: string;
};

/**
 * Checks the statuses of a load: each of its requests is valid. The record has no bodies of these responses. Undefined
 * if nothing can be checked: there were no responses, or required headers were not given.
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
