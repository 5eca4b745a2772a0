import { describe, expect, test } from "vitest";
import { depthsOf } from "../../../test/report/html/comparison/depths.ts";
import { fourTargets } from "../../../test/report/html/comparison/four-targets.ts";
import { hostileTargets } from "../../../test/report/html/comparison/hostile-targets.ts";
import { manyTargets } from "../../../test/report/html/comparison/many-targets.ts";
import { plain } from "../../text/index.ts";
import { renderComparison } from "./render-comparison.ts";
import { Screen } from "./screen-text.ts";

const where = { report: "reports/one/report.html" };
const linesOf = (view: ReturnType<typeof fourTargets>): string[] =>
  renderComparison(view, new Screen(plain, 110), where).split("\n");

describe("four targets", () => {
  const lines = linesOf(fourTargets());

  test("no line is wider than 110 columns, and none ends in blanks", () =>
    expect(lines.filter((line) => Array.from(line).length > 110 || /\s$/.test(line))).toEqual([]));

  test("what was compared, and the groups in their order", () => {
    expect(lines.slice(0, 3)).toEqual([
      "171 of 1,034 cases differ by class · 171 in whether 2xx comes back · 178 by exact code",
      "the same requests to each; each compared with itself first (2 unstable cases are not compared)",
      "",
    ]);
    expect(lines[5]).toMatch(/^ {2}cases {2}strict +lenient {2}express +fastify {2}difference$/);
    expect(lines[6]).toMatch(/^ {5}61 {2}4xx +2xx +2xx +4xx +id left out/);
    expect(lines[7]).toMatch(/^ {5}52 {2}4xx +2xx +4xx +4xx +e\.g\. the document is followed by /);
  });

  test("the matrix", () => {
    const at = lines.indexOf("Agreement by class, of 1,034 cases");
    expect(lines.slice(at + 1, at + 3)).toEqual([
      "           strict  fastify  lenient  express  differs alone",
      "  strict   ·       95%      84%      90%      38",
    ]);
  });

  test("boundaries of one axis under each other; those that agree share a line", () => {
    const at = lines.indexOf("  date, fraction digits");
    expect(lines.slice(at + 1, at + 4)).toEqual([
      "    strict            201 up to 3 digits, 400 from 4",
      "    lenient           201 for every value from 0 to 40",
      "    express, fastify  201 up to 9 digits, 400 from 10",
    ]);
  });

  test("the ranking by throughput, with its ties", () => {
    const at = lines.findIndex((line) => /^ +rank {2}target/.test(line));
    expect(lines.slice(at + 1, at + 5)).toEqual([
      "  1 to 2  lenient  ≥ 28,410/s  strict is slower than lenient: at most 0.86 × [-, 0.88]",
      "  2 to 3  strict     24,310/s  no difference larger than 5% between strict and fastify",
      "  2 to 3  fastify    22,950/s  express is slower than fastify: 0.46 × [0.43, 0.48]",
      "       4  express    10,480/s",
    ]);
  });

  test("ends with what is stated, what was found, the ranking, and the report", () =>
    expect(lines.slice(-4)).toEqual([
      "stated   strict ✓ held · lenient ✓ held · fastify ✓ held · express ✗ not held",
      "found    171 of 1,034 cases differ by class, in 8 groups · 3 boundaries differ · 2 unstable",
      "speed    lenient ≥ 28,410/s · strict 24,310/s · fastify 22,950/s · express 10,480/s",
      "report   reports/one/report.html",
    ]));

  test("what is unstable, by target", () =>
    expect(lines).toContain("  framing/early-close: express: 400 or reset"));
});

test("of two targets there is no matrix", () => {
  const view = structuredClone(fourTargets());
  view.comparison.targets.length = 2;
  for (const { groups } of Object.values(view.comparison.behaviour.depths))
    for (const group of groups) group.outcomes.length = 2;
  expect(renderComparison(view, new Screen(plain, 110), where)).not.toContain("agreement");
});

test.each([
  [
    "accepted",
    "4 groups of cases that differ in whether 2xx comes back, 1 of several exact codes (--depth exact separates",
    "not 2xx",
  ],
  ["exact", "10 groups of cases that differ by exact code:", "422"],
] as const)("at the depth %s", (depth, line, outcome) => {
  const view = structuredClone(fourTargets());
  view.comparison.behaviour.depth = depth;
  const lines = linesOf(view);
  expect(lines).toContain(line);
  expect(lines.find((each) => each.includes("id left out"))).toContain(outcome);
});

test("responses of many targets are in a text, and many groups are counted", () => {
  const view = manyTargets(12, 1500, 10);
  const lines = linesOf(view);
  const more = view.comparison.behaviour.depths.class.groups.length - 25;
  expect(lines.find((line) => /^ +\d+ {2}.* from server-\d/.test(line))).toBeDefined();
  expect(lines).toContain(`  … and ${more} more in the report`);
  expect(lines.filter((line) => line.length > 110)).toEqual([]);
});

test("of more targets than columns, responses are counted", () => {
  const lines = linesOf(manyTargets(50, 300, 3));
  expect(lines).toContainEqual(
    expect.stringMatching(/^ {6}3 {2}41 × 2xx, 6 × 4xx, 2 × 5xx, 1 × no response {3}/),
  );
  expect(lines.filter((line) => line.length > 110)).toEqual([]);
});

test("nothing in common", () => {
  const view = structuredClone(fourTargets());
  const { behaviour } = view.comparison;
  Object.assign(
    behaviour,
    { compared: 0, agree: 0, differ: 0, groups: [], unstable: [] },
    depthsOf([], 0, 4),
  );
  expect(linesOf(view)[0]).toBe(
    "no case got a response from all of these targets: there is nothing to compare",
  );
});

test("lines are as wide as the terminal, and whole where there is none", () => {
  const at = (width: number): string[] =>
    renderComparison(fourTargets(), new Screen(plain, width), where).split("\n");
  expect(at(80).filter((line) => Array.from(line).length > 80)).toEqual([]);
  const [words] = fourTargets().comparison.behaviour.depths.class.groups.map(({ name }) => name);
  expect(at(80).join(" ").replaceAll(/\s+/g, " ")).toContain(words);
  expect(at(Infinity).some((line) => line.includes("…"))).toBe(false);
});

test("what comes from outside cannot steer the terminal", () => {
  const text = renderComparison(hostileTargets(), new Screen(plain, 110), where);
  expect(text.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b\u202e]/);
});
