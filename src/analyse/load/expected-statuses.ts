import { STATED_IDS } from "../../model/index.ts";
import type { RunFold } from "../run-fold.ts";

/** A status that the valid request got less often than this before the load is an exception. */
const USUAL_SHARE = 0.2;

/** How often the stated request got which status before the load, by either sender. */
export function statusesBefore(run: RunFold): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const id of Object.values(STATED_IDS))
    for (const signature of run.cases.get(id)?.signatures ?? []) {
      const [result] = run.cases.get(id)?.first.get(signature)?.answers ?? [];
      if (result?.outcome === "answered") counts[result.status] = (counts[result.status] ?? 0) + 1;
    }
  return counts;
}

/** The usual ones among them: a request that gets one of these under load counts as goodput. */
export function expectedStatuses(before: Readonly<Record<string, number>>): string[] {
  const all = Object.values(before).reduce((total, count) => total + count, 0);
  return Object.keys(before).filter((status) => (before[status] ?? 0) >= USUAL_SHARE * all);
}
