import { checkedIn } from "../analyse/documented/documented-fold.ts";
import { clauseOf } from "../contract/documented-clauses.ts";
import type { Case } from "../model/case.ts";
import type { GateResult, Judgement } from "../model/gate.ts";
import type { Observation } from "../model/observation.ts";
import type { GateFold } from "../policy/gate-fold.ts";
import { pathText } from "../policy/judged-run.ts";

/** How a case breaks a rule, in words. */
type CaseBreach = { rule: string; expected: string; observed: string };

/** How a case breaks the specification or the policy. */
export type BreachesOf = (sent: Case, observations: readonly Observation[]) => CaseBreach[];

/** Sorts breaches by case. Every breach of a check is in the fold; a judgement names only the first ones. */
export function breachesByCase(gate: GateFold, { judgements }: GateResult): BreachesOf {
  const checked = new Set(gate.checks.map((each) => ruleOf(each)));
  const others = judgements.filter(({ rule, kind }) => kind !== "stated" && !checked.has(rule));
  return (sent, observations) => [
    ...(sent.valid === true ? statedBreaches(observations) : []),
    ...documentedBreaches(gate, sent, observations),
    ...gate.checks.flatMap((fold): CaseBreach[] => {
      const observed = fold.breaches.get(sent.id);
      if (observed === undefined) return [];
      const seen = [...observed].map(
        ([text, count]) => `${text} (${count} of ${observations.length})`,
      );
      return [{ rule: ruleOf(fold), expected: fold.check.expected, observed: seen.join(", ") }];
    }),
    ...others.flatMap(({ rule, breaches }) =>
      breaches
        .filter((breach) => breach.case === sent.id)
        .map(({ expected, observed }) => ({ rule, expected, observed })),
    ),
  ];
}

const ruleOf = ({ selector, check }: GateFold["checks"][number]): string =>
  pathText(["policy", "behaviour", selector, check.key]);

function statedBreaches(observations: readonly Observation[]): CaseBreach[] {
  const missed = observations.flatMap(({ answers }) =>
    answers.flatMap((each) =>
      each.outcome === "answered" ? [] : [`${each.outcome} (${each.phase}), ${each.detail}`],
    ),
  );
  const [first] = missed;
  if (first === undefined) return [];
  const observed = `${first} (${missed.length} of ${observations.length})`;
  return [{ rule: "stated", expected: "a complete HTTP response", observed }];
}

/** Responses that differ from the document: the first one of a case. */
function documentedBreaches(
  { run: { documented } }: GateFold,
  sent: Case,
  observations: readonly Observation[],
): CaseBreach[] {
  if (documented === undefined) return [];
  const found = observations
    .flatMap((observation) => checkedIn(documented, { case: sent, observation }))
    .find((each) => each.state === "breach");
  if (found === undefined) return [];
  const { at = found.clause } = clauseOf(documented.from, found.clause) ?? {};
  return [{ rule: "stated", expected: `${found.expected} (${at})`, observed: found.observed }];
}

/** Judgements without a case of the run: a rule that matched nothing, an axis, a doubt. */
export function unattributed(
  { judgements }: GateResult,
  isCase: (id: string) => boolean,
): Judgement[] {
  return judgements
    .filter(({ kind, verdict }) => kind !== "stated" && verdict !== "pass" && verdict !== "skipped")
    .map((each) => ({ ...each, breaches: each.breaches.filter((one) => !isCase(one.case ?? "")) }))
    .filter(({ verdict, breaches }) => verdict !== "fail" || breaches.length > 0);
}
