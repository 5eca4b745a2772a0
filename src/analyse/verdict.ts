import type { StatedClauseId } from "../contract/clauses.ts";
import type { DocumentedClauseId } from "../contract/documented-clauses.ts";
import type { RequestResult } from "../model/observation.ts";
import type { Summary } from "../model/summary.ts";
import { completenessOf, refusalText, type Completeness } from "./completeness.ts";
import { documentedVerdict } from "./documented/documented-verdict.ts";
import type { Example } from "./conduct-fold.ts";
import { goneAfter } from "./deaths.ts";
import type { RunFold } from "./run-fold.ts";
import { were, whole } from "../text/numbers.ts";

/** The only clauses that decide the verdict; the type excludes those that are "not shown". */
type VerdictClause = StatedClauseId | DocumentedClauseId;
const VERDICT_CLAUSES: readonly VerdictClause[] = ["server", "accepts"];

type Verdict = Pick<Summary, "accepts" | "stated">;

/**
 * The stated requirement: a complete HTTP response for every valid request, and if a document
 * states responses, one of those.
 */
export function statedVerdict(run: RunFold): Verdict {
  const verdict = acceptsVerdict(run);
  const { documented, load } = run;
  if (documented === undefined) return verdict;
  const { notHeld, breaches, rest } = documentedVerdict(documented, load.rounds);
  return {
    accepts: breaches.length === 0 ? verdict.accepts : "not-held",
    stated: {
      ...verdict.stated,
      clauses: [...new Set([...VERDICT_CLAUSES, ...breaches.map(({ clause }) => clause)])],
      // What is not held is read first.
      text: [...notHeld, verdict.stated.text, ...rest].join("; "),
      ...(breaches.length > 0 && { breaches }),
    },
  };
}

/** From the clauses `server` and `accepts` only. */
function acceptsVerdict(run: RunFold): Verdict {
  const { sent, answered, refused, notJudged, failures, firstNotJudged } = run.valid;
  const clauses = [...VERDICT_CLAUSES];
  const give = (accepts: Summary["accepts"], ...texts: string[]): Verdict => ({
    accepts,
    stated: { clauses, valid: sent, answered, refused, notJudged, text: texts.join("; ") },
  });
  if (run.footer?.end === "unreachable") {
    const why = run.notes.find(({ kind }) => kind === "check")?.text;
    return give("unreachable", why ?? "the target could not be reached");
  }
  if (sent === 0) return give("not-probed", "no valid request was sent");
  const gone = goneAfter(run);
  if (gone !== undefined && answered === sent && run.deaths.length > 0)
    return give(
      "not-held",
      gone,
      `while it was there, ${allValid(sent)} got a complete HTTP response`,
      ...refusal(run),
    );
  if (answered === sent)
    return give("held", `${allValid(sent)} got a complete HTTP response`, ...refusal(run));
  const failed = sent - answered - notJudged;
  const limited = `${whole(notJudged)} of ${whole(sent)} valid requests ${were(notJudged)} not judged: a limit of witness cut off ${notJudged === 1 ? "its response" : "their responses"}`;
  if (failed === 0)
    return give("not-judged", `${limited}${first(firstNotJudged, "not-judged")}`, ...refusal(run));
  const found = `${whole(failed)} of ${whole(sent)} valid requests got no complete HTTP response`;
  return give(
    "not-held",
    // The valid request only came next.
    gone === undefined ? `${found}${first(failures[0], "incomplete")}` : `${gone}: ${found}`,
    ...(notJudged > 0 ? [limited] : []),
    ...refusal(run),
  );
}

const allValid = (sent: number): string =>
  sent > 2
    ? `all ${whole(sent)} valid requests`
    : sent === 2
      ? "both valid requests"
      : "the only valid request";

/** The ordinary client's errors on responses that are complete. */
function refusal({ valid: { refused, firstRefused } }: RunFold): string[] {
  const found = firstRefused?.observation.answers.find(isOf("refused"));
  if (found === undefined || found.outcome === "answered") return [];
  const which = refused === 1 ? "it" : `${whole(refused)} of them`;
  return [refusalText(found, which), "the bytes are a complete response"];
}

function first(example: Example | undefined, kind: Completeness): string {
  if (example === undefined) return "";
  const found = example.observation.answers.find(isOf(kind));
  const why =
    found === undefined || found.outcome === "answered"
      ? ""
      : `: ${found.outcome} (${found.phase}), ${found.detail}`;
  return `, first ${example.case.id}${why}`;
}

const isOf =
  (kind: Completeness) =>
  (result: RequestResult): boolean =>
    completenessOf(result) === kind;
