import { createHash } from "node:crypto";
import { outcomeAt } from "../model/index.ts";
import { countOutcomes, type RunFold } from "./run-fold.ts";

/** A short summary of a target's behaviour: a hash of its responses to the hand-chosen cases, and their classes. */
export type SurveyedBehaviour = { digest: string; cases: Record<string, number> };

/** A target's behaviour in a run, by the classes of its responses. A case with several classes counts with all of them. */
export function behaviourOf({ cases }: RunFold): SurveyedBehaviour {
  const hash = createHash("sha256");
  const outcomes: string[] = [];
  for (const [id, { signatures }] of [...cases].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const classes = [...new Set(signatures.map((each) => outcomeAt(each, "class")))].toSorted();
    hash.update(`${id} ${classes.join(" ")}\n`);
    if (classes.length > 0) outcomes.push(classes.join(" / "));
  }
  return { digest: hash.digest("hex").slice(0, 16), cases: countOutcomes(outcomes) };
}
