import type { CheckOrder, Finding, InferredCheck, RuleFinding } from "../../model/finding.ts";
import type { InferredPart, InferredSummary } from "../../model/inferred-summary.ts";
import { whole } from "../../text/numbers.ts";

/** Refuted rules in a sentence, and all that are listed. */
const QUOTED = 3;
/** Equally good rules that are named. */
const NAMED = 3;

/** What was inferred, in words; undefined if no experiments were made. */
export function inferredView(findings: readonly Finding[]): InferredSummary | undefined {
  const rules = findings.filter((each): each is RuleFinding => each.kind === "rule");
  if (rules.length === 0) return undefined;
  const order = findings.find((each): each is CheckOrder => each.kind === "check-order");
  const parts = rules.map(partView);
  const words = order && orderWords(order);
  const sure = parts.filter(({ state, part }) => state === "sure" && part === "field");
  return {
    ...(sure.length > 0 && {
      headline: sure.map(({ name, rule }) => `${name}: ${rule}`).join(" · "),
    }),
    parts,
    ...(words !== undefined && { order: words }),
    requests: [...rules, ...(order ? [order] : [])].reduce((sum, each) => sum + each.requests, 0),
  };
}

const UNDECIDED = "the same value gets different responses";

/** What a finding says, one clause for each check and limit. */
export const ruleClauses = (finding: RuleFinding): string[] =>
  stateOf(finding) === "unstable"
    ? [UNDECIDED]
    : [...new Set([...finding.checks.map(checkWords), ...limitWords(finding.limits)])];

function partView(finding: RuleFinding): InferredPart {
  const { part, name, checks, requests } = finding;
  const limits = limitWords(finding.limits);
  const state = stateOf(finding);
  const rule = joinedClauses(ruleClauses(finding));
  const refusals = [...new Set(checks.flatMap(({ signature }) => signature ?? []))];
  const refuted = checks
    .filter(({ state: own }) => own !== "none")
    .flatMap((check) => check.refuted)
    .map(({ name: refutedRule, by, signature, case: shown }) => ({
      rule: refutedRule,
      by,
      signature,
      ...(shown !== undefined && { case: shown }),
    }));
  return {
    part,
    name,
    rule: state === "unstable" ? UNDECIDED : rule,
    refusals,
    state,
    sentence: [
      `${name}: ${state === "unstable" ? UNDECIDED : rule}`,
      ...(refusals.length > 0 ? [`${elseWords(state)} ${refusals.join(" or ")}`] : []),
      ...(refuted.length > 0 ? [` (refuted: ${refutedWords(refuted)})`] : []),
    ].join(""),
    equal: checks.flatMap((check) => check.rules.slice(1).map((each) => each.name)),
    refuted,
    limits,
    families: (finding.families ?? []).map(
      ({ family, signatures }) =>
        `${family}: ${Object.entries(signatures)
          .map(([signature, count]) => `${signature} ×${whole(count)}`)
          .join(", ")}`,
    ),
    requests,
  };
}

/** Without a rule, there is nothing that a refused value breaks. */
const elseWords = (state: InferredPart["state"]): string =>
  state === "none" ? "; what is refused gets" : ", else";

const REFUSED = / (?:is|are) refused$/;

/** Rules in one sentence: what is refused together, and at the end. */
export function joinedClauses(words: readonly string[]): string {
  const all = [...new Set(words)];
  const refused = all.filter((each) => REFUSED.test(each)).map((each) => each.replace(REFUSED, ""));
  const [last] = refused.slice(-1);
  const together =
    refused.length > 1 ? [`${refused.slice(0, -1).join(", ")} and ${last} are refused`] : [];
  const others = refused.length > 1 ? all.filter((each) => !REFUSED.test(each)) : all;
  return [...others, ...together].join("; ");
}

function stateOf({ checks, undecided }: RuleFinding): InferredPart["state"] {
  if (undecided === true || checks.length === 0) return "unstable";
  if (checks.some(({ state }) => state === "none")) return "none";
  return checks.some(({ state }) => state === "open") ? "open" : "sure";
}

function checkWords({ aspect, state, rules }: InferredCheck): string {
  const [first, ...others] = rules;
  if (first === undefined) return `none of the known rules (${aspect})`;
  if (state === "sure" || others.length === 0) return first.name;
  const named = others.slice(0, NAMED).map(({ name }) => name);
  const more = others.length - named.length;
  return `${[first.name, ...named].join(", or ")}${more > 0 ? `, or ${more} more` : ""}`;
}

function limitWords(limits: RuleFinding["limits"]): string[] {
  const byRule = new Map<string, RuleFinding["limits"]>();
  for (const limit of limits) byRule.set(limit.id, [...(byRule.get(limit.id) ?? []), limit]);
  return [...byRule.values()].map((own) => {
    const at = (bound: string): string | undefined => own.find((each) => each.bound === bound)?.at;
    const range = [
      ...(at("minimum") === undefined ? [] : [`from ${at("minimum")}`]),
      ...(at("maximum") === undefined ? [] : [`up to ${at("maximum")}`]),
    ];
    return `${own[0]?.about ?? ""} ${range.join(" ")}`;
  });
}

function refutedWords(refuted: InferredPart["refuted"]): string {
  const quoted = refuted.slice(0, QUOTED).map(({ rule, by }) => `${rule} by ${by}`);
  const more = refuted.length - quoted.length;
  return [...quoted, ...(more > 0 ? [`${more} more`] : [])].join("; ");
}

function orderWords({ steps }: CheckOrder): string {
  return steps
    .map(({ parts, signatures }) => `${parts.join(", ")} (${signatures.join(", ")})`)
    .join(", then ");
}
