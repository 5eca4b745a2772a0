import { describe, expect, test } from "vitest";
import { axisFinding, stretchesOf } from "../../test/analyse/explore/explored.ts";
import { WitnessError } from "../errors.ts";
import { post } from "../generate/index.ts";
import type { RunRecord } from "../model/index.ts";
import { acceptDrift, updateBaseline } from "./update-baseline.ts";
import { baselineOf } from "./baseline.ts";
import { baselineText, parseBaseline } from "./baseline-file.ts";
import { gateRun, loaded, sent, sentCase, told, type RunGiven } from "../../test/policy/gate.ts";
import { judgeRuns } from "./judge-runs.ts";

const upTo = (last: string, first: string, refused = "400"): RunRecord =>
  axisFinding("id-upwards", "id, upwards", {
    stretches: stretchesOf(["0", "201", last], [first, refused, "1000000000000"]),
  });

/** A server that responds to a repeated id with 409, and is unstable in one case. */
const before = [
  ...sent("fields/b", [400, 400]),
  ...sent("fields/a", [201, 201]),
  ...sent("fields/flaky", [500, 201]),
  ...sent("repetition/same-id-twice", [409, 409]),
  upTo("2147483647", "2147483648"),
  ...loaded(10_000, [1000, 1010.04, 990]),
];
const saved = baselineOf([gateRun({}, before).gate.run]);

const held = (records: RunRecord[], given?: RunGiven): string =>
  told(
    judgeRuns({
      runs: [gateRun({}, records, given)],
      baseline: { value: saved, path: "base.json" },
    }),
  );

const without = (id: string): RunRecord[] =>
  before.filter(
    (each) =>
      !(each.type === "case" && each.case.id === id) &&
      !(each.type === "observation" && each.case === id),
  );

describe("the file", () => {
  test("is sorted, with a line for each case, axis and round", () => {
    expect(baselineText(saved)).toMatchInlineSnapshot(`
      "{
        "$schema": "urn:api-witness:baseline:1",
        "schemaVersion": 2,
        "tool": "api-witness 0.0.0",
        "target": "go",
        "run": "2026-11-20-go-7",
        "runs": ["2026-11-20-go-7"],
        "digits": [],
        "catalogue": "one",
        "sent": 2,
        "errors": [{ "sent": 10, "failed": 1 }],
        "errorWords": ["500"],
        "cases": {
          "fields/a": "201",
          "fields/b": "400",
          "fields/flaky": { "201": 1, "500": 1 },
          "repetition/same-id-twice": "409",
          "valid/plain": "201"
        },
        "boundaries": {
          "id-upwards": ["201 from 0", "400 from 2147483648"]
        },
        "load": {
          "offered": { "model": "closed", "connections": 10, "pipelining": 1 },
          "ceiling": 10000,
          "ceilingNoise": 0,
          "noise": 0.01,
          "rounds": [
            { "throughput": 1000, "goodput": 1000, "avg": 10004, "p50": 10007, "p90": 10007, "p95": 10007, "p99": 10007, "p999": 10007, "max": 10007 },
            { "throughput": 1010, "goodput": 1010, "avg": 9900, "p50": 9903, "p90": 9903, "p95": 9903, "p99": 9903, "p999": 9903, "max": 9903 },
            { "throughput": 990, "goodput": 990, "avg": 10100, "p50": 10103, "p90": 10103, "p95": 10103, "p99": 10103, "p999": 10103, "max": 10103 }
          ]
        },
        "accepted": []
      }
      "
    `);
  });

  test("is read as it was written", () => {
    expect(parseBaseline(baselineText(saved), "base.json")).toEqual(saved);
    expect(baselineText(saved)).toBe(baselineText(baselineOf([gateRun({}, before).gate.run])));
  });

  test("that is no baseline is named, with what is wrong", () => {
    expect(() => parseBaseline("{", "base.json")).toThrow(/^base\.json is not JSON: /);
    expect(() => parseBaseline('{"cases": []}', "base.json")).toThrow(
      /^base\.json is not a baseline: /,
    );
  });

  test("is not made of a run that was broken off, or that sent no case", () => {
    expect(() => baselineOf([gateRun({}, before, { end: "interrupted" }).gate.run])).toThrow(
      "this run is not complete: interrupted",
    );
  });
});

describe("a run beside it", () => {
  test("that is the same passes", () => {
    expect(held(before)).toMatchInlineSnapshot(`
      "pass baseline.cases | cases get the same status as before | base.json
        5 cases as before
      pass baseline.errors | no more requests get an error at random than before | base.json
        500 for 1 of 10 sendings (10%) at random, at most 1 of 10 sendings (10%) in a run of the baseline
      pass baseline.boundaries | boundaries have not moved | base.json
        1 axis as before
      pass 0"
    `);
  });

  test("a limit that moves with the clock may have passed the date of a case since", () => {
    const dated = (status: number, date: string): RunRecord[] =>
      sentCase({ id: "fields/dated", reason: "r", clauses: ["behaviour"], request: post([date]) }, [
        status,
        status,
      ]);
    const limit: RunRecord = {
      type: "note",
      kind: "surroundings",
      code: "clock-limit",
      field: "date",
      side: "from",
      refusal: "422",
      atMs: Date.UTC(2027, 4, 20),
      offsetMs: -1095 * 86_400_000,
      withinMs: 10,
    };
    const since = (date: string): string =>
      told(
        judgeRuns({
          runs: [gateRun({}, [...dated(422, date), limit])],
          baseline: { value: baselineOf([gateRun({}, dated(201, date)).gate.run]), path: "b.json" },
        }),
      ).split("\n", 1)[0] ?? "";
    expect(since("2024-05-17T10:20:30.123Z")).toMatch(/^pass baseline\.cases/);
    expect(since("2025-05-17T10:20:30.123Z")).toMatch(/^fail baseline\.cases/);
  });

  test("changed, vanished and newly unstable cases fail; new and settled ones are notes", () => {
    const now = [
      ...without("fields/b").filter((each) => !("case" in each && each.case === "fields/flaky")),
      ...sent("fields/a", [201, 400]),
      ...sent("fields/flaky", [201, 201]),
      ...sent("fields/new", [201, 201]),
      ...sent("repetition/same-id-twice", [201, 201]),
    ];
    expect(held(now)).toMatchInlineSnapshot(`
      "fail baseline.cases | cases get the same status as before | base.json
        1 changed, 1 vanished, 1 newly unstable; 1 case as before
        fields: 201 became unstable: 201 / 400 (1 case)
        fields: no longer sent (1 case)
        repetition: 409 became 201 (1 case)
        - fields/a: expected 201, observed 201 / 400 (newly unstable)
          witness replay reports/2026-11-20-go-7 fields/a
        - fields/b: expected 400, observed not sent
        - repetition/same-id-twice: expected 409, observed 201
          witness replay reports/2026-11-20-go-7 repetition/same-id-twice
      pass baseline.errors | no more requests get an error at random than before | base.json
        no error for 0 of 10 sendings (0%) at random, at most 1 of 10 sendings (10%) in a run of the baseline
      pass baseline.boundaries | boundaries have not moved | base.json
        1 axis as before
      note go: no difference was sent again, because this run was made without --baseline
      note go: 1 case not in the baseline: fields/new
      note go: 1 case no longer unstable: fields/flaky
      fail 1"
    `);
  });

  test("a limit that moved by one is named with its evidence", () => {
    const now = before.map((each) =>
      each.type === "finding" ? upTo("2147483646", "2147483647") : each,
    );
    expect(held(now)).toMatchInlineSnapshot(`
      "pass baseline.cases | cases get the same status as before | base.json
        5 cases as before
      pass baseline.errors | no more requests get an error at random than before | base.json
        500 for 1 of 10 sendings (10%) at random, at most 1 of 10 sendings (10%) in a run of the baseline
      fail baseline.boundaries | boundaries have not moved | base.json
        1 axis changed
        - explore/id-upwards/2147483647: expected id-upwards: 400 from 2147483648, observed 400 from 2147483647
          witness replay reports/2026-11-20-go-7 explore/id-upwards/2147483647
      fail 1"
    `);
  });

  test("a signature of two parts is one stretch, not two", () => {
    const closed = axisFinding("id-upwards", "id, upwards", {
      stretches: stretchesOf(
        ["0", "201", "2147483647"],
        ["2147483648", "400, closed", "1000000000000"],
      ),
    });
    const now = before.map((each) => (each.type === "finding" ? closed : each));
    expect(held(now)).toContain(
      "- explore/id-upwards/2147483648: expected id-upwards: 400 from 2147483648, observed 400, closed from 2147483648\n",
    );
  });

  test("where the runs of the baseline differ, a boundary may be anywhere between theirs", () => {
    const runOf = (last: string, first: string, refused?: string) =>
      gateRun({}, [...sent("fields/a", [201, 201]), upTo(last, first, refused)]);
    const before = [runOf("2147483647", "2147483648"), runOf("4294967295", "4294967296")] as const;
    const value = baselineOf([before[0].gate.run, before[1].gate.run]);
    const verdictOf = (last: string, first: string, refused?: string): string | undefined => {
      const { judgements } = judgeRuns({
        runs: [runOf(last, first, refused)],
        baseline: { value },
      });
      return judgements.find(({ rule }) => rule === "baseline.boundaries")?.verdict;
    };
    expect(verdictOf("2147483647", "2147483648")).toBe("pass");
    expect(verdictOf("3000000000", "3000000001")).toBe("pass");
    expect(verdictOf("2147483646", "2147483647")).toBe("fail");
    expect(verdictOf("4294967296", "4294967297")).toBe("fail");
    expect(verdictOf("3000000000", "3000000001", "500")).toBe("fail");
  });

  test("an axis that is one stretch now has lost its boundary", () => {
    const whole = axisFinding("id-upwards", "id, upwards", {
      stretches: stretchesOf(["0", "201", "1000000000000"]),
    });
    expect(held(before.map((each) => (each.type === "finding" ? whole : each))))
      .toMatchInlineSnapshot(`
        "pass baseline.cases | cases get the same status as before | base.json
          5 cases as before
        pass baseline.errors | no more requests get an error at random than before | base.json
          500 for 1 of 10 sendings (10%) at random, at most 1 of 10 sendings (10%) in a run of the baseline
        fail baseline.boundaries | boundaries have not moved | base.json
          1 axis changed
          - expected id-upwards: 400 from 2147483648, observed no more boundary there
        fail 1"
      `);
  });

  test("nothing was explored, or not to its end", () => {
    expect(held(before.filter(({ type }) => type !== "finding"))).toMatchInlineSnapshot(`
      "pass baseline.cases | cases get the same status as before | base.json
        5 cases as before
      pass baseline.errors | no more requests get an error at random than before | base.json
        500 for 1 of 10 sendings (10%) at random, at most 1 of 10 sendings (10%) in a run of the baseline
      error baseline.boundaries | boundaries have not moved | base.json
        this run did not search for boundaries: use --explore or --axis
      error 2"
    `);
    const cut = { ...upTo("2147483647", "2147483648"), cut: "max-time" } as RunRecord;
    expect(held(before.map((each) => (each.type === "finding" ? cut : each))))
      .toMatchInlineSnapshot(`
        "pass baseline.cases | cases get the same status as before | base.json
          5 cases as before
        pass baseline.errors | no more requests get an error at random than before | base.json
          500 for 1 of 10 sendings (10%) at random, at most 1 of 10 sendings (10%) in a run of the baseline
        inconclusive baseline.boundaries | boundaries have not moved | base.json
          not explored to the end: id-upwards
        inconclusive 4"
      `);
  });

  test("of another catalogue", () => {
    expect(held([...sent("headers/a", [201, 201])], { catalogue: "two" })).toMatchInlineSnapshot(`
      "error baseline.catalogue | the same catalogue | base.json
        the baseline is of another catalogue: 5 cases there, 2 here, 1 in both; save one from this run, or run the whole catalogue
      error 2"
    `);
    const half = before.filter((each) => !JSON.stringify(each).includes("repetition/"));
    expect(held(half, { catalogue: "two" })).toMatchInlineSnapshot(`
      "error baseline.catalogue | the same catalogue | base.json
        the baseline is of another catalogue: it has the suite repetition, but this run sent none of its cases
      error 2"
    `);
  });

  test("a catalogue that has only grown is no other one", () => {
    expect(held([...before, ...sent("fields/new", [201, 201])], { catalogue: "two" }))
      .toMatchInlineSnapshot(`
        "pass baseline.cases | cases get the same status as before | base.json
          5 cases as before
        pass baseline.errors | no more requests get an error at random than before | base.json
          500 for 1 of 12 sendings (8.3%) at random, at most 1 of 10 sendings (10%) in a run of the baseline
        pass baseline.boundaries | boundaries have not moved | base.json
          1 axis as before
        note go: 1 case not in the baseline: fields/new
        pass 0"
      `);
  });

  test("of another target", () => {
    expect(held(before, { target: "rust" })).toMatch(
      /^note the baseline was saved from go, this run is of rust$/m,
    );
    const runs = ["rust", "zig"].map((target) => gateRun({}, before, { target }));
    expect(() => judgeRuns({ runs, baseline: { value: saved, path: "base.json" } })).toThrow(
      "base.json is of go, but no run is of that target",
    );
  });
});

describe("accepting", () => {
  const now = gateRun({}, [
    ...without("fields/a"),
    ...sent("fields/a", [422, 422]),
    ...sent("fields/new", [201, 201]),
    upTo("9", "10"),
  ]).gate.run;

  test("everything", () => {
    const { baseline, changed } = updateBaseline(saved, now);
    expect(baseline.cases["fields/a"]).toBe("422");
    expect(changed.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "changed fields/a",
      "new fields/new",
      "changed id-upwards",
    ]);
  });

  test("a part, with the reason stored", () => {
    const { baseline, changed } = acceptDrift(saved, now, ["fields/*"], "422 is what we agreed on");
    expect(changed).toHaveLength(2);
    expect(baseline.cases).toEqual({ ...saved.cases, "fields/a": "422", "fields/new": "201" });
    expect(baseline.boundaries).toEqual(saved.boundaries);
    expect(baseline.accepted).toEqual([
      {
        what: ["fields/*"],
        reason: "422 is what we agreed on",
        changed: 2,
        run: "2026-11-20-go-7",
      },
    ]);
    expect(updateBaseline(baseline, now).baseline.accepted).toEqual(baseline.accepted);
  });

  test("an axis by its name", () => {
    const { baseline } = acceptDrift(saved, now, ["id-upwards"], "smaller ids");
    expect(baseline.boundaries).toEqual({ "id-upwards": ["201 from 0", "400 from 10"] });
    expect(baseline.cases).toEqual(saved.cases);
  });

  test("what fits nothing, and without a reason", () => {
    const refusal = (globs: string[], reason: string): Partial<WitnessError> => {
      try {
        acceptDrift(saved, now, globs, reason);
      } catch (error) {
        if (error instanceof WitnessError) return error;
      }
      throw new Error("it was accepted");
    };
    expect(refusal(["fields/x"], "why")).toMatchObject({
      code: "accept-glob",
      hint: 'did you mean "fields/a"?',
    });
    expect(refusal(["headers/*"], "why")).toMatchObject({
      hint: "differences: fields/a, fields/new, id-upwards",
    });
    expect(refusal(["fields/a"], " ")).toMatchObject({ code: "accept-reason" });
  });
});
