import { describe, expect, test } from "vitest";
import { gateMarkdown, stepSummary } from "./gate.ts";
import {
  driftResult,
  HOSTILE,
  hostileResult,
  judgementOf,
  resultOf,
  sampleResult,
} from "../../../test/report/gate.ts";
import { markdownCode } from "./markdown-section.ts";

const where = { reports: "reports/2026-11-20-go-7" };

test("the sample", () => {
  expect(gateMarkdown(sampleResult, where)).toMatchInlineSnapshot(`
    "## witness gate: ✗ FAILED

    \`go http://localhost:8080\`: 2 of 6 rules failed, 1 cannot be judged, 1 inconclusive, 2 passed

    - ✗ \`policy.behaviour[0]\` \`malformed-json/* never "5xx"\`: 2 of 404 cases · \`witness.config.ts:14\`
      - \`malformed-json/lone-surrogate\`: expected anything but 5xx, observed 500 (2 of 2), replay: \`witness replay reports/2026-11-20-go-7 malformed-json/lone-surrogate\`
      - \`malformed-json/nul\`: expected anything but 5xx, observed 502 (1 of 2), replay: \`witness replay reports/2026-11-20-go-7 malformed-json/nul\`
    - ✗ \`policy.load[0]\` \`p(95)<2\`: measured 3.1 ms · \`witness.config.ts:19\`
      - expected \`p(95)<2\`, observed 3.1 ms
    - ! cannot be judged \`policy.behaviour[2]\` \`feilds/* answers "4xx"\`: no case matched · \`witness.config.ts:16\`
    - ? inconclusive \`baseline.load\` \`throughput >= 0.9 * baseline\`: 0.93 × [0.86, 1.01]; 14 more rounds would decide · \`baseline.json\`
    - note: 3 cases are not in the baseline: fields/new-1, fields/new-2, fields/new-3

    <details><summary>passed rules</summary>

    - ✓ \`stated\` every valid request gets a complete HTTP response: all 221 of them did
    - ✓ \`policy.behaviour[1]\` \`fields/* answers "2xx" or "4xx"\`: 220 cases · \`witness.config.ts:15\`

    </details>

    exit 1 · full report: \`reports/2026-11-20-go-7\`
    "
  `);
});

test("drift: findings first, a few cases, and where the rest is", () => {
  expect(gateMarkdown(driftResult, where)).toMatchInlineSnapshot(`
    "## witness gate: ✗ FAILED

    \`go http://localhost:8080\`: 1 of 1 rule failed

    - ✗ **cause** date: 400 became 422 (12 cases)
      - \`date-precision/d0\`: expected 400, observed 422, replay: \`witness replay reports/2026-11-20-go-7 date-precision/d0\`
    - ✗ **cause** fields: 201 became 500 · JSON \`{message: string}\`, app (1 case)
      - \`fields/extra\`: expected 201, observed 500
    - ✗ \`baseline.cases\` cases get the same status as before: 13 changed; 1 case as before · \`baseline.json\`

    exit 1 · full report: \`reports/2026-11-20-go-7\`
    "
  `);
});

test("every rule held, on two targets", () => {
  const judgements = [judgementOf(), judgementOf({ target: "express" })];
  const result = resultOf(judgements, { verdict: "pass", exitCode: 0 });
  expect(gateMarkdown(result, where)).toMatchInlineSnapshot(`
    "## witness gate: ✓ PASSED

    \`go http://localhost:8080\`: 2 rules

    <details><summary>passed rules</summary>

    - ✓ \`policy.behaviour[1]\` \`fields/* answers "2xx" or "4xx"\`: 220 cases · \`go\`
    - ✓ \`policy.behaviour[1]\` \`fields/* answers "2xx" or "4xx"\`: 220 cases · \`express\`

    </details>

    exit 0 · full report: \`reports/2026-11-20-go-7\`
    "
  `);
});

/** What is left when every code span is taken away, read as CommonMark does: a run of backticks ends at the next as long. */
function outsideCode(markdown: string): string {
  let rest = markdown;
  let outside = "";
  for (;;) {
    const [found] = /`+/.exec(rest) ?? [];
    if (found === undefined) return outside + rest;
    const at = rest.indexOf(found);
    const end = new RegExp(`(?<!\`)${found}(?!\`)`).exec(rest.slice(at + found.length));
    if (end === null) throw new Error(`a code span is not closed: ${rest.slice(at, at + 80)}`);
    outside += rest.slice(0, at);
    rest = rest.slice(at + found.length + end.index + found.length);
  }
}

describe("text from outside", () => {
  test.each([
    ["a", "`a`"],
    ["", "(empty)"],
    ["  ", "(empty)"],
    ["`", "`` ` ``"],
    ["a``b`c", "```a``b`c```"],
    [" a", "`  a `"],
    ["one\r\ntwo\rthree", "`one ⏎ two ⏎ three`"],
    ["\u001b\u202e\u0000", "`\\u{1b}\\u{202e}\\u{0}`"],
  ])("%j is the code span %s", (text, code) => expect(markdownCode(text)).toBe(code));

  test("is cut", () => expect(markdownCode("€".repeat(600))).toBe(`\`${"€".repeat(499)}…\``));

  test("is in code spans and nowhere else", () => {
    const text = gateMarkdown(hostileResult, { reports: HOSTILE });
    expect(outsideCode(text)).toMatchInlineSnapshot(`
      "## witness gate: ✗ FAILED

      : 1 of 4 rules failed, 1 cannot be judged, 1 inconclusive, 1 passed

      - ✗  :  · 
        - : expected , observed , replay: 
      - ! cannot be judged  :  · 
        - : expected , observed , replay: 
      - ? inconclusive  :  · 
        - : expected , observed , replay: 
      - note: 

      <details><summary>passed rules</summary>

      - ✓  :  · 

      </details>

      exit 1 · full report: 
      "
    `);
  });
});

describe("a summary that must stay within a size", () => {
  const breaches = Array.from({ length: 150 }, (_, n) => ({
    case: `size/body-${n}`,
    expected: "€".repeat(450),
    observed: "413",
  }));
  const failing = (count: number) =>
    Array.from({ length: count }, (_, n) =>
      judgementOf({ rule: `policy.behaviour[${n}]`, verdict: "fail", breaches }),
    );

  test("shows the first cases of a rule, how many more there are, and where", () => {
    const text = gateMarkdown(resultOf(failing(1)), where);
    expect(text.match(/^ {2}- .*size\/body/gm)).toHaveLength(10);
    expect(text).toContain(
      "\n  - … and 140 more in `reports/2026-11-20-go-7/gate.json`, which keeps the first 100\n",
    );
    const [fewer] = failing(1).map((rule) => ({ ...rule, breaches: breaches.slice(0, 11) }));
    expect(gateMarkdown(resultOf(fewer === undefined ? [] : [fewer]), where)).toContain(
      "\n  - … and 1 more in `reports/2026-11-20-go-7/gate.json`\n",
    );
  });

  test("is cut between lines, says so, and still ends as it should", () => {
    const held = judgementOf({ rule: "held" });
    const result = resultOf([...failing(200), held]);
    expect(Buffer.byteLength(gateMarkdown(result, where))).toBeGreaterThan(2_000_000);
    const text = stepSummary(result, where);
    expect(Buffer.byteLength(text)).toBeLessThan(1_000_000);
    expect(Buffer.byteLength(text)).toBeGreaterThan(990_000);
    expect(text).toMatch(/^- … and [\d,]+ lines more that have no room here$/m);
    expect(text).toMatch(/\nexit 1 · full report: `reports\/2026-11-20-go-7`\n$/);
    expect(() => outsideCode(text)).not.toThrow();
    expect(text.match(/<details>/g)?.length ?? 0).toBe(text.match(/<\/details>/g)?.length ?? 0);
  });

  test("cuts the passed rules as well", () => {
    const held = Array.from({ length: 5000 }, () => judgementOf({ found: "€".repeat(450) }));
    const text = stepSummary(resultOf(held, { verdict: "pass", exitCode: 0 }), where);
    expect(Buffer.byteLength(text)).toBeLessThan(1_000_000);
    expect(text).toMatch(/lines more that have no room here\n\n<\/details>\n\nexit 0/);
  });
});
