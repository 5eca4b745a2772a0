import type { GateResult, Summary } from "../model/index.ts";
import { cleanLine, type GateTest, gateTests, observedLines } from "./gate-tests.ts";
import { sum } from "../stats/index.ts";

const GROUPS = ["record", "stated", "policy", "threshold", "baseline"] as const;

/**
 * The gate as JUnit XML: a testsuite for each target and kind of rule, with one testcase for each rule. The first
 * testsuite of a target has the time of its run, and in `system-out` what the run observed. A rule that cannot be judged
 * is an error, an inconclusive one is skipped, one with a warning passes and is in `system-out`.
 */
export function junitXml(result: GateResult, summaries: readonly Summary[]): string {
  const tests = gateTests(result);
  const names = new Set(
    [...result.targets, ...tests.map(({ target: name }) => ({ name }))].map(({ name }) => name),
  );
  const suites = [...names].flatMap((name) =>
    GROUPS.flatMap((group) => {
      const own = tests.filter((test) => test.target === name && test.group === group);
      return own.length === 0 ? [] : [{ name, group, tests: own }];
    }),
  );
  const root = xmlElement(
    "testsuites",
    { name: "witness gate", ...countsOf(tests), time: seconds(sum(summaries.map(durationOf))) },
    suites.flatMap((suite, id) => {
      const summary = summaries.find(({ target }) => target.name === suite.name);
      const isFirst = suites.findIndex(({ name }) => name === suite.name) === id;
      return suiteElement(suite, {
        id,
        target: result.targets.find(({ name }) => name === suite.name),
        summary,
        took: isFirst && summary !== undefined ? durationOf(summary) : 0,
        observed: isFirst ? observedLines(result, summary, suite.name) : [],
      });
    }),
  );
  return `${['<?xml version="1.0" encoding="UTF-8"?>', ...root].join("\n")}\n`;
}

type JunitSuite = { name: string; group: GateTest["group"]; tests: GateTest[] };

/** Facts about the target, if it is one of the run's. */
type Known = {
  id: number;
  target: GateResult["targets"][number] | undefined;
  summary: Summary | undefined;
  took: number;
  observed: readonly string[];
};

function suiteElement({ name, group, tests }: JunitSuite, known: Known) {
  const { id, target, summary, took, observed } = known;
  const skipped = tests.filter(
    ({ status }) => status === "inconclusive" || status === "skipped",
  ).length;
  return xmlElement(
    "testsuite",
    {
      id,
      name: cleanLine(`${name} ${group}`),
      package: cleanLine(name),
      ...countsOf(tests),
      skipped,
      time: seconds(took),
      // The common schema has a time without fraction and zone. It is UTC.
      timestamp: summary?.startedAt.slice(0, 19),
      hostname: "localhost",
    },
    [
      ...xmlElement("properties", {}, target === undefined ? [] : propertyElements(target)),
      ...tests.flatMap(testElement),
      ...xmlElement("system-out", {}, [foundText(tests), ...observed].filter(Boolean).join("\n")),
      ...xmlElement("system-err", {}),
    ],
  );
}

const propertyElements = ({ baseUrl, run, hint }: GateResult["targets"][number]): string[] =>
  Object.entries({ baseUrl, run, ...(hint !== undefined && { hint }) }).flatMap(([name, value]) =>
    xmlElement("property", { name, value: cleanLine(value) }),
  );

/** The results of passed tests: a passing testcase has no room for them. */
const foundText = (tests: readonly GateTest[]): string =>
  tests
    .flatMap(({ status, name, message, details }) => {
      if (status === "warning") return `warning: ${name}: ${message}\n${details}`;
      const isTold = (status === "passed" && message !== "") || status === "inconclusive";
      return isTold ? `${name}: ${message}` : [];
    })
    .join("\n");

function testElement({ target, group, name, status, message, details }: GateTest): string[] {
  const attributes = { classname: cleanLine(`${target}.${group}`), name, time: seconds(0) };
  const type = group;
  const inside = {
    passed: () => [],
    warning: () => [],
    failed: () => xmlElement("failure", { type, message }, details),
    error: () => xmlElement("error", { type, message }, details),
    inconclusive: () => xmlElement("skipped", { message }),
    skipped: () => xmlElement("skipped", { message }),
  }[status]();
  return xmlElement("testcase", attributes, inside);
}

function countsOf(tests: readonly GateTest[]) {
  const count = (wanted: GateTest["status"]): number =>
    tests.filter(({ status }) => status === wanted).length;
  return { tests: tests.length, failures: count("failed"), errors: count("error") };
}

const durationOf = ({ durationMs }: Summary): number => durationMs ?? 0;
const seconds = (ms: number): string => (ms / 1000).toFixed(3);

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\n": "&#10;",
  "\t": "&#9;",
};

/** The text must only contain characters that XML allows. */
const xmlText = (text: string): string => text.replace(/[&<>]/g, (char) => entities[char] ?? "");

const attributeText = (text: string): string =>
  text.replace(/[&<>"'\n\t]/g, (char) => entities[char] ?? "");

/**
 * An element as lines. A text is escaped and put between the tags; lines are other elements, and
 * are indented. An attribute without a value is left out.
 */
function xmlElement(
  name: string,
  attributes: Record<string, string | number | undefined>,
  content: string | readonly string[] = [],
): string[] {
  const given = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : ` ${key}="${attributeText(String(value))}"`,
  );
  const open = `<${name}${given.join("")}`;
  if (content.length === 0) return [`${open}/>`];
  if (typeof content === "string") return [`${open}>${xmlText(content)}</${name}>`];
  return [`${open}>`, ...content.map((line) => `  ${line}`), `</${name}>`];
}
