import { type Breach, type GateResult, type Judgement, inconclusiveAs } from "../model/index.ts";
import { counted, textsOf, whole } from "../text/index.ts";

export type GateHeadline = {
  word: string;
  mark: string;
  colour: "green" | "yellow" | "red";
  /** `2 of 7 rules failed`, `1 inconclusive`: what did not pass; of a gate that passed, how many did. */
  counts: string[];
};

const MARKS = { green: "✓", yellow: "⚠", red: "✗" };

/** The first line of a gate, wherever it is shown. */
export function gateHeadline(result: GateResult): GateHeadline {
  const { word, colour } = wordOf(result);
  const { judgements } = result;
  const [only, second] = judgements;
  const total = counted(judgements.length, "rule");
  const counts = openCounts(judgements, total);
  const passed = judgements.filter(({ verdict }) => verdict === "pass").length;
  const all = only !== undefined && second === undefined ? `${total}: ${only.text}` : total;
  const quiet = passed === judgements.length ? all : `${whole(passed)} of ${total} passed`;
  return { word, mark: MARKS[colour], colour, counts: counts.length > 0 ? counts : [quiet] };
}

export const VERDICTS = {
  fail: { mark: "✗", word: "failed", colour: "red" },
  error: { mark: "!", word: "cannot be judged", colour: "red" },
  inconclusive: { mark: "?", word: "inconclusive", colour: "yellow" },
  warn: { mark: "⚠", word: "warning", colour: "yellow" },
  skipped: { mark: "-", word: "skipped", colour: "dim" },
  pass: { mark: "✓", word: "passed", colour: "green" },
} as const;

type Verdict = keyof typeof VERDICTS;

const WORST_FIRST = ["fail", "error", "inconclusive", "warn"] as const;

/** `2 failed`, `1 with a warning`. */
const countWord = (verdict: Verdict): string =>
  verdict === "warn" ? "with a warning" : VERDICTS[verdict].word;

function openCounts(judgements: readonly Judgement[], total: string): string[] {
  const open = WORST_FIRST.flatMap((wanted) => {
    const count = judgements.filter(({ verdict }) => verdict === wanted).length;
    return count === 0 ? [] : { count, word: countWord(wanted) };
  });
  return open.map(
    ({ count, word }, at) => `${whole(count)} ${at === 0 ? `of ${total} ` : ""}${word}`,
  );
}

export const operationVerdict = (
  { judgements }: GateResult,
  operation: string,
): (typeof WORST_FIRST)[number] | "pass" => {
  const own = judgements.filter(({ target }) => target === operation);
  return WORST_FIRST.find((verdict) => own.some((each) => each.verdict === verdict)) ?? "pass";
};

/** `9 of 12 operations of items passed`, `2 failed`, `1 not sent`; undefined if no whole document was judged. */
export function operationCounts(result: GateResult): string[] | undefined {
  const { document, targets } = result;
  if (document === undefined) return undefined;
  const verdicts = targets.map(({ name }) => operationVerdict(result, name));
  const count = (wanted: string): number => verdicts.filter((each) => each === wanted).length;
  const others = WORST_FIRST.filter((each) => count(each) > 0);
  const { notSent, target } = document;
  return [
    `${whole(count("pass"))} of ${counted(targets.length, "operation")} of ${target.name} passed`,
    ...others.map((each) => `${whole(count(each))} ${countWord(each)}`),
    ...textsOf(notSent.length > 0 && `${whole(notSent.length)} not sent`),
  ];
}

type Word = Pick<GateHeadline, "word" | "colour">;

function wordOf({ verdict, exitCode, judgements, level = {} }: GateResult): Word {
  const { strict } = level;
  const isWarned = judgements.some((each) => each.verdict === "warn");
  if (verdict === "error") return { word: "CANNOT BE JUDGED", colour: "red" };
  if (verdict === "pass" && exitCode === 0)
    return isWarned
      ? { word: "PASSED WITH WARNINGS", colour: "yellow" }
      : { word: "PASSED", colour: "green" };
  if (verdict === "fail")
    return exitCode === 0
      ? { word: "FAILED, allowed by --warn", colour: "yellow" }
      : { word: "FAILED", colour: "red" };
  if (exitCode === 1)
    return { word: `FAILED by ${strict ? "--strict" : "--inconclusive fail"}`, colour: "red" };
  const by = inconclusiveAs(level) === "pass" ? "--inconclusive pass" : "--warn";
  const allowed = exitCode === 0 ? `, allowed by ${by}` : "";
  return { word: `INCONCLUSIVE${allowed}`, colour: "yellow" };
}

/** What did not pass: a cause with its cases, or a rule that has none. */
export type GateItem = {
  verdict: Exclude<Judgement["verdict"], "pass" | "skipped">;
  target: string;
  text: string;
  /** The text where the verdict stands next to it. */
  unmarked?: string;
  count?: number;
  source?: string;
  example: Breach | undefined;
  /** The rules that a cause breaks; the rule itself otherwise. */
  rules: Judgement[];
  /** Ids of the cases, the first ones. */
  cases: readonly string[];
};

/**
 * Everything that did not pass, failures first. The largest cause comes before rules without cases (thresholds), and
 * those before the other causes, so that neither hides the other.
 */
export function gateItems({ judgements, causes }: GateResult): GateItem[] {
  const byCause = causes.map((cause): GateItem => ({
    ...cause,
    rules: judgements.filter(
      ({ rule, target }) => cause.target === target && cause.rules.includes(rule),
    ),
  }));
  const told = new Set(byCause.flatMap(({ rules }) => rules));
  const byRule = judgements.flatMap((judgement): GateItem | [] => {
    const { verdict, rule, text, found, target, source, breaches } = judgement;
    if (verdict === "pass" || verdict === "skipped" || told.has(judgement)) return [];
    const named = rule.startsWith("policy.") ? text : `${rule}: ${text}`;
    return {
      verdict,
      target,
      text: `${named}: ${verdictPrefix(verdict)}${found}`,
      unmarked: `${named}: ${found}`,
      ...(source !== undefined && { source }),
      example: breaches[0],
      rules: [judgement],
      cases: breaches.flatMap((breach) => breach.case ?? []),
    };
  });
  return WORST_FIRST.flatMap((verdict) => {
    const [first, ...others] = byCause.filter((item) => item.verdict === verdict);
    const rules = byRule.filter((item) => item.verdict === verdict);
    return [...(first === undefined ? [] : [first]), ...rules, ...others];
  });
}

/** A case of a cause that fails may be only a warning of another rule. */
export const brokenRules = ({ rules, verdict }: GateItem): Judgement[] =>
  rules.filter((rule) => rule.verdict === verdict);

/** The causes of a rule's breaches, with their number of cases, and a breach of this rule for each. */
export function causesOfRule(
  { causes }: GateResult,
  { rule, target, breaches }: Judgement,
): { text: string; breach: Breach }[] {
  const own = causes.filter((cause) => cause.target === target && cause.rules.includes(rule));
  return own.map(({ text, count, cases, example }) => {
    const ids = new Set(cases);
    const same = breaches.find((breach) => breach.case === example.case);
    return {
      text: `${text} (${counted(count, "case")})`,
      breach: same ?? breaches.find((breach) => ids.has(breach.case ?? "")) ?? example,
    };
  });
}

/** Before the result of a rule that neither passed nor failed. */
export const verdictPrefix = (verdict: Verdict): string =>
  verdict === "pass" || verdict === "fail" ? "" : `${VERDICTS[verdict].word}: `;

/** "14 rules passed", "2 skipped: this run has no load (--no-load)". */
export function quietCounts(judgements: readonly Judgement[]): string[] {
  const passed = judgements.filter(({ verdict }) => verdict === "pass").length;
  const skipped = judgements.filter(({ verdict }) => verdict === "skipped");
  const why = [...new Set(skipped.map(({ found }) => found))];
  return textsOf(
    passed > 0 && `${counted(passed, "rule")} passed`,
    skipped.length > 0 && `${whole(skipped.length)} skipped: ${why.join("; ")}`,
  );
}
