import {
  type Breach,
  type GateLevel,
  type GateResult,
  type Judgement,
  type Summary,
  inconclusiveAs,
} from "../model/index.ts";
import { counted, escapeUnseenButBreaks, whole } from "../text/index.ts";

/** How many of a rule's cases its own entry lists; each also has a separate entry. */
const MOST_TOLD = 10;

/** One entry of a test report. Its texts are clean; `name` is unique within target and group. */
export type GateTest = {
  target: string;
  /** The kind of rule, `finding` for what fails no rule, or `observed` for the responses to a suite's cases. */
  group: Judgement["kind"] | "finding" | "observed";
  name: string;
  status: "passed" | "warning" | "failed" | "error" | "inconclusive" | "skipped";
  message: string;
  /** Rule, place, expected against observed, replay: a line each. */
  details: string;
  /** Where the rule is, if that is a file. */
  file?: string | undefined;
  line?: number | undefined;
};

/**
 * The gate as a list of tests: one for each judgement, one more for each case that breaks its rule,
 * and one for each finding and each sent suite, which always passes: observations never fail.
 */
export function gateTests(result: GateResult, summaries: readonly Summary[]): GateTest[] {
  const judged = result.judgements.flatMap((each) => [
    ruleTest(each),
    ...brokenTests(each),
    ...unchangedTests(each),
  ]);
  const decided = judged.map((test) => ({ ...test, status: decidedStatus(test, result.level) }));
  return uniqueNames([...findingTests(result), ...decided, ...summaries.flatMap(suiteTests)]);
}

/** The status of a test with the options that decide what doubt is. A doubtful record is never passed. */
function decidedStatus({ status, group }: GateTest, level: GateLevel = {}): GateTest["status"] {
  const inconclusive = inconclusiveAs(level);
  if (status === "warning" && level.strict === true) return "failed";
  if (status !== "inconclusive" || inconclusive === undefined) return status;
  if (inconclusive === "fail") return "failed";
  return group === "record" ? status : "passed";
}

const statuses = {
  pass: "passed",
  warn: "warning",
  fail: "failed",
  error: "error",
  inconclusive: "inconclusive",
  skipped: "skipped",
} as const;

function ruleTest(judgement: Judgement): GateTest {
  const { rule, text, verdict, found, breaches, causes = [] } = judgement;
  const listed = breaches.slice(0, MOST_TOLD);
  const more = breaches.length - listed.length;
  const own = breaches.find((breach) => breach.case === undefined);
  return {
    ...sharedParts(judgement),
    name: cleanLine(`${rule}: ${text}`),
    status: statuses[verdict],
    message: cleanLine(own === undefined ? found : comparedText(own)),
    details: [
      ...ruleLines(judgement),
      `found     ${found}`,
      ...causes.map((cause) => `finding   ${cause.text}`),
      ...listed.flatMap((breach) => ["", ...breachLines(breach)]),
      ...(more > 0 ? ["", `… and ${whole(more)} more`] : []),
    ]
      .map(cleanText)
      .join("\n"),
  };
}

const unchangedTests = (judgement: Judgement): GateTest[] =>
  (judgement.unchanged ?? []).map((id) => ({
    ...sharedParts(judgement),
    name: cleanLine(`${judgement.rule}: ${id}`),
    status: "passed",
    message: "",
    details: "",
  }));

function brokenTests(judgement: Judgement): GateTest[] {
  if (judgement.verdict !== "fail") return [];
  return judgement.breaches.flatMap((breach) =>
    breach.case === undefined
      ? []
      : {
          ...sharedParts(judgement),
          name: cleanLine(`${judgement.rule}: ${breach.case}`),
          status: "failed" as const,
          message: cleanLine(comparedText(breach)),
          details: [...ruleLines(judgement), ...breachLines(breach)].map(cleanText).join("\n"),
        },
  );
}

const sharedParts = ({ target, kind, file, line }: Judgement) => ({
  target,
  group: kind,
  file: file === undefined ? undefined : cleanLine(file),
  line,
});

const ruleLines = ({ rule, text, source }: Judgement): string[] => [
  `rule      ${rule}: ${text}`,
  ...(source === undefined ? [] : [`in        ${source}`]),
];

const breachLines = ({ expected, observed, replay, ...breach }: Breach): string[] => [
  ...(breach.case === undefined ? [] : [`case      ${breach.case}`]),
  `expected  ${expected}`,
  `observed  ${observed}`,
  ...(replay === undefined ? [] : [`replay    ${replay}`]),
];

const comparedText = ({ expected, observed }: Breach): string =>
  `expected ${expected}, observed ${observed}`;

const findingTests = ({ findings = [] }: GateResult): GateTest[] =>
  findings.map(({ target, case: id, text }) => ({
    target,
    group: "finding",
    name: cleanLine(id),
    status: "passed",
    message: cleanLine(text),
    details: "",
  }));

function suiteTests({ target, suites }: Summary): GateTest[] {
  return suites.map(({ name, about, cases, outcomes }) => {
    const counts = Object.entries(outcomes).map(([code, count]) => `${code} ×${whole(count)}`);
    const message = cleanLine(`${counted(cases, "case")}: ${counts.join(", ")}`);
    const details = cleanLine(about);
    return { target: target.name, group: "observed", name, status: "passed", message, details };
  });
}

type Named = { target: string; group: string; name: string };

/** The same entries, with a number after repeated names: readers of the report drop duplicates. */
export function uniqueNames<T extends Named>(entries: readonly T[]): T[] {
  const taken = new Set<string>();
  const given = new Map<string, number>();
  return entries.map((entry) => {
    const key = (name: string): string => JSON.stringify([entry.target, entry.group, name]);
    let { name } = entry;
    for (let nth = given.get(key(entry.name)) ?? 2; taken.has(key(name)); nth++) {
      name = `${entry.name} (${nth})`;
      given.set(key(entry.name), nth + 1);
    }
    taken.add(key(name));
    return { ...entry, name };
  });
}

/**
 * The breaches of a rule to show, with a maximum number: if causes are known, the first case of each comes before a
 * second one of any.
 */
export function casesToShow({ breaches, causes = [] }: Judgement, most: number): Breach[] {
  if (causes.length === 0 || breaches.length <= most) return breaches.slice(0, most);
  const firsts = new Set(causes.map(({ cases: [first] }) => first));
  const isFirst = (breach: Breach): boolean => firsts.has(breach.case);
  const others = breaches.filter((breach) => !isFirst(breach));
  return [...breaches.filter(isFirst), ...others].slice(0, most);
}

/** Text from outside as allowed in XML: line breaks and tabs stay, other invisible characters are escaped. */
const cleanText = (text: string): string => escapeUnseenButBreaks(text.replace(/\r\n?/g, "\n"));

/** The same on one line, with single spaces: readers of XML names merge several. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, " ").trim();

const COUNTED = {
  fail: "failed",
  error: "cannot be judged",
  inconclusive: "inconclusive",
  warn: "with a warning",
  pass: "passed",
  skipped: "skipped",
};

/** "2 failed", "38 passed": how many judgements have each verdict, the most important first. */
export const verdictCounts = (judgements: readonly Judgement[]): string[] =>
  Object.entries(COUNTED).flatMap(([wanted, word]) => {
    const { length } = judgements.filter(({ verdict }) => verdict === wanted);
    return length === 0 ? [] : [`${whole(length)} ${word}`];
  });
