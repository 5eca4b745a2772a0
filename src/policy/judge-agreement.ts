import {
  judgedSignatures,
  repeatedIdResponses,
  stabilityOf,
  withoutExplored,
  type RunFold,
} from "../analyse/index.ts";
import { MOST_BREACHES, type Case, type Judgement } from "../model/index.ts";
import { counted, suggestion, whole } from "../text/index.ts";
import { judged, replayLine, type JudgedRun, type Rule } from "./judged-run.ts";

/** A case with its only signature. */
type Settled = { case: Case; signature: string };

/**
 * Judges whether two targets respond to the same cases in the same way. Only stable hand-chosen cases with the same
 * request count: anything else is not a difference.
 */
export function judgeAgreement(
  rule: Rule,
  run: JudgedRun,
  others: readonly JudgedRun[],
  selector: string,
  name: string,
): Judgement {
  const give = judged(rule);
  const own = run.summary.target.name === name;
  const other = own ? run : others.find(({ summary }) => summary.target.name === name);
  if (own) return give("pass", `this is ${name} itself`);
  if (other === undefined)
    return give("error", `there is no run of ${name}: ${near(name, others)}`);
  const picks = run.gate.selectors.get(selector)?.selector.picks ?? (() => false);
  const theirs = settledCases(other.gate.run);
  const shared = [...settledCases(run.gate.run).values()].flatMap((mine) => {
    const their = picks(mine.case) ? theirs.get(mine.case.id) : undefined;
    return their !== undefined && sameRequest(mine.case, their.case) ? [{ mine, their }] : [];
  });
  if (shared.length === 0)
    return give("error", `no selected case is stable both here and at ${name}`);
  const breaches = shared
    .filter(({ mine, their }) => mine.signature !== their.signature)
    .map(({ mine, their }) => ({
      case: mine.case.id,
      expected: `${their.signature}, as ${name} responds`,
      observed: mine.signature,
      replay: replayLine(run, mine.case.id),
    }));
  const all = counted(shared.length, "shared case");
  if (breaches.length === 0) return give("pass", `${all} with the same response`);
  return give("fail", `${whole(breaches.length)} of ${all}`, breaches.slice(0, MOST_BREACHES));
}

const near = (name: string, others: readonly JudgedRun[]): string =>
  others.length === 0
    ? "judge it together with this run"
    : suggestion(
        name,
        others.map(({ summary }) => summary.target.name),
      );

function settledCases(whole: RunFold): Map<string, Settled> {
  const run = withoutExplored(whole);
  const repeated = repeatedIdResponses(run);
  return new Map(
    [...run.cases.values()].flatMap((fold) => {
      const [signature] = judgedSignatures(fold);
      const settled = signature !== undefined && stabilityOf(fold, repeated) !== "unstable";
      return settled ? [[fold.case.id, { case: fold.case, signature }] as const] : [];
    }),
  );
}

const sameRequest = (one: Case, other: Case): boolean =>
  one === other || JSON.stringify(one.request) === JSON.stringify(other.request);
