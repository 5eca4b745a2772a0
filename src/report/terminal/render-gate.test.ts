import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  driftResult,
  HOSTILE,
  hostileResult,
  judgementOf,
  resultOf,
  sampleResult,
  warnedResult,
} from "../../../test/report/gate.ts";
import { type GateCause, GateResult, type Judgement } from "../../model/index.ts";
import { type Paint, plain } from "../../text/index.ts";
import { renderGate } from "./render-gate.ts";
import { widthOf, Screen } from "./screen-text.ts";

const PATH = "reports/gate.html";

test("the sample", () => {
  expect(renderGate(sampleResult, new Screen(plain, 80), PATH)).toMatchInlineSnapshot(`
    "✗ FAILED · exit 1 · 2 of 6 rules failed · 1 cannot be judged · 1 inconclusive
    ✗ malformed-json/* never "5xx": 2 of 404 cases (witness.config.ts:14)
        malformed-json/lone-surrogate   expected anything but 5xx, observed 500
        replay: witness replay reports/2026-11-20-go-7 malformed-json/lone-surrogate
    ✗ p(95)<2: measured 3.1 ms (witness.config.ts:19)
    ! feilds/* answers "4xx": cannot be judged: no case matched
      (witness.config.ts:16)
    ? baseline.load: throughput >= 0.9 * baseline: inconclusive: 0.93 × [0.86,
      1.01]; 14 more rounds would decide (baseline.json)
    note  3 cases are not in the baseline: fields/new-1, fields/new-2, fields/new-3
    ✓ 2 rules passed
    report  reports/gate.html"
  `);
});

test("drift: causes with their number of cases, and an example of each", () => {
  expect(renderGate(driftResult, new Screen(plain, 80), PATH)).toMatchInlineSnapshot(`
    "✗ FAILED · exit 1 · 1 of 1 rule failed
    ✗ date: 400 became 422 (12 cases)
        date-precision/d0   expected 400, observed 422
        replay: witness replay reports/2026-11-20-go-7 date-precision/d0
    ✗ fields: 201 became 500 · JSON {message: string}, app (1 case)
        fields/extra   expected 201, observed 500
    ✗ rule broken: baseline.cases (baseline.json)
    report  reports/gate.html"
  `);
});

test("a rule that several operations of a document break is named once", () => {
  const [judged, cause] = [driftResult.judgements[0], driftResult.causes[0]];
  if (judged === undefined || cause === undefined) throw new Error("the sample has no drift");
  const targets = ["createItem", "updateItem"];
  const result = {
    ...driftResult,
    judgements: targets.map((target) => ({ ...judged, target })),
    causes: targets.map((target) => ({ ...cause, target })),
  };
  expect(renderGate(result, new Screen(plain, 100), PATH)).toContain(
    "✗ rule broken: baseline.cases (baseline.json)",
  );
});

test("no rule at all", () => {
  expect(renderGate(resultOf([], { verdict: "error", exitCode: 2 }), new Screen(plain)))
    .toMatchInlineSnapshot(`
    "✗ CANNOT BE JUDGED · exit 2 · 0 rules
    no rules"
  `);
});

describe("the first line has verdict, exit code and counts, and a word for each colour", () => {
  const marked: Paint = (format, text) => `<${String(format)}>${text}</>`;
  const first = (result: GateResult): string =>
    renderGate(result, new Screen(marked)).split("\n", 1)[0] ?? "";
  const open = [judgementOf(), judgementOf({ verdict: "inconclusive" })];
  const failed = [judgementOf({ verdict: "fail" })];
  test.each([
    [
      resultOf([judgementOf()], { verdict: "pass", exitCode: 0 }),
      '<green>✓ PASSED</> · exit 0 · 1 rule: fields/* answers "2xx" or "4xx"',
    ],
    [
      sampleResult,
      "<red>✗ FAILED</> · exit 1 · 2 of 6 rules failed · 1 cannot be judged · 1 inconclusive",
    ],
    [
      resultOf(open, { verdict: "inconclusive", exitCode: 4 }),
      "<yellow>⚠ INCONCLUSIVE</> · exit 4 · 1 of 2 rules inconclusive",
    ],
    [
      resultOf(open, { verdict: "inconclusive", exitCode: 0, level: { warn: true } }),
      "<yellow>⚠ INCONCLUSIVE, allowed by --warn</> · exit 0 · 1 of 2 rules inconclusive",
    ],
    [
      resultOf(open, { verdict: "inconclusive", exitCode: 1, level: { strict: true } }),
      "<red>✗ FAILED by --strict</> · exit 1 · 1 of 2 rules inconclusive",
    ],
    [
      resultOf(failed, { exitCode: 0, level: { warn: true } }),
      "<yellow>⚠ FAILED, allowed by --warn</> · exit 0 · 1 of 1 rule failed",
    ],
    [warnedResult(), "<yellow>⚠ PASSED WITH WARNINGS</> · exit 0 · 1 of 1 rule with a warning"],
    [
      warnedResult({ strict: true }),
      "<red>✗ FAILED by --strict</> · exit 1 · 1 of 1 rule with a warning",
    ],
    [
      resultOf([judgementOf({ verdict: "error" })], { verdict: "error", exitCode: 2 }),
      "<red>✗ CANNOT BE JUDGED</> · exit 2 · 1 of 1 rule cannot be judged",
    ],
  ])("%#", (result, line) => expect(first(result)).toBe(line));
});

test("two targets: each line has its target", () => {
  const judgements = ["go", "express"].map((target) => judgementOf({ target, verdict: "fail" }));
  expect(renderGate(resultOf(judgements), new Screen(plain))).toMatchInlineSnapshot(`
    "✗ FAILED · exit 1 · 2 of 2 rules failed
    ✗ go: fields/* answers "2xx" or "4xx": 220 cases
    ✗ express: fields/* answers "2xx" or "4xx": 220 cases"
  `);
});

test("without the colours it is the same text", () => {
  const marked: Paint = (format, text) => `<${String(format)}>${text}</>`;
  for (const result of [sampleResult, driftResult])
    expect(renderGate(result, new Screen(marked)).replace(/<\w+>|<\/>/g, "")).toBe(
      renderGate(result, new Screen(plain)),
    );
});

test("hostile text is shown and not obeyed", () => {
  const text = renderGate(hostileResult, new Screen(plain, 80), PATH);
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]|##\[|^\s*::/m);
  expect(text.split("\n").length).toBeLessThanOrEqual(12);
  const starts = ["::error::x", "  ::error::x", "##vso[task.x]", "###[error]x"].map((start) =>
    renderGate(
      resultOf([
        judgementOf({
          verdict: "fail",
          breaches: [{ case: start, expected: start, observed: start }],
        }),
      ]),
      new Screen(plain),
    ),
  );
  for (const shown of starts) expect(shown).not.toMatch(/^\s*::|##\w*\[/m);
  expect(starts[0]).toContain("\n    \\u{3a}:error::x   expected");
  expect(starts[2]).toContain("observed \\u{23}#vso[task.x]");
  expect(HOSTILE).toMatch(/##\[/);
});

test("a command to replay is whole, on two lines of a shell, or left out", () => {
  const linesOf = (replay: string, width: number): string[] => {
    const example = { case: "size/a", expected: "2xx", observed: "500", replay };
    return renderGate(
      resultOf([judgementOf({ verdict: "fail", breaches: [example] })]),
      new Screen(plain, width),
    )
      .split("\n")
      .slice(3);
  };
  const long = `npx api-witness replay reports/2026-11-21-application-1766239 'size/${"a".repeat(20)}'`;
  expect(linesOf(long, Infinity)[0]).toBe(`    replay: ${long}`);
  expect(linesOf(long, 80).slice(0, 2)).toEqual([
    "    replay: npx api-witness replay \\",
    `      ${long.slice("npx api-witness replay ".length)}`,
  ]);
  expect(linesOf(long + "a".repeat(100), 80)).toEqual([]);
});

const word = fc.stringMatching(/^[a-z0-9é漢 {}".*-]{1,120}$/);
const verdict = fc.constantFrom("pass", "warn", "fail", "inconclusive", "error", "skipped");
const breach = fc.record({ case: word, expected: word, observed: word, replay: word });
const cause: fc.Arbitrary<GateCause> = fc.record({
  target: fc.constantFrom("go", "express"),
  text: word,
  verdict: fc.constantFrom("fail", "warn"),
  rules: fc.array(word, { minLength: 1, maxLength: 9 }),
  count: fc.integer({ min: 1, max: 1e6 }),
  cases: fc.array(word, { maxLength: 3 }),
  example: breach,
});
const judgement: fc.Arbitrary<Judgement> = fc.record({
  rule: word,
  text: word,
  source: word,
  kind: fc.constantFrom("policy", "threshold", "baseline"),
  target: fc.constantFrom("go", "express"),
  verdict,
  found: word,
  breaches: fc.array(breach, { maxLength: 3 }),
});
const result: fc.Arbitrary<GateResult> = fc
  .record({
    judgements: fc.array(judgement, { maxLength: 40 }),
    causes: fc.array(cause, { maxLength: 40 }),
    notes: fc.array(word, { maxLength: 10 }),
    hint: fc.option(word, { nil: undefined }),
    findings: fc.array(fc.record({ target: word, case: word, text: word }), { maxLength: 5 }),
    code: fc.constantFrom(["pass", 0], ["fail", 1], ["fail", 0], ["inconclusive", 4], ["error", 2]),
    level: fc.option(fc.constant({ warn: true }), { nil: undefined }),
  })
  .map(({ judgements, causes, notes, hint, findings, code: [wanted, exitCode], level }) =>
    GateResult.parse({
      ...resultOf(judgements, {
        causes: causes.toSorted((a, b) => (a.verdict < b.verdict ? -1 : 1)),
        notes,
        findings,
        exitCode: Number(exitCode),
      }),
      verdict: wanted,
      targets: [
        { name: "go", baseUrl: "http://localhost", run: "reports/a", ...(hint && { hint }) },
      ],
      ...(level && { level }),
    }),
  );

test("a gate of any size has 12 lines of 80 columns, and the first failing case is in the first four below a mistake", () => {
  fc.assert(
    fc.property(result, (given) => {
      const lines = renderGate(given, new Screen(plain, 80), PATH).split("\n");
      expect(lines.length).toBeLessThanOrEqual(12);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(80);
      expect(lines[0]).toMatch(/^[✓⚠✗] [A-Z]+.* · exit [0124]/);
      expect(lines.at(-1)).toBe(`report  ${PATH}`);
      const [first] = given.causes?.filter((each) => each.verdict === "fail") ?? [];
      if (first !== undefined) {
        const id = (first.example.case ?? "").slice(0, 30).trimEnd();
        const { hint } = given.targets[0] ?? {};
        expect(lines.slice(0, hint === undefined ? 4 : 6).join("\n")).toContain(id);
      }
    }),
    { numRuns: 300 },
  );
});

test("a probable mistake is above the causes, and a title of a cause goes on in a second line", () => {
  const places = "date, headers (method override headers), media-type (parameters) and 9 more";
  const cause = {
    target: "go",
    text: `${places}: content type application/json became text/json`,
    verdict: "fail" as const,
    rules: ["baseline.cases"],
    count: 133,
    cases: ["valid/now"],
    example: { case: "valid/now", expected: "application/json", observed: "text/json" },
  };
  const hint = 'every valid request got 400: "X-Tenant is required"';
  const target = { name: "go", baseUrl: "http://localhost", run: "reports/a", hint };
  const given = resultOf([judgementOf({ verdict: "fail" })], {
    verdict: "fail",
    exitCode: 1,
    causes: [cause],
    targets: [target],
  });
  const lines = renderGate(given, new Screen(plain, 80), PATH).split("\n");
  expect(lines.slice(1, 5)).toEqual([
    hint,
    "✗ date, headers (method override headers), media-type (parameters) and 9 more:",
    "  content type application/json became text/json (133 cases)",
    "    valid/now   expected application/json, observed text/json",
  ]);
});

test("a rule with a warning is not among the broken rules", () => {
  const [judgement = judgementOf()] = driftResult.judgements;
  const flaky = { ...judgement, rule: "baseline.flaky", verdict: "warn" as const };
  const causes = (driftResult.causes ?? []).map((cause) => ({
    ...cause,
    rules: [...cause.rules, "baseline.flaky"],
  }));
  const given = { ...driftResult, judgements: [judgement, flaky], causes };
  expect(renderGate(given, new Screen(plain, 80), PATH)).toContain(
    "✗ rule broken: baseline.cases (baseline.json)\n",
  );
});
