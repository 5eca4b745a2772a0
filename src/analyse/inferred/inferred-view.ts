import { groupBy, ruleWithRefusals, sum } from "../../stats/index.ts";
import type {
  CheckOrder,
  Finding,
  InferredCheck,
  InferredPart,
  InferredSummary,
  RuleFinding,
} from "../../model/index.ts";
import { groupDigits, shortList, textsOf, whole } from "../../text/index.ts";

const QUOTED = 3;
const NAMED = 3;

/** Parts whose rules are worth quoting; servers read the rest of the message alike. */
const QUOTABLE: ReadonlySet<string> = new Set(["field", "parameter"]);

/** The inferred rules in words; undefined without experiments. */
export function inferredView(findings: readonly Finding[]): InferredSummary | undefined {
  const rules = findings.filter((each) => each.kind === "rule");
  if (rules.length === 0) return undefined;
  const order = findings.find((each) => each.kind === "check-order");
  const parts = rules.map(partView);
  const sure = parts.filter(({ state, part }) => state === "sure" && QUOTABLE.has(part));
  return {
    headline: sure.map(({ name, rule }) => `${name}: ${rule}`).join(" · ") || undefined,
    parts,
    order: order && orderWords(order),
    ...contractOf(findings),
    requests: sum([...rules, ...(order ? [order] : [])].map(({ requests }) => requests)),
  };
}

function contractOf(findings: readonly Finding[]): Pick<InferredSummary, "contract"> {
  const found = findings.find((each) => each.kind === "contract-proof");
  if (found === undefined) return {};
  const { type: _type, kind: _kind, ...contract } = found;
  return { contract };
}

const UNDECIDED = "the same value gets different responses";

export const ruleClauses = (finding: RuleFinding): string[] => clausesOf(finding, checkWords);

const clausesOf = (finding: RuleFinding, wordsOf: typeof checkWords): string[] =>
  stateOf(finding) === "unstable"
    ? [UNDECIDED]
    : [
        ...new Set([
          ...byAspect(finding.checks).map((check) => wordsOf(check, finding.part)),
          ...(wordsOf === withResponse
            ? limitsWithResponse(finding.limits)
            : limitWords(finding.limits)),
        ]),
      ];

/**
 * Joins two checks of an aspect that one rule explains: a value that breaks it gets one of two responses. If a check has no
 * known rule, the rules of the others are not told: they were compared only with values that it let through.
 */
function byAspect(checks: readonly InferredCheck[]): InferredCheck[] {
  const [alone, ruled] = [true, undefined].map((wanted) =>
    checks.filter(({ beyond }) => beyond === wanted),
  ) as [InferredCheck[], InferredCheck[]];
  const joined = [...groupBy(ruled, ({ aspect }) => aspect).values()].flatMap((own) => {
    const [first, ...others] = own;
    const shared = first.rules.filter(({ id }) =>
      others.every(({ rules }) => rules.some((rule) => rule.id === id)),
    );
    if (others.length === 0) return own;
    const unknown = own.find(({ rules }) => rules.length === 0);
    const signature = own.flatMap((each) => each.signature ?? []).join(" or ");
    if (unknown !== undefined) return [{ ...unknown, signature }];
    if (shared.length === 0) return own;
    const state = own.some((each) => each.state === "sure") ? "sure" : first.state;
    return [{ ...first, rules: shared, state, signature }];
  });
  return [...joined, ...alone];
}

function withResponse(check: InferredCheck, part: string): string {
  const words = checkWords(check, part);
  if (check.signature === undefined || check.beyond === true) return words;
  // A rule that says what is accepted is followed by what the rest gets.
  const isOfRefusals = check.rules.length === 0 || /\b(?:refused|required)$/.test(words);
  return isOfRefusals ? `${words} (${check.signature})` : `${words}, else ${check.signature}`;
}

function partView(finding: RuleFinding): InferredPart {
  const { part, name, checks, requests } = finding;
  const limits = limitWords(finding.limits);
  const state = stateOf(finding);
  const refusals = refusalsOf(finding);
  // Rules for several responses contradict each other unless each names its own.
  const clauses = refusals.length > 1 ? clausesOf(finding, withResponse) : ruleClauses(finding);
  // A rule that says "of any size" would contradict a limit of the value.
  const isBounded = finding.limits.some(({ about }) => /^an? /.test(about));
  const rule = joinedClauses(
    isBounded
      ? clauses.map((each) => each.replace("an integer of any size", "an integer"))
      : clauses,
  );
  const refuted = checks
    .filter(({ state: own }) => own !== "none")
    .flatMap((check) => check.refuted)
    .map(({ name, by, signature, case: id }) => ({ rule: name, by, signature, case: id }));
  const text = ruleWithRefusals({ rule, refusals, state });
  // `media type: the rule is not known`, not `media type: media types: ...`.
  const sentence = `${name}: ${text.startsWith(`${name}s: `) ? text.slice(name.length + 3) : text}`;
  return {
    part,
    name,
    rule,
    refusals,
    state,
    sentence: refuted.length === 0 ? sentence : `${sentence} (refuted: ${refutedWords(refuted)})`,
    equal: checks.flatMap((check) => check.rules.slice(1).map((each) => each.name)),
    refuted,
    limits,
    families: (finding.families ?? []).map(({ family, signatures }) => {
      const counts = Object.entries(signatures).map(([each, count]) => `${each} ×${whole(count)}`);
      return `${family}: ${counts.join(", ")}`;
    }),
    requests,
  };
}

const REFUSED = / (?:is|are) refused(?<got> \([^)]+\))?$/;

/** Rules in one sentence; the ones with the same refusal are joined. */
export function joinedClauses(words: readonly string[]): string {
  const refused = groupBy(new Set(words), (each) => {
    const got = REFUSED.exec(each)?.groups;
    return got === undefined ? each : (got["got"] ?? "");
  });
  const alone = [...refused.values()].flatMap((own) => (own.length === 1 ? own : []));
  const together = [...refused].flatMap(([got, own]) =>
    own.length > 1
      ? [`${listed(own.map((each) => each.replace(REFUSED, "")))} are refused${got}`]
      : [],
  );
  return [...alone, ...together].join("; ");
}

const listed = (words: readonly string[]): string =>
  `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

function stateOf({ checks, undecided }: RuleFinding): InferredPart["state"] {
  if (undecided === true || checks.length === 0) return "unstable";
  const states = new Set(byAspect(checks).map(({ state }) => state));
  if (states.has("none")) return "none";
  return states.has("open") ? "open" : "sure";
}

/** What rules about strings say of a parameter, which is always text. */
const ofParameter = (words: string): string =>
  words
    .replace(/^strings by /, "read by ")
    .replace(/^strings of /, "")
    .replace(/^strings are /, "any text is ")
    .replace(/^(?:any string|strings)/, "any text")
    .replace("the field", "it");

/** What an aspect without a known rule is about: its rules are called "... are accepted" and the like. */
function aboutWords({ aspect, refuted }: InferredCheck): string {
  const [, about] = /^([^;]+?) (?:is|are|must|stands?) /.exec(refuted[0]?.name ?? "") ?? [];
  return ASPECTS[aspect] ?? about ?? aspect.replaceAll("-", " ");
}

const ASPECTS: Readonly<Record<string, string>> = {
  number: "numbers",
  string: "strings",
  boolean: "true and false",
  null: "null",
  array: "arrays",
  object: "objects",
  missing: "requests without the field",
  type: "media types",
  name: "charsets",
};

function checkWords(check: InferredCheck, part: string): string {
  const { state, rules } = check;
  const names = rules.map(({ name }) => (part === "parameter" ? ofParameter(name) : name));
  const [first, ...others] = names;
  if (check.beyond === true)
    return `values such as ${check.values?.refused[0]} get ${check.signature}`;
  if (first === undefined && check.aspect === "parser") return "none of the known JSON parsers";
  if (first === undefined) return `${aboutWords(check)}: ${valueWords(check)}`;
  if (state === "sure" || others.length === 0) return first;
  return [first, ...shortList(others, NAMED, String)].join(", or ");
}

/** Which values are accepted and refused, where no rule is named. */
function valueWords({ values }: InferredCheck): string {
  const { accepted = [], refused = [] } = values ?? {};
  return textsOf(
    "the rule is not known",
    accepted.length > 0 && `${accepted.join(", ")} accepted`,
    refused.length > 0 && `${refused.join(", ")} not`,
  ).join(", ");
}

/** Every response to what a rule or a limit refuses. */
const refusalsOf = ({ checks, limits }: RuleFinding): string[] => [
  ...new Set([
    ...checks.flatMap(({ signature }) => signature ?? []),
    ...(checks.some(({ signature }) => signature !== undefined)
      ? limits.map(({ outside }) => outside.signature)
      : []),
  ]),
];

const limitsWithResponse = (limits: RuleFinding["limits"]): string[] =>
  [...groupBy(limits, ({ id }) => id).values()].map((own) => {
    const got = new Set(own.map(({ outside }) => outside.signature));
    return `${limitWords(own).join("; ")}, else ${[...got].join(" or ")}`;
  });

function limitWords(limits: RuleFinding["limits"]): string[] {
  return [...groupBy(limits, ({ id }) => id).values()].map((own) => {
    const [{ about }] = own;
    // `a number from 1 up to 9`, but `1 to 9 items`: a count has separators, a value stays as it is sent.
    const isValue = /^an? /.test(about);
    const at = (bound: string): string | undefined => {
      const found = own.find((each) => each.bound === bound)?.at;
      return found === undefined || isValue ? found : groupDigits(found);
    };
    const [from, to] = [at("minimum"), at("maximum")];
    if (isValue) return textsOf(about, from && `from ${from}`, to && `up to ${to}`).join(" ");
    const of = (to ?? from) === "1" ? singular(about) : about;
    if (from === undefined) return `at most ${to} ${of}`;
    return to === undefined
      ? `at least ${from} ${of}`
      : `${from === to ? `exactly ${to}` : `${from} to ${to}`} ${of}`;
  });
}

/** `byte in UTF-8 or code point`. */
const singular = (units: string): string =>
  units
    .split(" or ")
    .map((unit) => unit.replace(/s(?= |$)/, ""))
    .join(" or ");

function refutedWords(refuted: InferredPart["refuted"]): string {
  const rest = (more: number): string => `${more} more in the report`;
  return shortList(refuted, QUOTED, ({ rule, by }) => `“${rule}” by ${by}`, rest).join("; ");
}

const orderWords = ({ steps }: CheckOrder): string =>
  steps
    .map(({ parts, signatures }) => `${parts.join(", ")} (${signatures.join(", ")})`)
    .join(", then ");
