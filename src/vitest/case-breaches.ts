import { caseVerdict, type CaseVerdict } from "../analyse/index.ts";
import type { Case, GateResult, Judgement, Observation } from "../model/index.ts";
import { pathText, type GateFold } from "../policy/index.ts";

/** How a case breaks a rule, in words. */
type CaseBreach = { rule: string; expected: string; observed: string };

/** The specification's verdict on a case, and every breach of the specification or the policy. */
type JudgedCase = { stated: CaseVerdict; breaches: CaseBreach[] };
export type JudgeCase = (sent: Case, observations: readonly Observation[]) => JudgedCase;

/** Judges single cases. Every breach of a check is in the fold; a judgement names only the first ones. */
export function judgeByCase(gate: GateFold, { judgements }: GateResult): JudgeCase {
  const checked = new Set(gate.checks.map((each) => ruleOf(each)));
  const others = judgements.filter(({ rule, kind }) => kind !== "stated" && !checked.has(rule));
  const ofPolicy = (sent: Case, observations: readonly Observation[]): CaseBreach[] => [
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
  return (sent, observations) => {
    const stated = caseVerdict(gate.run, sent, observations);
    const own = stated.breaches.map((each) => ({ rule: "stated", ...each }));
    return { stated, breaches: [...own, ...ofPolicy(sent, observations)] };
  };
}

const ruleOf = ({ selector, check }: GateFold["checks"][number]): string =>
  pathText(["policy", "behaviour", selector, check.key]);

/** Judgements of the policy without a case of the run: a rule that matched nothing, an axis, a doubt. */
export const unattributed = (
  { judgements }: GateResult,
  isCase: (id: string) => boolean,
): Judgement[] => left(judgements.filter(isOfPolicy), isCase);

/** What fails the run itself: its record, or a breach of the specification by a request that is no case of the tests. */
export const runFaults = (
  { judgements }: GateResult,
  isCase: (id: string) => boolean,
): Judgement[] =>
  left(
    judgements.filter(
      (each) => !isOfPolicy(each) && !(each.kind === "stated" && each.verdict === "inconclusive"),
    ),
    isCase,
  );

const isOfPolicy = ({ kind }: Judgement): boolean => kind !== "stated" && kind !== "record";

const left = (judgements: readonly Judgement[], isCase: (id: string) => boolean): Judgement[] =>
  judgements
    .filter(({ verdict }) => verdict !== "pass" && verdict !== "skipped")
    .map((each) => ({ ...each, breaches: each.breaches.filter((one) => !isCase(one.case ?? "")) }))
    .filter(({ verdict, breaches }) => verdict !== "fail" || breaches.length > 0);
