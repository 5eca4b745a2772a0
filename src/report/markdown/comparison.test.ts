import { describe, expect, test } from "vitest";
import type { ComparisonView } from "../../model/index.ts";
import { fourTargets } from "../../../test/report/html/comparison/four-targets.ts";
import { hostileTargets } from "../../../test/report/html/comparison/hostile-targets.ts";
import { manyTargets } from "../../../test/report/html/comparison/many-targets.ts";
import { comparisonMarkdown } from "./comparison.ts";
import { codeCell, sentenceText, textCell } from "./markdown-section.ts";

const MOST = 60_000;
const where = { report: "report.html" };
const linesOf = (view: ComparisonView): string[] => comparisonMarkdown(view, where).split("\n");

describe("four targets", () => {
  const lines = linesOf(fourTargets());

  test("who, and how much is different", () => {
    expect(lines[0]).toBe("## strict, lenient, express, fastify");
    expect(lines).toContain(
      "**171 of 1,034 cases differ by class · 171 in whether 2xx comes back · 178 by exact code.** 8 groups of cases that differ by class, 1 of several exact codes (--depth exact separates them). The same requests went to each; 2 unstable cases are not compared.",
    );
  });

  test("groups", () => {
    const at = lines.indexOf("### Different responses");
    expect(lines[at + 2]).toBe(
      "| cases | strict | lenient | express | fastify | request | case | difference |",
    );
    expect(lines[at + 3]).toBe("| --: | :-- | :-- | :-- | :-- | :-- | :-- | :-- |");
    expect(lines[at + 4]).toMatch(
      /^\| 61 \| 4xx \| 2xx \| 2xx \| 4xx \| `.*` \| `fields\/id-left-out-1-1` \| id left out \|$/,
    );
  });

  test("what it comes to, a row for each target, and when it was", () => {
    expect(lines.find((line) => line.includes("is the outlier"))).toMatch(
      /^- \*\*express is the outlier: it responds as most do in 81% of 1,000 cases, the others in 90% to 97%; it alone differs in \d+ cases\.\*\*$/,
    );
    expect(lines.find((line) => line.startsWith("| express `http"))).toMatch(
      /^\| express `http:\/\/127\.0\.0\.1:3003` \| `?✗ not held`? \| 219 of 221 \| 3 of 40 \| 0 \| 8 \| 5 \| 81% \| /,
    );
    expect(lines.join("\n")).toContain("started 20 Nov 2026, 16:22 UTC, seed 1843320");
  });

  test("every other table that matters", () =>
    expect(lines.filter((line) => line.startsWith("### "))).toEqual([
      "### Different responses",
      "### Agreement by class, of 1,034 cases",
      "### Boundaries",
      "### Smallest requests that get different responses",
      "### Speed, over 10 paired rounds",
      "### Unstable, and not compared",
      "### What this comparison leaves out",
      "### What the specification leaves out",
    ]));
});

test("of more targets than columns, outcomes are counted", () => {
  const lines = linesOf(manyTargets(50, 300, 3));
  const at = lines.indexOf("### Different responses");
  expect(lines[at + 2]).toBe("| cases | targets | request | case | difference |");
  expect(
    lines.some((line) => /\| .*37 × 4xx, 8 × no response, 4 × 5xx, 1 × 2xx.* \|/.test(line)),
  ).toBe(true);
  expect(lines).not.toContainEqual(expect.stringMatching(/^### Agreement/));
});

describe("room", () => {
  test.each([
    [12, 1500, 1],
    [2, 5000, 1],
    [40, 1500, 1],
    [400, 200, 1],
  ])("%i targets, %i cases", (targets, cases, each) => {
    const view = manyTargets(targets, cases, each);
    const text = comparisonMarkdown(view, where);
    expect(text.length).toBeLessThanOrEqual(MOST);
    const left = /… and ([\d,]+) more groups in the full report: \[`report\.html`\]/;
    const count = Number(left.exec(text)?.[1]?.replaceAll(",", "") ?? 0);
    const shown = text.split("\n").filter((line) => line.includes("`malformed-json/rather-long"));
    expect(count + shown.length).toBe(view.comparison.behaviour.depths.class.groups.length);
    expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length);
  });
});

/** GitHub's own reading of cells: a `|` ends one, within code too. */
const cellsOf = (row: string): string[] => row.split("|").slice(1, -1);

/** What is left of a line without its code spans. */
const outsideCode = (line: string): string =>
  line.replace(/(?<!`)(`+)(?!`)(?:.*?[^`])\1(?!`)/g, "");

describe("text from outside", () => {
  test.each([
    ["id missing", "id missing"],
    ["400, closed", "400, closed"],
    ["a|b", "`a\\u{7c}b`"],
    ["a\\|b", "`a\\\\u{7c}b`"],
    ["`x`", "`` `x` ``"],
    ["@someone", "`@someone`"],
    ["see #12", "`see #12`"],
    ["GH-12", "`GH-12`"],
    ["fixed by 1a2b3c4d", "`fixed by 1a2b3c4d`"],
    ["www.example.org", "`www.example.org`"],
    ["one\ntwo", "`one ⏎ two`"],
    ["<b>", "`<b>`"],
    ["- a list", "`- a list`"],
    ["1. a list", "`1. a list`"],
    ["**bold**", "`**bold**`"],
    ["", "(empty)"],
  ])("%j in a table is %s", (text, cell) => expect(textCell(text)).toBe(cell));

  test.each([
    ["99 of 100 cases: 4xx, e.g. a/b (3.1 ms)", "99 of 100 cases: 4xx, e.g. a/b (3.1 ms)"],
    ["the body is <b>no</b> *x*, and ends", "the body is `<b>no</b> *x*`, and ends"],
    ["got (@team #12): see http://a.b", "got (`@team #12`): see `http://a.b`"],
    ["[link](x) a_b_c of 0.9 × [0.86, 1.01]; end", "`[link](x) a_b_c` of 0.9 × [0.86, 1.01]; end"],
    ["1. no list", "`1`. no list"],
    ["two\n# lines", "two `⏎ #` lines"],
    ["fixed in deadbeef1, seed 1843320", "fixed in `deadbeef1`, seed 1843320"],
    ['quantity refuses "12.34 `" (400)', 'quantity refuses ``"12.34 `"`` (400)'],
    ["list_a, list_b: $.c[0] must be", "`list_a`, `list_b`: `$.c[0]` must be"],
    ['its reason: "no item has the id 7"', 'its reason: "no item has the id 7"'],
    ['its reason: "see <b> of it", then 409', 'its reason: `"see <b> of it"`, then 409'],
    [
      "first valid/any#2: $[*].age must be integer",
      "first `valid/any#2`: `$[*].age` must be integer",
    ],
  ])("%j in a sentence is %s", (text, shown) => expect(sentenceText(text)).toBe(shown));

  test("is cut", () => expect(codeCell("x".repeat(500), 10)).toBe("`xxxxxxxxx…`"));

  test("stays in code spans, and in its cell", () => {
    const hostile = "x|y`z` @all #1 <img src=x> [a](b) **c**\n\n| d | e |\n```";
    const view = structuredClone(hostileTargets());
    const { comparison } = view;
    for (const group of comparison.behaviour.depths.class.groups) {
      group.name = hostile;
      group.outcomes = group.outcomes.map(() => hostile);
    }
    for (const target of comparison.targets) target.name = hostile;
    comparison.behaviour.left.push(hostile);
    const lines = linesOf(view);
    const rest = lines
      .map(outsideCode)
      .join("\n")
      .replaceAll(/<\/?(details|summary)>/g, "");
    expect(rest.replaceAll(/^#+ /gm, "")).not.toMatch(/[`<>@#\\]|img|script>/);
    const rows = lines.slice(lines.indexOf("### Different responses") + 2);
    const table = rows.slice(0, rows.indexOf(""));
    expect(table).toHaveLength(10);
    expect(new Set(table.map((row) => cellsOf(row).length))).toEqual(new Set([8]));
  });
});
