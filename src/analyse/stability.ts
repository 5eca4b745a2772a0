import { requestFreshCount } from "../generate/fresh-count.ts";
import { resultWord } from "../model/signature.ts";
import type { Summary } from "../model/summary.ts";
import type { CaseFold, RunFold } from "./run-fold.ts";

export type Stability = Summary["cases"][number]["stability"];

/** Cases that send one id twice on purpose, in order: the response to the second sending. */
const SAME_ID = ["repetition/same-id-twice", "repetition/same-id-other-date"];

/**
 * Whether a case gets the same response each time. A case whose id is its point cannot have a
 * fresh one: where `repetition` shows that the target responds to a repeated id differently, and the
 * later sendings got just that response, it changes on repeat and is not called unstable.
 */
export function stabilityOf(fold: CaseFold, repeated: ReadonlySet<string>): Stability {
  const [first, ...later] = fold.signatures;
  if (later.length === 0) return "once";
  if (later.every((signature) => signature === first)) return "stable";
  const fixed = requestFreshCount(fold.case.request, "id") === 0;
  const [second] = later;
  const settled = second !== undefined && later.every((signature) => signature === second);
  return fixed && settled && repeated.has(second) ? "changes-on-repeat" : "unstable";
}

/**
 * The response to an id that the target has seen before, where it differs from the first time,
 * and does so in every sending: a target that responds at random shows nothing here.
 */
export function repeatedIdResponses(run: RunFold): ReadonlySet<string> {
  const responses = new Set<string>();
  for (const id of SAME_ID) {
    const seen = [...(run.cases.get(id)?.first.values() ?? [])];
    const [first, second] = seen.length === 1 ? (seen[0]?.answers.map(resultWord) ?? []) : [];
    if (first !== undefined && second !== undefined && first !== second) responses.add(second);
  }
  return responses;
}
