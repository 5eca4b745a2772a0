import { interfaceOf } from "../../contract/index.ts";
import { layoutOf } from "../../generate/index.ts";
import { FRESH_RANGES, freshId } from "../../fresh-numbers.ts";
import type { ValuesOfOthers } from "../surroundings-text.ts";
import { oncePerFold, type RunFold } from "../run-fold.ts";
import { acceptedCases, keysInBody, memberIn } from "./returned-values.ts";

/** With fewer of them, the server may have chosen such a number itself; so where it is a smaller share of all that came back. */
const LEAST = { cases: 8, share: 0.1 };

/**
 * A field that comes back with numbers which this run has made for other requests: a cache that keeps responses to
 * POST, or a server that mixes them up. What such a response says is not about its request.
 */
export const valuesOfOthers = oncePerFold(findIn);

function findIn(run: RunFold): ValuesOfOthers | undefined {
  const { header } = run;
  if (header === undefined) return undefined;
  const { fresh } = layoutOf(interfaceOf(header));
  const keys = keysInBody(header).filter((key) => fresh.has(key));
  const all = keys.length === 0 ? [] : acceptedCases(run);
  const last = Math.max(0, ...all.map((each) => each.fresh)) + FRESH_RANGES.checks.size;
  const [low, high] = [header.firstId, freshId(header.firstId, last)];
  for (const field of keys) {
    const pairs = all.flatMap(({ id, sent, back }) => {
      const [one, other] = [sent[field], memberIn(back, field)?.value];
      return typeof one === "number" && typeof other === "number"
        ? [{ sent: one, back: other, case: id }]
        : [];
    });
    const others = pairs.filter(({ sent, back }) => back !== sent && back >= low && back <= high);
    const [first] = others.toSorted((a, b) => Number(b.sent >= low) - Number(a.sent >= low));
    const isMany = others.length >= Math.max(LEAST.cases, LEAST.share * pairs.length);
    if (first !== undefined && isMany)
      return { field, count: others.length, of: pairs.length, ...first };
  }
  return undefined;
}
