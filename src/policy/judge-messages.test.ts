import { describe, expect, test } from "vitest";
import { gateRun, sent, told } from "../../test/policy/gate.ts";
import type { RunRecord } from "../model/index.ts";
import { baselineOf } from "./baseline.ts";
import { baselineText, parseBaseline } from "./baseline-file.ts";
import { judgeRuns } from "./judge-runs.ts";

type Says = (nth: number, run: number) => string;

/** Ten cases that are refused, each with a message. */
const refused = (says: Says, run: number, status = 400): RunRecord[] =>
  Array.from({ length: 10 }, (_, nth) => nth).flatMap((nth) =>
    sent(`fields/case-${nth}`, [status, status], {
      body: JSON.stringify({ error: says(nth, run) }),
    }),
  );

const learned = (says: Says) =>
  baselineOf([
    gateRun({}, refused(says, 0)).gate.run,
    gateRun({}, refused(says, 1)).gate.run,
    gateRun({}, refused(says, 2)).gate.run,
  ]);

function judged(before: Says, now: Says, status?: number, ownProcesses?: true): string {
  const value = { ...learned(before), ownProcesses };
  const result = judgeRuns({ runs: [gateRun({}, refused(now, 3, status))], baseline: { value } });
  const own = result.judgements.find(({ rule }) => rule === "baseline.messages");
  const [cause] = result.causes ?? [];
  const count = cause === undefined ? "" : ` | ${cause.text} (${cause.count})`;
  return own === undefined ? "not judged" : `${own.verdict} ${own.found}${count}`;
}

const byPlace: Says = (nth) => (nth < 5 ? "id" : "date");

describe("what errors say", () => {
  test.each<[string, Says, Says, string]>([
    ["the same", byPlace, byPlace, "pass as before"],
    [
      "checks in another order",
      byPlace,
      (nth) => (nth < 3 ? "id" : "date"),
      'fail errors say "date" instead of "id"; it said so of other cases before | errors say "date" instead of "id"; it said so of other cases before (2)',
    ],
    [
      "other words",
      byPlace,
      (nth) => (nth < 5 ? "id must be a number" : "date"),
      'warn errors say "id must be a number" instead of "id" | errors say "id must be a number" instead of "id" (5)',
    ],
    [
      "other words about a figure",
      () => "at most 80 characters",
      () => "no more than 60 characters",
      'warn errors say "no more than … characters" instead of "at most … characters" | errors say "no more than … characters" instead of "at most … characters" (10)',
    ],
    [
      "an address",
      () => "<User at 0x7f3a21bc40>",
      () => "<User at 0x55d0e91a2b>",
      "pass as before",
    ],
    [
      "a value that is new in each run",
      (nth, run) => `user-${"abc"[run]}${nth}@example.com is taken, of 4a${run}f-${nth}b${run}c`,
      () => "user-d17@example.com is taken, of 9f3e-4d00",
      "pass as before",
    ],
    ["one case only", byPlace, (nth) => (nth < 4 ? "id" : "date"), "pass as before"],
    ["figures", (nth, run) => `line ${run} of ${nth}`, () => "line 99 of 7", "pass as before"],
    [
      "a time",
      () => "Sun, 29 Nov 2026 21:00:00 GMT: wrong",
      () => "Mon, 1 Feb 2027 21:00:01 GMT: wrong",
      "pass as before",
    ],
    [
      "words at random",
      (nth, run) => `request ${"abc"[run]}${"defghijklm"[nth]}`,
      () => "request z",
      "not judged",
    ],
  ])("%s", (_, before, now, words) => {
    expect(judged(before, now, undefined, true)).toBe(words);
  });

  test("fields that are checked in any order fail nothing, also in cases that had the same each time", () => {
    const any: Says = (nth, run) => ((nth * 7 + run * 3) % 4 < 2 ? "id" : "date");
    expect(judged(any, () => "date")).toBe("not judged");
  });

  test("one process may check its fields in another order than the next", () => {
    expect(judged(byPlace, (nth) => (nth < 3 ? "id" : "date"))).toMatch(/^warn errors say "date"/);
  });

  test("another status is told by itself", () => {
    expect(judged(byPlace, () => "other", 422)).toMatch(/^pass as before/);
  });

  test("is in the file, with its cases", () => {
    const value = learned(byPlace);
    const text = baselineText(value);
    expect(text).toContain('    "400 id": { "fields": "case-0 case-1 case-2 case-3 case-4" }');
    expect(parseBaseline(text, "base.json")).toEqual(value);
    expect(
      told(judgeRuns({ runs: [gateRun({}, refused(byPlace, 0))], baseline: { value } })),
    ).toMatch(/pass 0$/);
  });
});

test("each run of a server that witness starts has a process of its own, also those of an operation of a document", () => {
  const { run } = gateRun({}, refused(byPlace, 0)).gate;
  const { header } = run;
  const options = header && { ...header.options, serve: { command: "start {port}" } };
  const served = header && options && { ...run, header: { ...header, options } };
  expect(served && baselineOf([served, served]).ownProcesses).toBe(true);
  expect(baselineOf([run, run]).ownProcesses).toBeUndefined();
});
