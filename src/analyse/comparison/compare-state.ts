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

/** What the targets remember, side by side: what at least one run shows. Undefined unless two runs show something different. */
export function compareState(
  runs: readonly Pick<ComparedRun, "fold">[],
): ComparedRule[] | undefined {
  const all = runs.map(({ fold }) => stateFacts(fold));
  let differ = false;
  const rows = STATE_FACTS.flatMap((fact): ComparedRule[] => {
    const shown = all.map((facts) => facts?.[fact]);
    const known = new Set(shown.filter((word) => word !== undefined));
    if (known.size === 0) return [];
    differ ||= known.size > 1;
    const rules = shown.map((word) => word ?? "not shown");
    return [{ name: NAMES[fact], rules, same: new Set(rules).size === 1 }];
  });
  return differ ? rows : undefined;
}
