import type { Expected, SendingVerb } from "../servers/faulty/expected.ts";
import type { Trial } from "./trial.ts";
import { unsafeInTerminal } from "./unsafe-text.ts";

/** The most memory that any server may make a process of witness hold. */
export const MEMORY_LIMIT = 200 * 1024 * 1024;
const CODES = { held: 0, "not-held": 1, "not-judged": 4 };

/** Exit codes that are right for the verb. */
export const rightExits = ({ accepts, exits }: Expected, verb: SendingVerb): readonly number[] =>
  exits?.[verb] ?? accepts.map((each) => CODES[each]);

/** In what the trial is not as expected; none where all is. */
export function problemsOf(trial: Trial, verb: SendingVerb, expected: Expected): string[] {
  if (trial.exit === undefined) return [trial.frozen ? "frozen: killed" : "ended by a signal"];
  const problems: string[] = [];
  if (!rightExits(expected, verb).includes(trial.exit)) problems.push(`exit ${trial.exit}`);
  const accepts: readonly string[] = expected.accepts;
  if (!accepts.includes(trial.accepts ?? "")) problems.push(trial.accepts ?? "no summary");
  const untrue = Object.keys(trial.outcomes).filter((each) => !expected.outcomes.includes(each));
  if (untrue.length > 0) problems.push(`records ${untrue.join(", ")}`);
  if (trial.peakBytes > MEMORY_LIMIT) problems.push("memory");
  return [...problems, ...unsafeInTerminal(trial.printed), ...trial.unsafeFiles];
}
