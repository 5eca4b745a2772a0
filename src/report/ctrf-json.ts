import type { GateResult, Summary } from "../model/index.ts";
import { cleanLine, type GateTest, gateTests, observedLines } from "./gate-tests.ts";

const SPEC_VERSION = "0.0.0";

const statuses = {
  passed: "passed",
  warning: "other",
  failed: "failed",
  error: "failed",
  inconclusive: "other",
  skipped: "skipped",
} as const;

/**
 * The gate in the Common Test Report Format: the same tests as in JUnit XML. A rule that cannot be
 * judged is failed, an inconclusive one or one with a warning is `other`; `rawStatus` distinguishes them.
 */
export function ctrfJson(result: GateResult, summaries: readonly Summary[]): string {
  const tests = gateTests(result);
  const { name, version } = result.tool;
  const targets = result.targets.map((target) => cleanLine(target.name));
  const report = {
    reportFormat: "CTRF",
    specVersion: SPEC_VERSION,
    generatedBy: `${name} ${version}`,
    results: {
      tool: { name, version },
      summary: summaryOf(tests, summaries),
      tests: tests.map(testOf),
      environment: targets.length === 0 ? undefined : { appName: targets.join(", ") },
      extra: {
        verdict: result.verdict,
        exitCode: result.exitCode,
        observed: result.targets.flatMap(({ name: target }) =>
          observedLines(
            result,
            summaries.find((summary) => summary.target.name === target),
            target,
          ).map((line) => `${cleanLine(target)}: ${line}`),
        ),
      },
    },
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function summaryOf(tests: readonly GateTest[], summaries: readonly Summary[]) {
  const count = (wanted: string): number =>
    tests.filter(({ status }) => statuses[status] === wanted).length;
  const starts = summaries.map(({ startedAt }) => Date.parse(startedAt));
  const stops = summaries.map(({ startedAt, endedAt }) => Date.parse(endedAt ?? startedAt));
  return {
    tests: tests.length,
    passed: count("passed"),
    failed: count("failed"),
    skipped: count("skipped"),
    pending: 0,
    other: count("other"),
    suites: new Set(tests.map(({ target, group }) => `${target} ${group}`)).size,
    start: starts.length === 0 ? 0 : Math.min(...starts),
    stop: stops.length === 0 ? 0 : Math.max(...stops),
  };
}

const testOf = ({ target, group, name, status, message, details, file, line }: GateTest) => ({
  name,
  status: statuses[status],
  duration: 0,
  suite: [cleanLine(target), group],
  message,
  trace: status === "passed" ? undefined : details,
  rawStatus: status,
  filePath: file,
  line,
});
