import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { GateResult } from "../model/index.ts";
import {
  driftResult,
  HOSTILE,
  hostileResult,
  judgementOf,
  resultOf,
  sampleResult,
  sampleSummary,
  warnedResult,
} from "../../test/report/gate.ts";
import { junitXml } from "./junit-xml.ts";
import { uniqueNames } from "./gate-tests.ts";
import { malformedAt } from "../../test/report/junit/well-formed.ts";

const SCHEMA = fileURLToPath(new URL("../../test/report/junit/junit.xsd", import.meta.url));

const LINT = "xmllint";
const lint = (xml: string) =>
  spawnSync(LINT, ["--noout", "--nonet", "--schema", SCHEMA, "-"], {
    input: xml,
    encoding: "utf8",
  });
const withLint = lint("").error === undefined;

const twice = judgementOf({
  verdict: "fail",
  breaches: [1, 2].map(() => ({ case: "fields/a", expected: "201", observed: "400" })),
});

const results: [string, GateResult][] = [
  ["the sample", sampleResult],
  ["hostile text", hostileResult],
  ["no rule and no target", resultOf([], { targets: [] })],
  ["the same rule and case twice", resultOf([twice, twice])],
  ["a rule on a target that is not of the run", resultOf([judgementOf({ target: HOSTILE })])],
];
const documents = results.flatMap(([name, result]) => [
  { name, xml: junitXml(result, [sampleSummary]) },
  { name: `${name}, without its run`, xml: junitXml(result, []) },
]);

test("the sample", () => {
  expect(junitXml(sampleResult, [sampleSummary])).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="witness gate" tests="6" failures="2" errors="1" time="6.500">
      <testsuite id="0" name="go stated" package="go" tests="1" failures="0" errors="0" skipped="0" time="6.500" timestamp="2026-11-20T16:22:05" hostname="localhost">
        <properties>
          <property name="baseUrl" value="http://localhost:8080"/>
          <property name="run" value="reports/2026-11-20-go-7"/>
        </properties>
        <testcase classname="go.stated" name="stated: every valid request gets a complete HTTP response" time="0.000"/>
        <system-out>stated: every valid request gets a complete HTTP response: all 221 of them did
    observed: malformed-json: 404 cases: 201 ×24, 400 ×781, 500 ×2, 502 ×1</system-out>
        <system-err/>
      </testsuite>
      <testsuite id="1" name="go policy" package="go" tests="3" failures="1" errors="1" skipped="0" time="0.000" timestamp="2026-11-20T16:22:05" hostname="localhost">
        <properties>
          <property name="baseUrl" value="http://localhost:8080"/>
          <property name="run" value="reports/2026-11-20-go-7"/>
        </properties>
        <testcase classname="go.policy" name="policy.behaviour[0]: malformed-json/* never &quot;5xx&quot;" time="0.000">
          <failure type="policy" message="2 of 404 cases">rule      policy.behaviour[0]: malformed-json/* never "5xx"
    in        witness.config.ts:14
    found     2 of 404 cases

    case      malformed-json/lone-surrogate
    expected  anything but 5xx
    observed  500 (2 of 2)
    replay    witness replay reports/2026-11-20-go-7 malformed-json/lone-surrogate

    case      malformed-json/nul
    expected  anything but 5xx
    observed  502 (1 of 2)
    replay    witness replay reports/2026-11-20-go-7 malformed-json/nul</failure>
        </testcase>
        <testcase classname="go.policy" name="policy.behaviour[1]: fields/* answers &quot;2xx&quot; or &quot;4xx&quot;" time="0.000"/>
        <testcase classname="go.policy" name="policy.behaviour[2]: feilds/* answers &quot;4xx&quot;" time="0.000">
          <error type="policy" message="no case matched">rule      policy.behaviour[2]: feilds/* answers "4xx"
    in        witness.config.ts:16
    found     no case matched</error>
        </testcase>
        <system-out>policy.behaviour[1]: fields/* answers "2xx" or "4xx": 220 cases</system-out>
        <system-err/>
      </testsuite>
      <testsuite id="2" name="go threshold" package="go" tests="1" failures="1" errors="0" skipped="0" time="0.000" timestamp="2026-11-20T16:22:05" hostname="localhost">
        <properties>
          <property name="baseUrl" value="http://localhost:8080"/>
          <property name="run" value="reports/2026-11-20-go-7"/>
        </properties>
        <testcase classname="go.threshold" name="policy.load[0]: p(95)&lt;2" time="0.000">
          <failure type="threshold" message="expected p(95)&lt;2, observed 3.1 ms">rule      policy.load[0]: p(95)&lt;2
    in        witness.config.ts:19
    found     measured 3.1 ms

    expected  p(95)&lt;2
    observed  3.1 ms</failure>
        </testcase>
        <system-out/>
        <system-err/>
      </testsuite>
      <testsuite id="3" name="go baseline" package="go" tests="1" failures="0" errors="0" skipped="1" time="0.000" timestamp="2026-11-20T16:22:05" hostname="localhost">
        <properties>
          <property name="baseUrl" value="http://localhost:8080"/>
          <property name="run" value="reports/2026-11-20-go-7"/>
        </properties>
        <testcase classname="go.baseline" name="baseline.load: throughput &gt;= 0.9 * baseline" time="0.000">
          <skipped message="0.93 × [0.86, 1.01]; 14 more rounds would decide"/>
        </testcase>
        <system-out>baseline.load: throughput &gt;= 0.9 * baseline: 0.93 × [0.86, 1.01]; 14 more rounds would decide</system-out>
        <system-err/>
      </testsuite>
    </testsuites>
    "
  `);
});

test.each(documents)("$name is well-formed", ({ xml }) => {
  expect(malformedAt(xml)).toBeUndefined();
});

test("the check of form sees what is not", () => {
  const declared = (xml: string) => malformedAt(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`);
  expect(declared("<a><b/></a>\n")).toBeUndefined();
  expect(declared("<a>")).toBe("not closed: a");
  expect(declared("<a></b>")).toBe("closed but not open: b");
  expect(declared("<a/><b/>")).toBe("2 roots");
  expect(declared('<a x="1" x="2"/>')).toContain("twice");
  expect(declared('<a x="<"/>')).toContain("no tag");
  expect(declared("<a>&x;</a>")).toBe("a bare &");
  expect(declared("<a>]]></a>")).toBe("]]> in a text");
  expect(declared("<a>\u0008</a>")).toContain("cannot hold");
});

describe("against the common schema", () => {
  if (!withLint)
    console.log(`skipped: ${LINT} is not installed: ${documents.length + 1} checks of JUnit XML`);

  test.skipIf(!withLint).each(documents)("$name is valid", ({ xml }) => {
    const { status, stderr } = lint(xml);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "- validates\n" });
  });

  test.skipIf(!withLint)("the schema sees a name twice and an attribute too few", () => {
    const xml = junitXml(sampleResult, []);
    expect(
      lint(
        xml
          .replaceAll("policy.behaviour[1]", "policy.behaviour[0]")
          .replaceAll(
            "fields/* answers &quot;2xx&quot; or &quot;4xx&quot;",
            "malformed-json/* never &quot;5xx&quot;",
          ),
      ).status,
    ).toBe(3);
    expect(lint(xml.replaceAll(' hostname="localhost"', "")).status).toBe(3);
  });
});

test("counts are those of the testcases", () => {
  const xml = junitXml(sampleResult, [sampleSummary]);
  const count = (pattern: RegExp): number => xml.match(pattern)?.length ?? 0;
  const [, tests, failures, errors] =
    /<testsuites name="witness gate" tests="(\d+)" failures="(\d+)" errors="(\d+)"/.exec(xml) ?? [];
  // A testcase for each rule, whatever its number of cases.
  expect([tests, failures, errors]).toEqual(["6", "2", "1"]);
  expect([count(/<testcase /g), count(/<failure /g), count(/<error /g)]).toEqual([6, 2, 1]);
  expect(count(/<skipped /g)).toBe(1);
});

test("what is inconclusive counts as the user says", () => {
  const all = (inconclusive: "pass" | "fail"): string =>
    junitXml({ ...sampleResult, level: { inconclusive } }, []);
  expect(all("pass")).not.toContain("<skipped");
  expect(all("pass")).toContain('failures="2"');
  expect(all("fail")).toContain('failures="3"');
  expect(all("fail")).toContain('<failure type="baseline" message="0.93 × [0.86, 1.01];');
});

test("a warning is no failure and is in system-out, with --strict it is a failure", () => {
  const xml = junitXml(warnedResult(), []);
  expect(xml).toContain('<testsuites name="witness gate" tests="1" failures="0" errors="0"');
  expect(xml).toContain("<system-out>warning: baseline.flaky: cases respond as before");
  expect(xml).toContain("observed  201 / 500");
  expect(malformedAt(xml)).toBeUndefined();
  expect(junitXml(warnedResult({ strict: true }), [])).toContain("<failure ");
});

test("control characters are written out, the rest is escaped", () => {
  const xml = junitXml(resultOf([judgementOf({ text: HOSTILE, verdict: "fail" })]), []);
  expect(xml).toContain(
    "&lt;/failure&gt;&lt;script&gt;alert(1)&lt;/script&gt; ]]&gt; &amp; &quot;&apos;\\u{0}\\u{8}\\u{1b}[31m\\u{202e}\\u{d800}\\u{fffe} `b`",
  );
  expect(xml).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
});

test("a name is never there twice", () => {
  const named = ["a", "a", "a (2)", "a", "b"].map((name) => ({ target: "t", group: "g", name }));
  expect(uniqueNames(named).map(({ name }) => name)).toEqual([
    "a",
    "a (2)",
    "a (2) (2)",
    "a (3)",
    "b",
  ]);
});

test("drift is one failed test, with an example of each cause; unchanged cases are no tests", () => {
  const xml = junitXml(driftResult, []);
  expect(xml).toContain('<testsuites name="witness gate" tests="1" failures="1" errors="0"');
  expect(xml).toContain("cause     date: 400 became 422 (12 cases)\ncase      date-precision/d0");
  expect(xml).toContain("cause     fields: 201 became 500");
  expect(xml).not.toContain("valid/plain");
  expect(malformedAt(xml)).toBeUndefined();
});

test("a failure names the probable mistake and the first cause, each cause with its own example", () => {
  const hint = 'every valid request got 400: "X-Tenant is required"';
  const xml = junitXml(
    {
      ...driftResult,
      targets: driftResult.targets.map((target) => ({ ...target, hint })),
      judgements: driftResult.judgements.map((judgement) => ({
        ...judgement,
        breaches: judgement.breaches.toReversed(),
      })),
    },
    [],
  );
  expect(xml).toContain(
    'message="every valid request got 400: &quot;X-Tenant is required&quot;; date: 400 became 422 (12 cases); 1 more cause; 13 changed',
  );
  expect(xml).toContain("cause     date: 400 became 422 (12 cases)\ncase      date-precision/d0\n");
});
