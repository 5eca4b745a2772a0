import { describe, expect, test } from "vitest";
import { type Summary, noClasses } from "../model/index.ts";
import { buildHistory, changedCases, type Headline, runRatio, type RunRates } from "./history.ts";

type CaseSummary = Summary["cases"][number];
const seen = (
  id: string,
  stability: CaseSummary["stability"],
  ...signatures: string[]
): CaseSummary => ({
  id,
  stability,
  outcomes: Object.fromEntries(signatures.map((each) => [each, 1])),
});

describe("changed cases", () => {
  test.each([
    ["the same", seen("a/b", "stable", "201"), seen("a/b", "stable", "201"), []],
    ["another status", seen("a/b", "stable", "201"), seen("a/b", "stable", "202"), ["201", "202"]],
    [
      "newly unstable",
      seen("a/b", "stable", "201"),
      seen("a/b", "unstable", "201", "500"),
      ["201", "201 / 500 (unstable)"],
    ],
    [
      "unstable before and now, whatever came",
      seen("a/b", "unstable", "201", "500"),
      seen("a/b", "unstable", "201", "reset"),
      [],
    ],
    [
      "a repeated id that gets a different response now",
      seen("a/b", "stable", "201"),
      seen("a/b", "changes-on-repeat", "201", "409"),
      ["201", "201 / 409"],
    ],
    [
      "sent once, one of the earlier responses",
      seen("a/b", "changes-on-repeat", "201", "409"),
      seen("a/b", "once", "201"),
      [],
    ],
    [
      "sent once, another response",
      seen("a/b", "unstable", "201", "500"),
      seen("a/b", "once", "reset"),
      ["201 / 500 (unstable)", "reset"],
    ],
  ])("%s", (_, before, after, expected) => {
    const [old = "", now = ""] = expected;
    const changed = expected.length === 0 ? [] : [{ case: "a/b", before: old, after: now }];
    expect(changedCases([before], [after])).toEqual({ compared: 1, changed, added: 0, missing: 0 });
  });

  test("cases that only one run was sent are counted, not compared", () => {
    const before = [seen("a/1", "stable", "201"), seen("a/2", "stable", "201")];
    const after = ["a/2", "a/3", "a/4"].map((id) => seen(id, "stable", "201"));
    expect(changedCases(before, after)).toEqual({ compared: 1, changed: [], added: 2, missing: 1 });
    // Sent, but without a result when the run was interrupted.
    const [cut, whole] = [[seen("a/2", "once")], [seen("a/2", "stable", "201")]];
    expect(changedCases(whole, cut)).toEqual({ compared: 0, changed: [], added: 0, missing: 1 });
    expect(changedCases(cut, whole)).toEqual({ compared: 0, changed: [], added: 1, missing: 0 });
  });
});

const rates = (runId: string, each: number[], over: Partial<RunRates> = {}): RunRates => ({
  runId,
  offer: "10",
  each,
  limited: false,
  ...over,
});

/** Two earlier runs without any spread between them: the rounds alone decide. */
const ALIKE = [rates("x", [100, 100, 100]), rates("y", [100, 100, 100])];

describe("ratio of two runs", () => {
  test("of three rounds each is the median of nine, with the whole range as its interval", () => {
    // 80 90 100 to 100 110 120: the nine ratios in order are 0.667 0.727 0.75 0.8 0.818 0.833 0.9 0.909 1.
    const ratio = runRatio(rates("b", [80, 90, 100]), rates("a", [100, 110, 120]), ALIKE);
    expect(ratio).toEqual({
      against: "a",
      ratio: expect.closeTo(90 / 110, 10),
      low: expect.closeTo(80 / 120, 10),
      high: expect.closeTo(1, 10),
      verdict: "cannot-tell",
    });
  });

  test("with an interval on one side of 1 says so", () => {
    expect(runRatio(rates("b", [50, 51, 52]), rates("a", [100, 101, 102]), ALIKE)?.verdict).toBe(
      "less",
    );
    expect(runRatio(rates("b", [100, 101, 102]), rates("a", [50, 51, 52]), ALIKE)?.verdict).toBe(
      "more",
    );
  });

  test("includes the spread between earlier runs: with one, there is no interval", () => {
    const [now, before] = [rates("b", [50, 51, 52]), rates("a", [100, 101, 102])];
    expect(runRatio(now, before, [before])).not.toHaveProperty("low");
    // ln 2 apart: s is 0.49, and t of one degree of freedom times s times the root of 2 is 4.38.
    const twice = [rates("x", [100, 100, 100]), rates("y", [200, 200, 200])];
    expect(runRatio(now, before, twice)).toMatchObject({
      low: expect.closeTo((51 / 101) * Math.exp(-4.376), 3),
      verdict: "cannot-tell",
    });
  });

  test("of too few rounds has no interval", () => {
    const ratio = runRatio(rates("b", [50, 50]), rates("a", [100, 100, 100]), ALIKE);
    expect(ratio).toEqual({ against: "a", ratio: expect.closeTo(0.5, 10), verdict: "cannot-tell" });
  });

  test("is known from one side where one run was limited, and not at all where both were", () => {
    const limited = { limited: true };
    const [slow, fast] = [
      [50, 51, 52],
      [100, 101, 102],
    ] as [number[], number[]];
    expect(runRatio(rates("b", fast, limited), rates("a", slow), ALIKE)).toMatchObject({
      bound: "at-least",
      verdict: "more",
    });
    expect(runRatio(rates("b", slow, limited), rates("a", fast), ALIKE)).toMatchObject({
      bound: "at-least",
      verdict: "cannot-tell",
    });
    expect(runRatio(rates("b", slow), rates("a", fast, limited), ALIKE)).toMatchObject({
      bound: "at-most",
      verdict: "less",
    });
    expect(runRatio(rates("b", slow, limited), rates("a", fast, limited), ALIKE)).toBeUndefined();
  });

  test("is not made of different loads", () => {
    expect(runRatio(rates("b", [1], { offer: "20" }), rates("a", [1]), ALIKE)).toBeUndefined();
  });
});

const NONE = noClasses();

function headline(
  runId: string,
  {
    target = "go",
    at = "2026-11-20T10:00:00.000Z",
    tool = "1",
    status = "201",
    each = [] as number[],
    limited = false,
  },
): Headline {
  const load = {
    offer: "10 connections",
    rounds: each.length,
    perSecond: each[0] ?? 0,
    p99Us: 1000,
    limited,
  };
  return {
    run: {
      runId,
      folder: runId,
      hasReport: true,
      target,
      baseUrl: "http://127.0.0.1:1",
      startedAt: at,
      seed: 1,
      tool,
      complete: true,
      accepts: "held",
      requests: 2,
      answers: NONE,
      ...(each.length > 0 && { load }),
    },
    cases: status === "" ? [] : [seen("a/b", "stable", status)],
    rates: each.length > 0 ? rates(runId, each, { limited }) : undefined,
  };
}

describe("history", () => {
  const day = (n: number): string => `2026-11-0${n}T10:00:00.000Z`;

  test("is in the order of time, each run beside the last one of its target that was sent cases", () => {
    const { runs } = buildHistory([
      headline("c", { at: day(3), status: "500", tool: "2" }),
      headline("a", { at: day(1) }),
      headline("load-only", { at: day(2), status: "" }),
      headline("other", { at: day(2), target: "express" }),
      headline("d", { at: day(4), status: "500", tool: "2" }),
    ]);
    expect(runs.map(({ runId }) => runId)).toEqual(["a", "load-only", "other", "c", "d"]);
    expect(runs.map(({ changes }) => changes && [changes.since, changes.changed.length])).toEqual([
      undefined,
      undefined,
      undefined,
      ["a", 1],
      ["c", 0],
    ]);
    expect(runs[3]?.changes).toMatchObject({
      changed: [{ case: "a/b", before: "201", after: "500" }],
      otherTool: "1",
    });
    expect(runs[4]?.changes).not.toHaveProperty("otherTool");
  });

  test("has ratios to the previous run, and to the first that the generator did not limit", () => {
    const { runs } = buildHistory([
      headline("a", { at: day(1), each: [90, 91, 92], limited: true }),
      headline("b", { at: day(2), each: [100, 101, 102] }),
      headline("no-load", { at: day(3) }),
      headline("c", { at: day(4), each: [50, 51, 52] }),
      headline("d", { at: day(5), each: [100, 101, 102] }),
      headline("e", { at: day(6), each: [101, 102, 103] }),
    ]);
    const ratios = runs.map(({ load }) => [
      load?.toFirst?.against,
      load?.toPrevious?.against,
      load?.toPrevious?.verdict,
    ]);
    expect(ratios).toEqual([
      [undefined, undefined, undefined],
      ["a", "a", "cannot-tell"],
      [undefined, undefined, undefined],
      ["b", "b", "less"],
      ["b", "c", "cannot-tell"],
      ["b", "d", "cannot-tell"],
    ]);
    expect(runs[1]?.load?.toFirst?.bound).toBe("at-most");
  });

  test("begins with sentences: a verdict that changed, the run with the most changes, the newest one and its load", () => {
    const runs = [
      headline("a", { at: day(1), each: [100, 101, 102] }),
      headline("b", { at: day(2), status: "500", each: [100, 101, 102] }),
      headline("c", { at: day(3), status: "500", each: [98, 99, 100] }),
      headline("d", { at: day(4), status: "500", each: [48, 49, 50] }),
    ];
    for (const { run } of runs.slice(2)) run.accepts = "not-held";
    const { conclusions = [] } = buildHistory([...runs, headline("only", { target: "express" })]);
    expect(conclusions.map(({ text, run }) => [run, text])).toEqual([
      ["c", 'The verdict is "not held" since 3 Nov 2026, 10:00:00 UTC.'],
      [
        "b",
        "1 of 1 response changed in the run of 2 Nov 2026, 10:00:00 UTC: 201 became 500 in 1 case.",
      ],
      ["d", "The newest run has the same statuses as the run before it."],
      [
        "d",
        "Throughput of the run of 4 Nov 2026, 10:00:00 UTC: 0.49 × [0.47, 0.52] that of the run before it, further apart than runs usually are.",
      ],
    ]);
  });
});
