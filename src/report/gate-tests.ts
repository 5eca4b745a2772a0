import type { Breach, GateLevel, GateResult, Judgement, Summary } from "../model/index.ts";
import { inconclusiveAs } from "../model/index.ts";
import { counted, escapeUnseenButBreaks, textsOf, whole } from "../text/index.ts";
import { causesOfRule } from "./gate-view.ts";

/** How many causes of a rule, or cases without a cause, its entry lists. */
const MOST_TOLD = 10;

/** One entry of a test report: a rule. Its texts are clean; `name` is unique within target and group. */
export type GateTest = {
  target: string;
  group: Judgement["kind"];
  name: string;
  status: "passed" | "warning" | "failed" | "error" | "inconclusive" | "skipped";
  message: string;
  /** Rule, place, and for each cause expected against observed and replay: a line each. */
  details: string;
  /** Where the rule is, if that is a file. */
  file?: string | undefined;
  line?: number | undefined;
};

/** The gate as a list of tests: one for each rule, however many cases it has. */
export const gateTests = (result: GateResult): GateTest[] =>
  uniqueNames(
    result.judgements.map((judgement) => {
      const test = ruleTest(judgement, result);
      return { ...test, status: decidedStatus(test, result.level) };
    }),
  );

/** What a target's tests do not say: its findings, and the responses to the cases of each suite. */
export function observedLines(
  { findings = [] }: GateResult,
  summary: Summary | undefined,
  target: string,
): string[] {
  const own = findings.filter((finding) => finding.target === target);
  return [
    ...own.map(({ case: id, text }) => `finding: ${id ?? "memory"}: ${text}`),
    ...(summary?.suites ?? []).map(({ name, cases, outcomes }) => {
      const counts = Object.entries(outcomes).map(([code, count]) => `${code} ×${whole(count)}`);
      return `observed: ${name}: ${counted(cases, "case")}: ${counts.join(", ")}`;
    }),
  ].map(cleanLine);
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

function ruleTest(judgement: Judgement, result: GateResult): GateTest {
  const { rule, text, verdict, found, breaches, source, target, kind, file, line } = judgement;
  const causes = causesOfRule(result, judgement);
  const told = causes.length > 0 ? causes : breaches.map((breach) => ({ text: "", breach }));
  const listed = told
    .slice(0, MOST_TOLD)
    .flatMap(({ text, breach }) => [
      "",
      ...textsOf(text !== "" && `cause     ${text}`),
      ...breachLines(breach),
    ]);
  const more = told.length - MOST_TOLD;
  const own = breaches.find((breach) => breach.case === undefined);
  return {
    target,
    group: kind,
    file: file === undefined ? undefined : cleanLine(file),
    line,
    name: cleanLine(`${rule}: ${text}`),
    status: statuses[verdict],
    message: cleanLine(
      [...reasonsOf(judgement, result), own === undefined ? found : comparedText(own)].join("; "),
    ),
    details: [
      `rule      ${rule}: ${text}`,
      ...textsOf(source && `in        ${source}`),
      `found     ${found}`,
      ...listed,
      ...(more > 0 ? ["", `… and ${whole(more)} more`] : []),
    ]
      .map(cleanText)
      .join("\n"),
  };
}

/** A list of tests shows the message alone: what is probably wrong, and the first cause. */
function reasonsOf(judgement: Judgement, result: GateResult): string[] {
  const [first, ...others] = causesOfRule(result, judgement);
  if (first === undefined) return [];
  const hint = result.targets.find(({ name }) => name === judgement.target)?.hint;
  const more = others.length > 0 && counted(others.length, "more cause");
  return textsOf(hint, first.text, more);
}

const breachLines = ({ expected, observed, replay, ...breach }: Breach): string[] =>
  textsOf(
    breach.case !== undefined && `case      ${breach.case}`,
    `expected  ${expected}`,
    `observed  ${observed}`,
    replay !== undefined && `replay    ${replay}`,
  );

const comparedText = ({ expected, observed }: Breach): string =>
  `expected ${expected}, observed ${observed}`;

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

/** Text from outside as allowed in XML: line breaks and tabs stay, other invisible characters are escaped. */
const cleanText = (text: string): string => escapeUnseenButBreaks(text.replace(/\r\n?/g, "\n"));

/** The same on one line, with single spaces: readers of XML names merge several. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, " ").trim();
