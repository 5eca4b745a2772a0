import { type Paint, plain } from "../../text/index.ts";
import { expect, test } from "vitest";
import {
  driftResult,
  HOSTILE,
  hostileResult,
  judgementOf,
  resultOf,
  sampleResult,
} from "../../../test/report/gate.ts";
import { renderGate } from "./render-gate.ts";

test("the sample", () => {
  expect(renderGate(sampleResult, plain)).toMatchInlineSnapshot(`
    "✓ stated  every valid request gets a complete HTTP response   all 221 of them did
    ✗ policy.behaviour[0]  malformed-json/* never "5xx"           2 of 404 cases   witness.config.ts:14
        malformed-json/lone-surrogate   expected anything but 5xx, observed 500 (2 of 2)
        replay: witness replay reports/2026-11-20-go-7 malformed-json/lone-surrogate
        malformed-json/nul              expected anything but 5xx, observed 502 (1 of 2)
        replay: witness replay reports/2026-11-20-go-7 malformed-json/nul
    ✓ policy.behaviour[1]  fields/* answers "2xx" or "4xx"        220 cases   witness.config.ts:15
    ! policy.behaviour[2]  feilds/* answers "4xx"                 cannot be judged: no case matched   witness.config.ts:16
    ✗ policy.load[0]  p(95)<2                                     measured 3.1 ms   witness.config.ts:19
        expected p(95)<2, observed 3.1 ms
    ? baseline.load  throughput >= 0.9 * baseline                 inconclusive: 0.93 × [0.86, 1.01]; 14 more rounds would decide   baseline.json
    note  3 cases are not in the baseline: fields/new-1, fields/new-2, fields/new-3
    exit 1 · 2 failed · 1 cannot be judged · 1 inconclusive · 2 passed"
  `);
});

test("two targets, each with its rules beneath it", () => {
  const judgements = [judgementOf(), judgementOf({ target: "express" })];
  const targets = [
    { name: "go", baseUrl: "http://localhost:8080", run: "reports/a" },
    { name: "express", baseUrl: "http://localhost:3001", run: "reports/b" },
  ];
  const result = resultOf(judgements, { targets, verdict: "pass", exitCode: 0 });
  expect(renderGate(result, plain)).toMatchInlineSnapshot(`
    "go  http://localhost:8080
    ✓ policy.behaviour[1]  fields/* answers "2xx" or "4xx"   220 cases

    express  http://localhost:3001
    ✓ policy.behaviour[1]  fields/* answers "2xx" or "4xx"   220 cases

    exit 0 · 2 passed"
  `);
});

test("drift: findings first, an example of each, and where the rest is", () => {
  expect(renderGate(driftResult, plain)).toMatchInlineSnapshot(`
    "✗ baseline.cases  cases get the same status as before   13 changed; 1 case as before   baseline.json
        date: 400 became 422 (12 cases)
        fields: 201 became 500 (1 case)
        date-precision/d0   expected 400, observed 422
        fields/extra        expected 201, observed 500
        date-precision/d1   expected 400, observed 422
        date-precision/d2   expected 400, observed 422
        date-precision/d3   expected 400, observed 422
        … and 8 more in gate.json
    exit 1 · 1 failed"
  `);
});

test("no rule at all", () => {
  expect(renderGate(resultOf([], { verdict: "pass", exitCode: 0 }), plain)).toBe(
    "exit 0 · no rules",
  );
});

test("many cases are cut after a few, with the count", () => {
  const breaches = Array.from({ length: 100 }, (_, n) => ({
    case: `size/body-${n}`,
    expected: "2xx",
    observed: "413",
  }));
  const text = renderGate(resultOf([judgementOf({ verdict: "fail", breaches })]), plain);
  expect(text.split("\n").slice(1)).toEqual([
    "    size/body-0   expected 2xx, observed 413",
    "    size/body-1   expected 2xx, observed 413",
    "    size/body-2   expected 2xx, observed 413",
    "    size/body-3   expected 2xx, observed 413",
    "    size/body-4   expected 2xx, observed 413",
    "    … and 95 more in gate.json, which keeps the first 100",
    "exit 1 · 1 failed",
  ]);
});

test("red is for what failed; without the colours it is the same text", () => {
  const marked: Paint = (format, text) => `<${String(format)}>${text}</>`;
  const text = renderGate(sampleResult, marked);
  expect(text).toContain("<green>✓</> stated");
  expect(text).toContain("<red>✗</> policy.behaviour[0]");
  expect(text).toContain("<red>!</> policy.behaviour[2]");
  expect(text).toContain("<yellow>?</> baseline.load");
  expect(text.replace(/<\w+>|<\/>/g, "")).toBe(renderGate(sampleResult, plain));
});

test("hostile text is shown and not obeyed", () => {
  const text = renderGate(hostileResult, plain);
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]|##\[|^\s*::/m);
  expect(text.split("\n")).toHaveLength(3 * 3 + 1 + 1 + 1);
  const starts = ["::error::x", "  ::error::x", "##vso[task.x]", "###[error]x"].map((start) =>
    renderGate(
      resultOf([
        judgementOf({
          verdict: "fail",
          breaches: [{ case: start, expected: start, observed: start }],
        }),
      ]),
      plain,
    ),
  );
  for (const shown of starts) expect(shown).not.toMatch(/^\s*::|##\w*\[/m);
  expect(starts[0]).toContain("\n    \\u{3a}:error::x   expected");
  expect(starts[2]).toContain("observed \\u{23}#vso[task.x]");
  expect(HOSTILE).toMatch(/##\[/);
});

test("on a terminal texts are cut at its width, elsewhere they are whole", () => {
  const long = "x".repeat(500);
  const breaches = [{ case: "size/body", expected: "2xx", observed: long }];
  const result = resultOf([judgementOf({ verdict: "fail", found: long, breaches })], {
    notes: ["word ".repeat(40).trim()],
  });
  const linesAt = (width: number): string[] => renderGate(result, plain, width).split("\n");
  expect(linesAt(Infinity).filter((line) => line.includes(long))).toHaveLength(2);
  expect(linesAt(Infinity).some((line) => line.includes("…"))).toBe(false);
  expect(linesAt(80).filter((line) => line.includes("x…"))).toHaveLength(2);
  const notes = linesAt(80).filter((line) => /^(note| {4}) {2}word/.test(line));
  expect(notes.map((line) => line.length)).toEqual([80, 80, 55]);
});
