import type { StatedClauseId } from "../contract/clauses.ts";
import type { Summary } from "../model/summary.ts";
import type { RunFold } from "./run-fold.ts";

/** The clauses on which the only verdict rests; the type admits none that is "not shown". */
const VERDICT_CLAUSES: readonly StatedClauseId[] = ["server", "accepts"];

/** What the specification states: a complete HTTP response comes back for every valid request. */
export function judgeStated(run: RunFold): Pick<Summary, "accepts" | "stated"> {
  const { sent, answered, failures } = run.valid;
  const clauses = [...VERDICT_CLAUSES];
  const give = (
    accepts: Summary["accepts"],
    text: string,
  ): Pick<Summary, "accepts" | "stated"> => ({
    accepts,
    stated: { clauses, valid: sent, answered, text },
  });
  if (run.footer?.end === "unreachable") {
    const why = run.notes.find(({ kind }) => kind === "check")?.text;
    return give("unreachable", why ?? "the target could not be reached");
  }
  if (sent === 0) return give("not-probed", "no valid request was sent");
  if (answered === sent)
    return give("held", `all ${sent} valid requests got a complete HTTP response`);
  const [first] = failures;
  const example = first === undefined ? "" : `, first ${describe(first)}`;
  return give(
    "not-held",
    `${sent - answered} of ${sent} valid requests got no complete HTTP response${example}`,
  );
}

function describe({ case: sent, observation }: RunFold["valid"]["failures"][number]): string {
  const failed = observation.answers.find(({ outcome }) => outcome !== "answered");
  if (failed === undefined || failed.outcome === "answered") return sent.id;
  return `${sent.id}: ${failed.outcome} (${failed.phase}), ${failed.detail}`;
}
