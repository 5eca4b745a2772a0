import type { Behaviour } from "../../model/comparison.ts";
import { classOf } from "../../model/signature.ts";
import type { SharedCase } from "./share-cases.ts";

/**
 * For every two targets, in how many cases they have the same signature; for each target, in how
 * many all others agree and it differs.
 */
export function agreementOf(
  compared: readonly SharedCase[],
  targets: number,
): Pick<Behaviour, "agreement" | "alone"> {
  const agreement = Array.from({ length: targets }, () => Array<number>(targets).fill(0));
  const alone = Array<number>(targets).fill(0);
  for (const { signatures } of compared) {
    for (const [a, signature] of signatures.entries()) {
      const row = agreement[a] ?? [];
      for (const [b, other] of signatures.entries())
        if (other === signature) row[b] = (row[b] ?? 0) + 1;
      if (isAlone(signatures, a)) alone[a] = (alone[a] ?? 0) + 1;
    }
  }
  return { agreement, alone };
}

function isAlone(signatures: readonly string[], at: number): boolean {
  const [other] = at === 0 ? signatures.slice(1) : signatures;
  return signatures.every((each, index) => (index === at ? each !== other : each === other));
}

/** The compared cases of one target by the status class of its last response. */
export function classesOf(compared: readonly SharedCase[], target: number): Record<string, number> {
  const classes: Record<string, number> = {};
  for (const { signatures } of compared) {
    const name = classOf(signatures[target] ?? "");
    classes[name] = (classes[name] ?? 0) + 1;
  }
  return classes;
}
