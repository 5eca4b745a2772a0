import { describe, expect, test } from "vitest";
import {
  hostileResult,
  judgementOf,
  resultOf,
  sampleResult,
  warnedResult,
} from "../../test/report/gate.ts";
import { githubAnnotations, workflowCommand } from "./github-annotations.ts";

test("the sample", () => {
  expect(githubAnnotations(sampleResult).join("\n")).toMatchInlineSnapshot(`
    "::error file=witness.config.ts,line=14,title=go%3A policy.behaviour[0]%3A malformed-json/* never "5xx"::2 of 404 cases%0Amalformed-json/lone-surrogate   expected anything but 5xx, observed 500 (2 of 2)%0Areplay: witness replay reports/2026-11-20-go-7 malformed-json/lone-surrogate%0Amalformed-json/nul   expected anything but 5xx, observed 502 (1 of 2)%0Areplay: witness replay reports/2026-11-20-go-7 malformed-json/nul
    ::error file=witness.config.ts,line=16,title=go%3A policy.behaviour[2]%3A feilds/* answers "4xx"::cannot be judged: no case matched
    ::error file=witness.config.ts,line=19,title=go%3A policy.load[0]%3A p(95)<2::measured 3.1 ms%0Aexpected p(95)<2, observed 3.1 ms
    ::warning file=baseline.json,title=go%3A baseline.load%3A throughput >= 0.9 * baseline::inconclusive: 0.93 × [0.86, 1.01]; 14 more rounds would decide"
  `);
});

test("nothing where every rule held", () => {
  expect(githubAnnotations(resultOf([judgementOf()]))).toEqual([]);
});

describe("how many", () => {
  const failing = (count: number) =>
    Array.from({ length: count }, (_, n) => judgementOf({ rule: `rule ${n}`, verdict: "fail" }));
  const open = judgementOf({ verdict: "inconclusive" });

  test("ten of ten", () => {
    const lines = githubAnnotations(resultOf(failing(10)));
    expect(lines).toHaveLength(10);
    expect(lines[9]).toContain("rule 9");
  });

  test("of eleven nine, and a line that tells of the rest", () => {
    const lines = githubAnnotations(resultOf([open, ...failing(10)]));
    expect(lines).toHaveLength(10);
    expect(lines[8]).toContain("rule 8");
    expect(lines[9]).toBe(
      "::error title=witness gate::2 more rules are in the summary of this job",
    );
    expect(lines.every((line) => line.startsWith("::error "))).toBe(true);
  });

  test("what is inconclusive comes last, as a warning", () => {
    const lines = githubAnnotations(resultOf([open, ...failing(1)]));
    expect(lines.map((line) => line.split(" ", 1)[0])).toEqual(["::error", "::warning"]);
  });

  test("three cases of a rule, and the count", () => {
    const breaches = Array.from({ length: 5 }, () => ({ expected: "201", observed: "500" }));
    const [line] = githubAnnotations(resultOf([judgementOf({ verdict: "fail", breaches })]));
    expect(line).toBe(
      '::error title=go%3A policy.behaviour[1]%3A fields/* answers "2xx" or "4xx"::220 cases' +
        "%0Aexpected 201, observed 500".repeat(3) +
        "%0A… and 2 more",
    );
  });
});

test("warnings, and failures where the options let them pass, are warnings", () => {
  const commands = (...given: Parameters<typeof githubAnnotations>): string[] =>
    githubAnnotations(...given).map((line) => line.split(" ", 1)[0] ?? "");
  expect(commands(warnedResult())).toEqual(["::warning"]);
  expect(commands(warnedResult({ strict: true }))).toEqual(["::error"]);
  const failed = resultOf([judgementOf({ verdict: "fail" }), judgementOf({ verdict: "error" })]);
  expect(commands({ ...failed, level: { warn: true } })).toEqual(["::error", "::warning"]);
});

test("hostile text stays in its line and its place", () => {
  const lines = githubAnnotations(hostileResult);
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    expect(line).toMatch(/^::(error|warning) file=[^:,\r\n]+,line=3,title=[^:,\r\n]+::[^\r\n]*$/);
    expect(line).not.toMatch(/[\u0000-\u001f\u202e]/);
    expect(line.replace(/%(25|0A|3A|2C)/g, "")).not.toContain("%");
    expect(line).toContain("owned %250A::stop-commands::x");
  }
});

test("escapes are those of the runner", () => {
  expect(
    workflowCommand("error", { file: "a:b,c%d", line: 3, title: undefined }, "50%\r\na:b,"),
  ).toBe("::error file=a%3Ab%2Cc%25d,line=3::50%25%0D%0Aa:b,");
  expect(workflowCommand("warning", {}, "x")).toBe("::warning::x");
});
