import { describe, expect, test } from "vitest";
import { fourTargets } from "../../html/comparison/four-targets.fixture.ts";
import { hostileTargets } from "../../html/comparison/hostile-targets.fixture.ts";
import { manyTargets } from "../../html/comparison/many-targets.fixture.ts";
import { plain } from "../paint.ts";
import { renderComparison } from "./render-comparison.ts";

const where = { report: "reports/one/report.html" };
const linesOf = (view: ReturnType<typeof fourTargets>): string[] =>
  renderComparison(view, plain, where).split("\n");

describe("four targets", () => {
  const lines = linesOf(fourTargets());

  test("no line is wider than 110 columns, and none ends in blanks", () =>
    expect(lines.filter((line) => Array.from(line).length > 110 || /\s$/.test(line))).toEqual([]));

  test("what was compared, and the groups in their order", () => {
    expect(lines.slice(0, 3)).toEqual([
      "1,034 cases, the same requests to each; each compared with itself first (2 unstable)",
      "",
      "agree on 856    differ on 178, in 11 groups",
    ]);
    expect(lines[4]).toMatch(
      /^ {3}cases {2}strict +lenient {2}express +fastify {2}difference +smallest request$/,
    );
    expect(lines[5]).toMatch(
      /^ {7}4 {2}400, closed {2}201 +timed-out {2}400 {6}two Content-Length .*[^\s]$/,
    );
    expect(lines[6]).toMatch(/^ {6}61 {2}400 +201 +201 +422 {6}id left out /);
  });

  test("the matrix", () => {
    const at = lines.indexOf("agreement, in cases of 1,034");
    expect(lines.slice(at + 1, at + 3)).toEqual([
      "           strict  lenient  express  fastify  differs alone",
      "  strict   ·       872      908      912      38",
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

  test("a line for each pair, or why there is none", () => {
    expect(lines).toContain("throughput (10 paired rounds)");
    expect(lines).toContain(
      "  strict / express   strict is faster than express: 2.32 × [2.20, 2.41]",
    );
    expect(lines.find((line) => line.startsWith("  lenient / fastify"))).toMatch(
      /not comparable: /,
    );
  });

  test("what is unstable, by target", () =>
    expect(lines).toContain("  express on 1: framing/early-close (400 or reset)"));
});

test("of two targets there is no matrix", () => {
  const view = structuredClone(fourTargets());
  view.comparison.targets.length = 2;
  for (const group of view.comparison.behaviour.groups) group.signatures.length = 2;
  expect(renderComparison(view, plain, where)).not.toContain("agreement");
});

test("many targets are numbered, and many groups are counted", () => {
  const lines = linesOf(manyTargets(12, 1500, 10));
  expect(lines.find((line) => line.startsWith("  1 server-1   2 server-2"))).toBeDefined();
  expect(lines).toContain("  … and 125 more in the report");
  expect(lines.filter((line) => line.length > 110)).toEqual([]);
});

test("nothing in common", () => {
  const view = structuredClone(fourTargets());
  const { behaviour } = view.comparison;
  Object.assign(behaviour, { compared: 0, agree: 0, differ: 0, groups: [], unstable: [] });
  expect(linesOf(view)[0]).toBe(
    "no case got a response from all of these targets: there is nothing to compare",
  );
});

test("lines are as wide as the terminal, and whole where there is none", () => {
  const at = (width: number): string[] =>
    renderComparison(fourTargets(), plain, where, width).split("\n");
  expect(at(80).filter((line) => Array.from(line).length > 80)).toEqual([]);
  expect(at(Infinity).some((line) => line.includes("…"))).toBe(false);
});

test("what comes from outside cannot steer the terminal", () => {
  const text = renderComparison(hostileTargets(), plain, where);
  expect(text.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b\u202e]/);
});
