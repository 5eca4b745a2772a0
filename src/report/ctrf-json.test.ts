import { validate } from "ctrf";
import { expect, test } from "vitest";
import {
  hostileResult,
  resultOf,
  sampleResult,
  sampleSummary,
  warnedResult,
} from "../../test/report/gate.ts";
import { ctrfJson } from "./ctrf-json.ts";

const checked = (text: string) => {
  const report: unknown = JSON.parse(text);
  expect(validate(report)).toMatchObject({ valid: true });
  return report as { results: { summary: Record<string, number>; tests: unknown[] } };
};

test("the sample", () => {
  const text = ctrfJson(sampleResult, [sampleSummary]);
  checked(text);
  expect(text).toMatchInlineSnapshot(`
    "{
      "reportFormat": "CTRF",
      "specVersion": "0.0.0",
      "generatedBy": "witness 0.3.0",
      "results": {
        "tool": {
          "name": "witness",
          "version": "0.3.0"
        },
        "summary": {
          "tests": 6,
          "passed": 2,
          "failed": 3,
          "skipped": 0,
          "pending": 0,
          "other": 1,
          "suites": 4,
          "start": 1795191725123,
          "stop": 1795191731623
        },
        "tests": [
          {
            "name": "stated: every valid request gets a complete HTTP response",
            "status": "passed",
            "duration": 0,
            "suite": [
              "go",
              "stated"
            ],
            "message": "all 221 of them did",
            "rawStatus": "passed"
          },
          {
            "name": "policy.behaviour[0]: malformed-json/* never \\"5xx\\"",
            "status": "failed",
            "duration": 0,
            "suite": [
              "go",
              "policy"
            ],
            "message": "2 of 404 cases",
            "trace": "rule      policy.behaviour[0]: malformed-json/* never \\"5xx\\"\\nin        witness.config.ts:14\\nfound     2 of 404 cases\\n\\ncase      malformed-json/lone-surrogate\\nexpected  anything but 5xx\\nobserved  500 (2 of 2)\\nreplay    witness replay reports/2026-11-20-go-7 malformed-json/lone-surrogate\\n\\ncase      malformed-json/nul\\nexpected  anything but 5xx\\nobserved  502 (1 of 2)\\nreplay    witness replay reports/2026-11-20-go-7 malformed-json/nul",
            "rawStatus": "failed",
            "filePath": "witness.config.ts",
            "line": 14
          },
          {
            "name": "policy.behaviour[1]: fields/* answers \\"2xx\\" or \\"4xx\\"",
            "status": "passed",
            "duration": 0,
            "suite": [
              "go",
              "policy"
            ],
            "message": "220 cases",
            "rawStatus": "passed",
            "filePath": "witness.config.ts",
            "line": 15
          },
          {
            "name": "policy.behaviour[2]: feilds/* answers \\"4xx\\"",
            "status": "failed",
            "duration": 0,
            "suite": [
              "go",
              "policy"
            ],
            "message": "no case matched",
            "trace": "rule      policy.behaviour[2]: feilds/* answers \\"4xx\\"\\nin        witness.config.ts:16\\nfound     no case matched",
            "rawStatus": "error",
            "filePath": "witness.config.ts",
            "line": 16
          },
          {
            "name": "policy.load[0]: p(95)<2",
            "status": "failed",
            "duration": 0,
            "suite": [
              "go",
              "threshold"
            ],
            "message": "expected p(95)<2, observed 3.1 ms",
            "trace": "rule      policy.load[0]: p(95)<2\\nin        witness.config.ts:19\\nfound     measured 3.1 ms\\n\\nexpected  p(95)<2\\nobserved  3.1 ms",
            "rawStatus": "failed",
            "filePath": "witness.config.ts",
            "line": 19
          },
          {
            "name": "baseline.load: throughput >= 0.9 * baseline",
            "status": "other",
            "duration": 0,
            "suite": [
              "go",
              "baseline"
            ],
            "message": "0.93 × [0.86, 1.01]; 14 more rounds would decide",
            "trace": "rule      baseline.load: throughput >= 0.9 * baseline\\nin        baseline.json\\nfound     0.93 × [0.86, 1.01]; 14 more rounds would decide",
            "rawStatus": "inconclusive",
            "filePath": "baseline.json"
          }
        ],
        "environment": {
          "appName": "go"
        },
        "extra": {
          "verdict": "fail",
          "exitCode": 1,
          "observed": [
            "go: observed: malformed-json: 404 cases: 201 ×24, 400 ×781, 500 ×2, 502 ×1"
          ]
        }
      }
    }
    "
  `);
});

test("the validator sees what is wrong", () => {
  const report = JSON.parse(ctrfJson(sampleResult, []));
  delete report.results.tests[0].status;
  expect(validate(report)).toMatchObject({ valid: false });
});

test("counts are those of the tests", () => {
  const { summary } = checked(ctrfJson(sampleResult, [sampleSummary])).results;
  expect(summary).toMatchObject({ tests: 6, passed: 2, failed: 3, other: 1, suites: 4 });
  const strict = ctrfJson({ ...sampleResult, level: { inconclusive: "fail" } }, []);
  expect(checked(strict).results.summary).toMatchObject({ tests: 6, failed: 4, other: 0 });
  const [warned] = checked(ctrfJson(warnedResult(), [])).results.tests;
  expect(warned).toMatchObject({ status: "other", rawStatus: "warning" });
  const [failed] = checked(ctrfJson(warnedResult({ strict: true }), [])).results.tests;
  expect(failed).toMatchObject({ status: "failed", rawStatus: "failed" });
});

test("valid without any rule, and with hostile text", () => {
  checked(ctrfJson(resultOf([], { targets: [] }), []));
  const text = ctrfJson(hostileResult, [sampleSummary]);
  checked(text);
  expect(text).not.toMatch(/\\u0000|\\u001b|\u202e|\\ud800|\\b"/);
});
