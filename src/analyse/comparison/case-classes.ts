import { classOf, outcomeAt, suiteOf, type Comparison } from "../../model/index.ts";
import type { SharedCase } from "./share-cases.ts";

type Cases = readonly Pick<SharedCase, "id" | "signatures">[];

/** The compared cases of each suite by target, status class and exact response, in the order in which suites were sent. */
export function suiteClasses(compared: Cases): Comparison["behaviour"]["suites"] {
  const suites = new Map<string, Comparison["behaviour"]["suites"][number]>();
  for (const { id, signatures } of compared) {
    const suite = suiteOf(id);
    const none = () => signatures.map((): Record<string, number> => ({}));
    const known = suites.get(suite) ?? { suite, cases: 0, classes: none(), exact: none() };
    known.cases += 1;
    for (const [at, signature] of signatures.entries()) {
      count(known.classes[at] ?? {}, outcomeAt(signature, "class"));
      count(known.exact[at] ?? {}, signature);
    }
    suites.set(suite, known);
  }
  return [...suites.values()];
}

/** The compared cases of one target by the status class of its last response. */
export function classesOf(compared: readonly SharedCase[], target: number): Record<string, number> {
  const classes: Record<string, number> = {};
  for (const { signatures } of compared) count(classes, classOf(signatures[target] ?? ""));
  return classes;
}

function count(counts: Record<string, number>, word: string): void {
  counts[word] = (counts[word] ?? 0) + 1;
}
