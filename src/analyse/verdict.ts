import { textsOf, were, whole } from "../text/index.ts";
import { clauseOf, type DocumentedClauseId, type StatedClauseId } from "../contract/index.ts";
import type {
  Case,
  Completeness,
  Example,
  Observation,
  RequestResult,
  Summary,
} from "../model/index.ts";
import { classOf, completenessOf, refusalText, worstOf } from "../model/index.ts";
import { checkedIn, noSuccess } from "./documented/documented-fold.ts";
import { documentedVerdict } from "./documented/documented-verdict.ts";
import { goneAfter, lifeOf } from "./deaths.ts";
import { notReachedText } from "./note-text.ts";
import type { RunFold } from "./run-fold.ts";
import { transportNoise } from "./transport-noise.ts";

/** The only clauses that decide the verdict; the type excludes those that are "not shown". */
type VerdictClause = StatedClauseId | DocumentedClauseId;
const VERDICT_CLAUSES: readonly VerdictClause[] = ["server", "accepts"];

type Verdict = Pick<Summary, "accepts" | "stated">;

/**
 * The stated requirement: a complete HTTP response for every valid request, and if a document
 * states responses, one of those. Where no valid request got a success, nothing shows that it is fulfilled.
 */
export function statedVerdict(run: RunFold): Verdict {
  const verdict = acceptsVerdict(run);
  const { documented, load } = run;
  if (documented === undefined) return verdict;
  const { notHeld, breaches, rest } = documentedVerdict(documented, load.rounds);
  const notShown = noSuccess(documented);
  const isShown = verdict.accepts !== "held" || notShown === undefined;
  return {
    accepts: breaches.length > 0 ? "not-held" : isShown ? verdict.accepts : "not-shown",
    stated: {
      ...verdict.stated,
      clauses: [...new Set([...VERDICT_CLAUSES, ...breaches.map(({ clause }) => clause)])],
      // What is not held is read first.
      text: textsOf(...notHeld, notShown, verdict.stated.text, ...rest).join("; "),
      ...(breaches.length > 0 && { breaches }),
    },
  };
}

function acceptsVerdict(run: RunFold): Verdict {
  const { sent, answered, refused, notJudged, failures, firstNotJudged } = run.valid;
  const clauses = [...VERDICT_CLAUSES];
  const give = (accepts: Summary["accepts"], ...texts: string[]): Verdict => ({
    accepts,
    stated: { clauses, valid: sent, answered, refused, notJudged, text: texts.join("; ") },
  });
  if (run.footer?.end === "unreachable") return give("unreachable", notReachedText(run.notes));
  const gone = goneAfter(run);
  const died = run.deaths.length > 0 ? gone : undefined;
  if (sent === 0)
    return died === undefined
      ? give("not-probed", "no valid request was sent")
      : give("not-held", died);
  const complete = completeText(run, sent);
  if (died !== undefined && answered === sent)
    return give("not-held", died, `while it was there, ${complete}`, ...refusal(run));
  if (answered === sent) return give("held", complete, ...refusal(run));
  const failed = sent - answered - notJudged;
  const limited = `${whole(notJudged)} of ${whole(sent)} valid requests ${were(notJudged)} not judged: a limit of witness cut off ${notJudged === 1 ? "its response" : "their responses"}`;
  if (failed === 0) {
    const unjudged = `${limited}${first(firstNotJudged, "not-judged")}`;
    if (died !== undefined) return give("not-held", died, unjudged, ...refusal(run));
    return give("not-judged", unjudged, ...refusal(run));
  }
  const found = `${whole(failed)} of ${whole(sent)} valid requests got no complete HTTP response`;
  return give(
    "not-held",
    // The valid request only came next.
    gone === undefined ? `${found}${first(failures[0], "incomplete")}` : `${gone}: ${found}`,
    ...(notJudged > 0 ? [limited] : []),
    ...refusal(run),
  );
}

/** How all valid requests got a complete response: some only when sent again, where what came at first is noise. */
function completeText({ lost }: RunFold, sent: number): string {
  const noise = lost.valid > 0 ? transportNoise(lost) : undefined;
  if (noise === undefined) return `${allValid(sent)} got a complete HTTP response`;
  const atFirst = `${whole(lost.valid)} of ${whole(sent)}`;
  const codes = noise.words.map(([word]) => word).filter((word) => classOf(word) === "5xx");
  if (codes.length === noise.words.length)
    return `${allValid(sent)} got a complete HTTP response; ${atFirst} got ${codes.join(" or ")} at first`;
  const missed = codes.length === 0 ? "did not" : `did not, or got ${codes.join(" or ")},`;
  return `every valid request got a complete HTTP response when sent again; ${atFirst} ${missed} at first`;
}

function allValid(sent: number): string {
  if (sent > 2) return `all ${whole(sent)} valid requests`;
  return sent === 2 ? "both valid requests" : "the only valid request";
}

/** The ordinary client's errors on responses that are complete. */
function refusal({ valid: { refused, firstRefused } }: RunFold): string[] {
  const found = firstRefused?.observation.answers.find(isOf("refused"));
  if (found === undefined || found.outcome === "answered") return [];
  const which = refused === 1 ? "it" : `${whole(refused)} of them`;
  return [refusalText(found, which), "the bytes are a complete response"];
}

function first(example: Example | undefined, kind: Completeness): string {
  if (example === undefined) return "";
  const why = reasonOf(example.observation.answers, kind);
  return `, first ${example.case.id}${why === "" ? "" : `: ${why}`}`;
}

/** The first result of this completeness, in words; empty if it is a response. */
function reasonOf(results: readonly RequestResult[], kind: Completeness): string {
  const found = results.find(isOf(kind));
  if (found === undefined || found.outcome === "answered") return "";
  return `${found.outcome} (${found.phase}), ${found.detail}`;
}

const isOf =
  (kind: Completeness) =>
  (result: RequestResult): boolean =>
    completenessOf(result) === kind;

export type StatedBreach = { expected: string; observed: string };

/** The verdict on one case of a run. `not-probed`: the specification states nothing about it. */
export type CaseVerdict = {
  accepts: Exclude<Summary["accepts"], "unreachable" | "not-shown">;
  breaches: StatedBreach[];
  /** Why it is not judged, else empty. */
  text: string;
};

/** The specification's verdict on one case, by all its sendings in a run. The run's own verdict is not held if that of a case is not held. */
export function caseVerdict(
  run: RunFold,
  sent: Case,
  observations: readonly Observation[],
): CaseVerdict {
  const isValid = sent.valid === true && observations.length > 0;
  const results = isValid ? observations.flatMap(({ answers }) => answers) : [];
  const found = isValid ? worstOf(results) : undefined;
  const breaches = [
    ...deathBreaches(run).flatMap((each) => (each.case === sent.id ? each.breach : [])),
    ...(found === "incomplete" ? [incompleteBreach(observations)] : []),
    ...documentedBreaches(run, sent, observations),
  ];
  const give = (accepts: CaseVerdict["accepts"], text = ""): CaseVerdict => ({
    accepts,
    breaches,
    text,
  });
  if (breaches.length > 0) return give("not-held");
  if (found === undefined) return give("not-probed");
  if (found === "not-judged") return give("not-judged", reasonOf(results, "not-judged"));
  return give("held");
}

/** Deaths of a served target as breaches, each with the case that caused it, if that is known. */
export const deathBreaches = (run: RunFold): { case: string | undefined; breach: StatedBreach }[] =>
  (lifeOf(run).deaths ?? []).map(({ cases, text }) => ({
    case: cases.at(-1),
    breach: { expected: "the server goes on responding", observed: text },
  }));

/** The first result of these sendings that is not a complete response, and for several sendings how many had one. */
export function incompleteBreach(observations: readonly Observation[]): StatedBreach {
  const failed = observations.filter(({ answers }) => worstOf(answers) === "incomplete");
  const why = reasonOf(failed[0]?.answers ?? [], "incomplete");
  const count = observations.length > 1 ? ` (${failed.length} of ${observations.length})` : "";
  return { expected: "a complete HTTP response", observed: `${why || "no response"}${count}` };
}

/** The first response of a case that differs from the document, if a document states responses. */
function documentedBreaches(
  { documented }: RunFold,
  sent: Case,
  observations: readonly Observation[],
): StatedBreach[] {
  if (documented === undefined) return [];
  const found = observations
    .flatMap((observation) => checkedIn(documented, { case: sent, observation }))
    .find((each) => each.state === "breach");
  if (found === undefined) return [];
  const { at = found.clause } = clauseOf(documented.from, found.clause) ?? {};
  return [{ expected: `${found.expected} (${at})`, observed: found.observed }];
}
