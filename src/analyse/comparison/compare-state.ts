import { STATE_FACTS, type ComparedRule, type StateFact } from "../../model/index.ts";
import { stateFacts } from "../state-facts.ts";
import type { ComparedRun } from "./share-cases.ts";

const NAMES: Record<StateFact, string> = {
  duplicate: "the same request again",
  race: "race of concurrent duplicates",
  sameBy: "two requests are the same by",
  key: "Idempotency-Key",
  memory: "an identity of the beginning",
  restart: "after a restart",
};

/** What the targets remember, side by side: what at least one run shows. Undefined if there is nothing, or if it is the same. */
export function compareState(
  runs: readonly Pick<ComparedRun, "fold">[],
): ComparedRule[] | undefined {
  const all = runs.map(({ fold }) => stateFacts(fold));
  const rows = STATE_FACTS.flatMap((fact): ComparedRule[] => {
    const shown = all.map((facts) => facts?.[fact]);
    if (shown.every((word) => word === undefined)) return [];
    const known = new Set(shown.filter((word) => word !== undefined));
    const rules = shown.map((word) => word ?? "not shown");
    return [{ name: NAMES[fact], rules, same: known.size === 1 }];
  });
  return rows.every(({ same }) => same) ? undefined : rows;
}
