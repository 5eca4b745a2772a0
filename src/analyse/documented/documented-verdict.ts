import { textsOf, counted, whole } from "../../text/index.ts";
import { sum, sumBy } from "../../stats/index.ts";
import { STATED_IDS, type Round, type Summary, type Interface } from "../../model/index.ts";
import { clauseOf, DOCUMENTED_STATUS, statedFor } from "../../contract/index.ts";
import { lacksCredentials, type DocumentedFold } from "./documented-fold.ts";
import { documentedStatuses } from "./response-check.ts";

type Breach = NonNullable<Summary["stated"]["breaches"]>[number];

/** The document's part of the verdict: breaches as sentences and one by one, and notes. */
type DocumentedVerdict = { notHeld: string[]; breaches: Breach[]; rest: string[] };

export function documentedVerdict(
  fold: DocumentedFold,
  rounds: readonly Round[],
): DocumentedVerdict {
  const { checked, broken, unknown, from } = fold;
  const load = statusesUnderLoad(rounds, from);
  const breaches = breachesOf(fold);
  const [first] = breaches;
  const judged = checked - (unknown?.count ?? 0);
  const wrong = `${whole(broken)} of ${counted(judged, "response")} not as documented`;
  const isUsual = load !== undefined && load.undocumented.length === 0;
  return {
    notHeld: textsOf(
      first && `${wrong}, first ${first.case}: ${first.observed}`,
      ...undocumentedText(load),
    ),
    breaches: [...breaches, ...breachesUnderLoad(load, fold)],
    rest: textsOf(
      broken === 0 && judged > 0 && documentedText(fold, judged),
      isUsual && `${counted(load.judged, "response")} under load with a documented status`,
      lacksCredentials(from) && NO_CREDENTIALS,
      from.loose === true && LOOSE,
      from.loose === "guessed" && GUESSED,
      unknown && `${counted(unknown.count, "response")} not judged: ${unknown.why}`,
    ),
  };
}

const NO_CREDENTIALS =
  "statuses are not judged, because credentials that the document demands were not given";
const LOOSE =
  "only of the stated request it is known that it is valid: the document states more than is expressed";
const GUESSED =
  "statuses are not judged: no request is known to be valid, by the parts of the document that are not expressed";

function documentedText({ checked, unstated }: DocumentedFold, judged: number): string {
  const { elsewhere, invalid } = unstated;
  const others = textsOf(
    elsewhere > 0 && `${whole(elsewhere)} to another method, path or raw connection`,
    invalid > 0 && `${whole(invalid)} with a status that it does not state`,
  );
  if (others.length === 0) return `${counted(judged, "response")} as documented`;
  const all = checked + elsewhere + invalid;
  return `${whole(judged)} of ${counted(all, "response")} as documented (the document does not judge the others: ${others.join(", ")})`;
}

function breachesOf({ breaches, from }: DocumentedFold): Breach[] {
  return [...breaches.values()].map(({ clause, expected, observed, count, first }) => ({
    clause,
    ...placeOf(from, clause),
    expected,
    observed,
    count,
    case: first.case.id,
  }));
}

const placeOf = (from: DocumentedFold["from"], clause: string): Pick<Breach, "at"> => {
  const at = clauseOf(from, clause)?.at;
  return at === undefined ? {} : { at };
};

const breachesUnderLoad = (
  load: StatusesUnderLoad | undefined,
  { from }: DocumentedFold,
): Breach[] =>
  (load?.undocumented ?? []).map(({ status, count }) => ({
    clause: DOCUMENTED_STATUS,
    ...placeOf(from, DOCUMENTED_STATUS),
    expected: load?.expected ?? "",
    observed: `status ${status} under load`,
    count,
    case: STATED_IDS.client,
  }));

function undocumentedText(load: StatusesUnderLoad | undefined): string[] {
  const { judged = 0, undocumented = [] } = load ?? {};
  if (undocumented.length === 0) return [];
  const total = undocumented.reduce((sum, { count }) => sum + count, 0);
  const statuses = undocumented.map(({ status }) => status).join(", ");
  const of = `${whole(total)} of ${counted(judged, "response")} under load`;
  return [`${of} with a status that is not documented: ${statuses}`];
}

/** The comparison of the statuses under load with the documented ones: how many were checked, and which are not documented. */
type StatusesUnderLoad = {
  judged: number;
  undocumented: { status: string; count: number }[];
  expected: string;
};

/**
 * Checks the statuses of a load: each of its requests is valid. The record has no bodies of these responses. Undefined
 * if nothing can be checked: there were no responses, or required headers were not given.
 */
function statusesUnderLoad(
  rounds: readonly Round[],
  from: Interface,
): StatusesUnderLoad | undefined {
  const { responses = [] } = from;
  const statuses = rounds.flatMap(({ tally }) => Object.entries(tally.statuses));
  const counts = sumBy(statuses.map(([status, { count }]) => [status, count] as const));
  const judged = sum([...counts.values()]);
  if (judged === 0 || lacksCredentials(from)) return undefined;
  return {
    judged,
    undocumented: [...counts]
      .filter(([status]) => statedFor(responses, status) === undefined)
      .map(([status, count]) => ({ status, count })),
    expected: documentedStatuses(responses),
  };
}
