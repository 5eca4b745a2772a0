import { describe, expect, test } from "vitest";
import { baselineOf } from "./baseline.ts";
import { gateRun, loaded, told, type LoadSlot } from "../../test/policy/gate.ts";
import type { RunRecord } from "../model/index.ts";
import { judgeRuns, type GateInput } from "./judge-runs.ts";

const STEADY = [1000, 1010, 990];

type Given = { slots?: (number | LoadSlot)[]; ceiling?: number };

describe("against a baseline", () => {
  const value = baselineOf([gateRun({}, loaded(10_000, [1000, 1020, 980, 1005])).gate.run]);
  const baseline = { value: { ...value, catalogue: "one" }, path: "baseline.json" };
  const held = (
    load: string[],
    given: Given = {},
    input: Partial<GateInput> = { baseline },
  ): string => {
    const run = gateRun({ load }, loaded(given.ceiling ?? 10_000, given.slots ?? STEADY));
    return told(judgeRuns({ runs: [run], ...input }))
      .split("\n")
      .filter((line) => !line.includes("baseline.cases") && !line.includes("as before"))
      .join("\n");
  };
  const RULES = ["throughput >= 0.9 * baseline", "p(99) <= 1.2 * baseline"];

  test("the same server holds", () => {
    expect(held(RULES)).toMatchInlineSnapshot(`
      "pass policy.load[0] | throughput >= 0.9 * baseline
        1.00 × [0.97, 1.03]
      pass policy.load[1] | p(99) <= 1.2 * baseline
        1.00 × [0.97, 1.03]
      pass 0"
    `);
  });

  test("runs that differ from each other say how much the next one may", () => {
    const runs = [1000, 1100, 940, 1030, 900].map(
      (level) => gateRun({}, loaded(10_000, [level, level * 1.01, level * 0.99])).gate.run,
    );
    const [first, ...others] = runs;
    if (first === undefined) throw new Error("no run");
    const several = { value: { ...baselineOf([first, ...others]), catalogue: "one" } };
    const of = (level: number): string =>
      held(
        ["throughput >= 0.95 * baseline"],
        { slots: [level, level, level] },
        { baseline: several },
      )
        .split("\n")
        .slice(0, 2)
        .join(";");
    expect(of(880)).toMatchInlineSnapshot(
      `"inconclusive policy.load[0] | throughput >= 0.95 * baseline;  0.89 × [0.74, 1.07]; the 5 runs of the baseline vary too much to decide"`,
    );
    expect(of(600)).toMatchInlineSnapshot(
      `"fail policy.load[0] | throughput >= 0.95 * baseline;  0.61 × [0.50, 0.73]"`,
    );
  });

  test("one that is 30% slower does not", () => {
    expect(held(RULES, { slots: [700, 710, 690] })).toMatchInlineSnapshot(`
      "fail policy.load[0] | throughput >= 0.9 * baseline
        0.70 × [0.68, 0.72]
        - expected throughput >= 0.9 * baseline, observed 0.70 × [0.68, 0.72]
      fail policy.load[1] | p(99) <= 1.2 * baseline
        1.43 × [1.38, 1.48]
        - expected p(99) <= 1.2 * baseline, observed 1.43 × [1.38, 1.48]
      fail 1"
    `);
  });

  test("too close to tell, with the rounds that would decide", () => {
    expect(held(RULES, { slots: [880, 935, 950, 900, 870] })).toMatchInlineSnapshot(`
      "inconclusive policy.load[0] | throughput >= 0.9 * baseline
        0.90 × [0.87, 0.95]; only a baseline of more rounds than 4 could decide
      pass policy.load[1] | p(99) <= 1.2 * baseline
        1.11 × [1.05, 1.16]
      inconclusive 4"
    `);
    expect(held(RULES, { slots: [600, 650] })).toMatchInlineSnapshot(`
      "inconclusive policy.load[0] | throughput >= 0.9 * baseline
        0.62 ×; 1 more round would decide
      inconclusive policy.load[1] | p(99) <= 1.2 * baseline
        1.60 ×; 1 more round would decide
      inconclusive 4"
    `);
  });

  test("another machine fails nothing, and a pass says that it is one", () => {
    const machine = {
      cpu: "Fast 9000",
      cores: 8,
      memoryBytes: 33_500_000_000,
      node: "20.20.0",
      platform: "linux x64",
    };
    const site = (own: Partial<typeof machine>): RunRecord => ({
      type: "load-site",
      cores: 8,
      local: true,
      machine: { ...machine, ...own },
    });
    const saved = baselineOf([
      gateRun({}, [site({}), ...loaded(10_000, [1000, 1020, 980, 1005])]).gate.run,
    ]);
    const on = (own: Partial<typeof machine>, slots: number[]): string => {
      const run = gateRun({ load: RULES.slice(0, 1) }, [site(own), ...loaded(10_000, slots)]);
      const { judgements } = judgeRuns({ runs: [run], baseline: { value: saved } });
      const [first] = judgements.filter(({ kind }) => kind === "threshold");
      return `${first?.verdict}: ${first?.found}`;
    };
    // A kernel that keeps a little more of the memory to itself does not make it another machine.
    expect(on({ memoryBytes: 33_400_000_000 }, [700, 710, 690])).toMatchInlineSnapshot(
      `"fail: 0.70 × [0.68, 0.72]"`,
    );
    expect(on({ cpu: "Slow 1", cores: 2 }, [700, 710, 690])).toMatchInlineSnapshot(
      `"inconclusive: 0.70 × [0.68, 0.72], but this is another machine (CPU: Slow 1, was Fast 9000; cores: 2, was 8)"`,
    );
    expect(on({ node: "22.1.0" }, STEADY)).toMatchInlineSnapshot(
      `"pass: 1.00 × [0.97, 1.03]; another machine (Node.js: 22.1.0, was 20.20.0)"`,
    );
    expect(saved.load).toMatchObject({ machine, ceilingNoise: 0 });
  });

  test("a machine that is slower itself excuses what is slower, and another machine tells nothing", () => {
    expect(held(RULES, { slots: [850, 840, 855], ceiling: 8700 })).toMatchInlineSnapshot(`
      "inconclusive policy.load[0] | throughput >= 0.9 * baseline
        0.85 × [0.82, 0.87], but the machine itself is at 87% of what it was then
      inconclusive policy.load[1] | p(99) <= 1.2 * baseline
        1.18 × [1.15, 1.21]; only a baseline of more rounds than 4 could decide
      inconclusive 4"
    `);
    expect(held(RULES, { slots: [500, 510, 505], ceiling: 5000 })).toMatchInlineSnapshot(`
      "inconclusive policy.load[0] | throughput >= 0.9 * baseline
        0.50 × [0.49, 0.52], but the generator reaches 5,000/s here and reached 10,000/s then: another machine, or a busy one
      inconclusive policy.load[1] | p(99) <= 1.2 * baseline
        1.98 × [1.92, 2.04], but the generator reaches 5,000/s here and reached 10,000/s then: another machine, or a busy one
      inconclusive 4"
    `);
  });

  test("none given, one without load, a figure that it has not, another offer", () => {
    expect(held(RULES, {}, {})).toMatchInlineSnapshot(`
      "error policy.load[0] | throughput >= 0.9 * baseline
        there is no baseline of this target: use --baseline FILE
      error policy.load[1] | p(99) <= 1.2 * baseline
        there is no baseline of this target: use --baseline FILE
      error 2"
    `);
    const { load, ...without } = baseline.value;
    expect(held(RULES, {}, { baseline: { ...baseline, value: without } })).toMatchInlineSnapshot(`
      "error policy.load[0] | throughput >= 0.9 * baseline
        the baseline has no load: save it from a run with load
      error policy.load[1] | p(99) <= 1.2 * baseline
        the baseline has no load: save it from a run with load
      error 2"
    `);
    expect(held(["p(97) <= 1.2 * baseline"])).toMatchInlineSnapshot(`
      "error policy.load[0] | p(97) <= 1.2 * baseline
        a baseline only has throughput, goodput, avg, p(50), p(90), p(95), p(99), p(99.9), max
      error 2"
    `);
    if (load === undefined) throw new Error("the baseline has no load");
    const offered = { model: "closed" as const, connections: 50, pipelining: 1 };
    const other = { ...baseline.value, load: { ...load, offered } };
    expect(held(RULES, {}, { baseline: { ...baseline, value: other } })).toMatchInlineSnapshot(`
      "error policy.load[0] | throughput >= 0.9 * baseline
        the loads differ: the baseline has 50 connections, this run 10 connections
      error policy.load[1] | p(99) <= 1.2 * baseline
        the loads differ: the baseline has 50 connections, this run 10 connections
      error 2"
    `);
  });
});

describe("against another target", () => {
  const RULE = ["throughput >= 0.9 * target(express)"];
  const against = (
    slots: number[],
    theirs: number[],
    given: { at?: number; ceiling?: number } = {},
  ): string => {
    const run = gateRun({ load: RULE }, loaded(10_000, slots));
    const records = loaded(given.ceiling ?? 10_000, theirs, given.at ?? 5000);
    return told(
      judgeRuns({ runs: [run, gateRun({}, records, { target: "express", reference: true })] }),
    );
  };
  // A machine that slows down meets both in each round: paired, the ratio is still sharp.
  const falling = [1000, 900, 800, 700, 600];

  test("rounds in turns are paired", () => {
    expect(
      against(
        falling,
        falling.map((each) => each * 1.02),
      ),
    ).toMatchInlineSnapshot(`
      "pass policy.load[0] | throughput >= 0.9 * target(express)
        0.98 × [0.98, 0.98]
      pass 0"
    `);
    expect(
      against(
        falling,
        falling.map((each) => each * 1.4),
      ),
    ).toMatchInlineSnapshot(`
      "fail policy.load[0] | throughput >= 0.9 * target(express)
        0.71 × [0.71, 0.71]
        - expected throughput >= 0.9 * target(express), observed 0.71 × [0.71, 0.71]
      fail 1"
    `);
  });

  test("rounds one target after the other are not", () => {
    expect(against([1000, 1010, 990, 1000], [1000, 1020, 1010, 1005], { at: 100_000 }))
      .toMatchInlineSnapshot(`
      "pass policy.load[0] | throughput >= 0.9 * target(express)
        0.990 × [0.980, 1.005]
      pass 0"
    `);
  });

  test("too few rounds, a target that may be faster than measured, and no such target", () => {
    expect(against(STEADY, STEADY)).toMatchInlineSnapshot(`
      "inconclusive policy.load[0] | throughput >= 0.9 * target(express)
        1.00 ×; 2 more rounds would decide
      inconclusive 4"
    `);
    expect(against([1000, 1010, 990, 1000, 1005], [1000, 1010, 990, 1000, 1005], { ceiling: 1100 }))
      .toMatchInlineSnapshot(`
      "inconclusive policy.load[0] | throughput >= 0.9 * target(express)
        1.00 × [1.00, 1.00], express: limited by the generator (91% of this machine's ceiling of 1,100/s, event loop busy 10%): a lower bound
      inconclusive 4"
    `);
    expect(told(judgeRuns({ runs: [gateRun({ load: RULE }, loaded(10_000, STEADY))] })))
      .toMatchInlineSnapshot(`
      "error policy.load[0] | throughput >= 0.9 * target(express)
        there is no run of express: judge it together with this run
      error 2"
    `);
  });
});
