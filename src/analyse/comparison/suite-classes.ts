import type { Comparison } from "../../model/comparison.ts";
import { suiteOf } from "../../model/case.ts";
import { outcomeAt } from "../../model/depth-outcome.ts";
import type { SharedCase } from "./share-cases.ts";

type Cases = readonly Pick<SharedCase, "id" | "signatures">[];

/** The compared cases of each suite by target and status class, in the order in which suites were sent. */
export function suiteClasses(compared: Cases): Comparison["behaviour"]["suites"] {
  const suites = new Map<string, Comparison["behaviour"]["suites"][number]>();
  for (const { id, signatures } of compared) {
    const suite = suiteOf(id);
    const known = suites.get(suite) ?? { suite, cases: 0, classes: signatures.map(() => ({})) };
    known.cases += 1;
    for (const [at, signature] of signatures.entries()) {
      const classes = known.classes[at] as Record<string, number>;
      const found = outcomeAt(signature, "class");
      classes[found] = (classes[found] ?? 0) + 1;
    }
    suites.set(suite, known);
  }
  return [...suites.values()];
}
