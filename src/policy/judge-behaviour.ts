import type { RunFold } from "../analyse/index.ts";
import { repeatedIdResponses, furtherSignatures, stabilityOf, varies } from "../analyse/index.ts";
import { withoutExplored, judgedSignatures } from "../analyse/index.ts";
import type { Expectation, Judgement, Case } from "../model/index.ts";
import { counted, nearest, whole } from "../text/index.ts";
import { notAsked } from "./comparable.ts";
import { isGlob, parseSelector } from "./match.ts";
import { isZod, observationChecks } from "./observation-checks.ts";
import type { CheckFold } from "./gate-fold.ts";
import type { JudgedRun, Rule } from "./judged-run.ts";
import { breachBy, judged, noRunOf, profileMismatch, policyRule } from "./judged-run.ts";
import type { Source } from "./source-lines.ts";

export function judgeBehaviour(
  run: JudgedRun,
  others: readonly JudgedRun[],
  source: Source | undefined,
): Judgement[] {
  return Object.entries(run.gate.policy.behaviour ?? {}).flatMap(([selector, rule]) =>
    Object.entries(rule).flatMap(([key, value]): Judgement | [] => {
      if (key === "onlyIn") return [];
      const path = ["policy", "behaviour", selector, key];
      const expects = expectedWords(key, value, rule);
      const words = { selects: selectedWords(selector), ...(expects && { expects }) };
      const text = ruleText(selector, key, value);
      const named = { ...policyRule("policy", path, text, run, source), ...words };
      const why = profileMismatch(rule.onlyIn, run);
      if (why !== undefined) return judged(named)("skipped", why);
      const { cases } = run.gate.selectors.get(selector) ?? { cases: 0 };
      const isPart = run.part?.matching.has(selector) === true;
      if (cases === 0)
        return isPart ? judged(named)("skipped", notAsked(run)) : noCase(named, run, selector);
      if (key === "stable") return judgeStable(named, run, selector);
      if (key === "agreesWith") return judgeAgreement(named, run, others, selector, String(value));
      const fold = run.gate.checks.find(
        (each) => each.selector === selector && each.check.key === key,
      );
      if (fold === undefined) throw new Error(`the run was not folded with ${named.rule}`);
      return judgeCheck(named, run, fold, cases);
    }),
  );
}

function ruleText(selector: string, key: string, value: unknown): string {
  const schema = key === "body" && typeof value === "object" && value !== null;
  const shown = schema
    ? isZod(value as Parameters<typeof isZod>[0])
      ? "a zod schema"
      : "a JSON Schema"
    : JSON.stringify(value);
  return `${/^[\w-]+$/.test(selector) ? selector : JSON.stringify(selector)}.${key}: ${shown}`;
}

const EXPECTS: Record<string, (value: unknown) => string> = {
  stable: () => SAME_RESPONSE,
  agreesWith: (name) => `the response of ${String(name)}`,
};
const SAME_RESPONSE = "the same response each time";

const expectedWords = (key: string, value: unknown, rule: Expectation): string | undefined =>
  EXPECTS[key]?.(value) ?? observationChecks(rule).find((check) => check.key === key)?.expected;

function selectedWords(selector: string): string {
  const { by, name } = parseSelector(selector);
  const words = {
    all: "all cases",
    suite: isGlob(name) ? `suites ${name}` : `suite ${name}`,
    case: isGlob(name) ? `cases ${name}` : `case ${name}`,
    tag: `cases with the tag ${name}`,
  };
  return words[by];
}

function noCase(rule: Rule, { gate, summary }: JudgedRun, selector: string): Judgement {
  const { by, name } = gate.selectors.get(selector)?.selector ?? { by: "case", name: selector };
  const known = knownNames(gate.run, by);
  const near = nearest(name, known);
  const hint = near === undefined ? "" : `; did you mean ${by === "tag" ? "tag:" : ""}${near}?`;
  const whole = summary.suites.length === 0 ? " (it sent no cases)" : "";
  const found = `no case of this run matches ${JSON.stringify(selector)}${hint}${whole}`;
  return judged(rule)("error", found);
}

function knownNames(run: RunFold, by: string): Iterable<string> {
  const cases = [...run.cases.values()].map((fold) => fold.case);
  if (by === "tag")
    return new Set(
      cases.flatMap(({ clauses, family }) => [...clauses, ...(family ? [family] : [])]),
    );
  return by === "suite"
    ? (run.header?.suites ?? []).map(({ name }) => name)
    : cases.map(({ id }) => id);
}

function judgeCheck(rule: Rule, run: JudgedRun, fold: CheckFold, cases: number): Judgement {
  const { looked, unknown, breaches, check } = fold;
  const all = counted(cases, "case");
  const give = judged(rule);
  if (looked === 0) return give("error", `nothing to judge: no response to ${all}`);
  const found = [...breaches].map(([id, observed]) => {
    const sent = run.gate.run.cases.get(id)?.signatures.length ?? 1;
    return breachBy(run, id, check.expected, observedText(observed, sent));
  });
  if (breaches.size > 0) return give("fail", `${whole(breaches.size)} of ${all}`, found);
  const looks = `${all}, ${counted(looked, "observation")}`;
  if (unknown === undefined) return give("pass", looks);
  const doubt = `of which ${whole(unknown.count)} cannot be judged: ${unknown.why}`;
  return give("inconclusive", `${looks}, ${doubt}`);
}

/** `500 (2 of 2)`. */
const observedText = (observed: ReadonlyMap<string, number>, sent: number): string =>
  [...observed].map(([text, count]) => `${text} (${whole(count)} of ${whole(sent)})`).join(", ");

/** Judges stability. A case that was sent once cannot show it; a case that changes because of a repeated id is explained. */
function judgeStable(rule: Rule, run: JudgedRun, selector: string): Judgement {
  const fold = withoutExplored(run.gate.run);
  const picks = run.gate.selectors.get(selector)?.selector.picks ?? (() => false);
  const repeated = repeatedIdResponses(fold);
  const { isQuarantined } = run.gate;
  const chosen = [...fold.cases.values()].filter(
    (each) => picks(each.case) && !isQuarantined(each.case),
  );
  const repeats = chosen.filter(({ signatures }) => signatures.length > 1);
  const give = judged(rule);
  if (repeats.length === 0 && run.part !== undefined)
    return give("skipped", `${notAsked(run)}: no selected case was sent more than once`);
  if (repeats.length === 0)
    return give("error", "no selected case was sent more than once: use --repeats 2");
  const breaches = repeats
    .filter((each) => stabilityOf(each, repeated) === "unstable")
    .map(({ case: { id }, signatures }) =>
      breachBy(run, id, SAME_RESPONSE, signatures.join(" / ")),
    );
  const all = counted(repeats.length, "case");
  if (breaches.length === 0) return give("pass", `${all} sent more than once`);
  return give("fail", `${whole(breaches.length)} of ${all}`, breaches);
}

type Settled = { case: Case; signature: string; seen: ReadonlySet<string> };

/** Whether two targets respond in the same way: only stable hand-chosen cases with the same request count. */
function judgeAgreement(
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
  if (other === undefined) return give("error", noRunOf(name, others));
  const picks = run.gate.selectors.get(selector)?.selector.picks ?? (() => false);
  const theirs = settledCases(other.gate.run);
  const shared = [...settledCases(run.gate.run).values()].flatMap((mine) => {
    const their = picks(mine.case) ? theirs.get(mine.case.id) : undefined;
    if (their === undefined || !sameRequest(mine.case, their.case)) return [];
    // Where both once gave the same response, the case varies.
    const isSame = mine.signature === their.signature;
    const varies = !isSame && [...mine.seen].some((each) => their.seen.has(each));
    return varies ? [] : [{ mine, their }];
  });
  if (shared.length === 0)
    return give("error", `no selected case is stable both here and at ${name}`);
  const breaches = shared
    .filter(({ mine, their }) => mine.signature !== their.signature)
    .map(({ mine, their }) =>
      breachBy(run, mine.case.id, `${their.signature}, as ${name} responds`, mine.signature),
    );
  const all = counted(shared.length, "shared case");
  if (breaches.length === 0) return give("pass", `${all} with the same response`);
  return give("fail", `${whole(breaches.length)} of ${all}`, breaches);
}

function settledCases(whole: RunFold): Map<string, Settled> {
  const run = withoutExplored(whole);
  const repeated = repeatedIdResponses(run);
  return new Map(
    [...run.cases.values()].flatMap((fold) => {
      const [signature] = judgedSignatures(fold);
      const settled = signature !== undefined && !varies(stabilityOf(fold, repeated));
      if (!settled) return [];
      const seen = new Set([signature, ...furtherSignatures(fold, repeated)]);
      return [[fold.case.id, { case: fold.case, signature, seen }] as const];
    }),
  );
}

const sameRequest = (one: Case, other: Case): boolean =>
  one === other || JSON.stringify(one.request) === JSON.stringify(other.request);
