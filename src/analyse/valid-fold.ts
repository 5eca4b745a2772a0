import { worstOf } from "./completeness.ts";
import type { Example } from "./conduct-fold.ts";
import { sameFor, type AllValid } from "./misconfiguration-hint.ts";
import type { OutcomeCounts } from "../model/index.ts";
import { ResponseFacts, addResponses } from "./response-facts.ts";

const FAILURES_KEPT = 20;

/** The results of the valid requests of a run: the stated clause depends on them. */
export type ValidFold = {
  sent: number;
  /** How often each signature came. */
  outcomes: OutcomeCounts;
  /** Requests that got complete responses, `refused` included. */
  answered: number;
  refused: number;
  notJudged: number;
  /** The first without a complete response. */
  failures: Example[];
  firstRefused: Example | undefined;
  firstNotJudged: Example | undefined;
  facts: ResponseFacts;
  /** What all of them got; `differs` where that is not one thing. */
  same: AllValid | "differs" | undefined;
};

export const emptyValid = (): ValidFold => ({
  sent: 0,
  outcomes: {},
  answered: 0,
  refused: 0,
  notJudged: 0,
  failures: [],
  firstRefused: undefined,
  firstNotJudged: undefined,
  facts: new ResponseFacts(),
  same: undefined,
});

/** Counts one sending of a valid request, by the worst of its responses. */
export function foldValid(valid: ValidFold, example: Example): void {
  const { observation } = example;
  valid.sent += 1;
  addResponses(() => valid.facts, observation);
  for (const result of observation.answers)
    if (valid.same !== "differs") valid.same = sameFor(valid.same, result) ?? "differs";
  const found = worstOf(observation.answers);
  if (found === "incomplete") {
    if (valid.failures.length < FAILURES_KEPT) valid.failures.push(example);
  } else if (found === "not-judged") {
    valid.notJudged += 1;
    valid.firstNotJudged ??= example;
  } else {
    valid.answered += 1;
    if (found !== "refused") return;
    valid.refused += 1;
    valid.firstRefused ??= example;
  }
}
