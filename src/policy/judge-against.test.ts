import { describe, expect, test } from "vitest";
import { gateRun, loaded, told, type LoadSlot } from "../../test/policy/gate.ts";
import { foldRecord } from "../analyse/index.ts";
import type { RunRecord } from "../model/index.ts";
import { judgeRuns } from "./judge-runs.ts";

/** A run whose rounds alternated with those of an older build: responses per second of both, round by round. */
function against(own: (number | LoadSlot)[], older: (number | LoadSlot)[], ceiling = 100_000) {
  const partners = loaded(1, older).flatMap((each): RunRecord[] =>
    each.type === "round"
      ? [{ type: "against-round", nth: each.nth, atMs: each.atMs, tally: each.tally }]
      : [],
  );
  const run = gateRun({}, [...loaded(ceiling, own), ...partners]);
  const { header } = run.gate.run;
  if (header?.options.load === undefined) throw new Error("a run with load");
  const build = { baseUrl: "http://localhost:1", timeMs: 60_000 };
  header.options.load = { ...header.options.load, rounds: 43, against: build };
  return run;
}

const judged = (...given: Parameters<typeof against>): string =>
  told(judgeRuns({ runs: [against(...given)] }));

const rates = (rounds: number, level: number): number[] =>
  Array.from({ length: rounds }, (_, nth) => level * (1 + 0.01 * ((nth * 7) % 5) - 0.02));

describe("a run with --against", () => {
  test("a slower build fails, with its ratio", () => {
    expect(judged(rates(14, 820), rates(14, 1000).toReversed())).toMatchInlineSnapshot(`
      "fail against | not slower than the build of --against
        goodput is 0.82 of the old build's (0.80 to 0.84, 10 paired rounds): slower; p99 12 ms, 10 ms with the old build
        - expected at least 0.95 of its goodput, observed goodput is 0.82 of the old build's (0.80 to 0.84, 10 paired rounds): slower
      fail 1"
    `);
  });

  test("an equal one passes", () => {
    expect(judged(rates(10, 1000), rates(10, 1000).toReversed())).toMatchInlineSnapshot(`
      "pass against | not slower than the build of --against
        goodput is 1.00 of the old build's (0.97 to 1.03, 10 paired rounds): not slower; p99 10 ms, 10 ms with the old build
      pass 0"
    `);
  });

  test("too few rounds decide nothing", () => {
    expect(judged(rates(4, 800), rates(4, 1000))).toMatchInlineSnapshot(`
      "inconclusive against | not slower than the build of --against
        goodput is 0.80 of the old build's (4 paired rounds): not decided; p99 13 ms, 10 ms with the old build; a longer --against-time may decide
      inconclusive 4"
    `);
  });

  test("a rate that only the generator limits does not pass", () => {
    expect(judged(rates(10, 1000), rates(10, 1000).toReversed(), 1100)).toMatchInlineSnapshot(`
      "inconclusive against | not slower than the build of --against
        goodput is 1.00 of the old build's (0.97 to 1.03, 10 paired rounds): not slower; p99 10 ms, 10 ms with the old build, limited by the generator (91% of this machine's ceiling of 1,100/s, event loop busy 10%): a lower bound
      inconclusive 4"
    `);
  });

  test("errors that the older build does not give are no goodput", () => {
    const half = Array.from({ length: 14 }, () => ({ perSecond: 500, other: { "500": 600 } }));
    expect(judged(half, rates(14, 1000))).toMatchInlineSnapshot(`
      "fail against | not slower than the build of --against
        goodput is 0.50 of the old build's (0.49 to 0.51, 10 paired rounds): slower; p99 20 ms, 10 ms with the old build
        - expected at least 0.95 of its goodput, observed goodput is 0.50 of the old build's (0.49 to 0.51, 10 paired rounds): slower
      fail 1"
    `);
  });

  test("no pair is no evidence, and the note says why", () => {
    const run = against(rates(1, 1000), []);
    foldRecord(run.gate.run, {
      type: "note",
      kind: "load",
      code: "against-not-started",
      failure: { exitCode: 1, output: "no such file" },
    });
    expect(told(judgeRuns({ runs: [run] }))).toMatchInlineSnapshot(`
      "inconclusive against | not slower than the build of --against
        not measured: the build of --against was not started: the served command ended before it responded: exit code 1, output: "no such file"
      inconclusive 4"
    `);
  });
});
