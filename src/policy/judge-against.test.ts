import { describe, expect, test } from "vitest";
import { gateRun, loaded, told, type LoadSlot } from "../../test/policy/gate.ts";
import { againstFigures, foldRecord } from "../analyse/index.ts";
import type { Round, RunRecord } from "../model/index.ts";
import { isOpen } from "../stats/index.ts";
import { judgeRuns } from "./judge-runs.ts";

type Slots = (number | LoadSlot)[];

/**
 * A run whose rounds alternated with those of an older build: responses per second of both, round by round. With `costs`,
 * the processor time is known, in microseconds for a response.
 */
function against(
  own: Slots,
  older: Slots,
  {
    ceiling = 100_000,
    costs,
  }: { ceiling?: number; costs?: { own: number; older: number; spread?: number } } = {},
) {
  const using = (each: Round, given: number | undefined, isOwn = false): Round => {
    const noise = isOwn ? (costs?.spread ?? 0) * (((each.nth * 5) % 7) / 3 - 1) : 0;
    const cost = given && given * (1 + noise);
    const count = Object.values(each.tally.statuses).reduce((all, { count: of }) => all + of, 0);
    // It varies from round to round.
    const cpuUs = Math.round(count * (cost ?? 0) * (1 + 0.01 * ((each.nth * 7) % 5)));
    const target = { processes: 1, name: "node", cpuUs, peakRssBytes: 1e8 };
    return cost === undefined ? each : { ...each, target };
  };
  const partners = loaded(1, older).flatMap((each): RunRecord[] => {
    if (each.type !== "round") return [];
    const { nth, atMs, tally, target } = using(each, costs?.older);
    return [{ type: "against-round", nth, atMs, tally, target }];
  });
  const rounds = loaded(ceiling, own).map((each) =>
    each.type === "round" ? using(each, costs?.own, true) : each,
  );
  const run = gateRun({}, [...rounds, ...partners]);
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

  test("what no round decides passes if a slowdown by 20% is excluded and nothing shows a smaller one", () => {
    const noisy = (level: number): number[] =>
      Array.from({ length: 43 }, (_, nth) => level * (0.7 + 0.1 * ((nth * 5) % 7)));
    expect(judged(noisy(1000), rates(43, 980))).toMatchInlineSnapshot(`
      "pass against | not slower than the build of --against
        goodput is 0.99 of the old build's (0.90 to 1.11, 43 paired rounds): not decided; p99 14 ms, 10 ms with the old build; a slowdown by 20% is excluded, a smaller one is not
      pass 0"
    `);
    // Equal or slower by a tenth: nobody knows.
    expect(judged(noisy(900), rates(43, 1000))).toMatchInlineSnapshot(`
      "inconclusive against | not slower than the build of --against
        goodput is 0.88 of the old build's (0.79 to 0.98, 43 paired rounds): not decided; p99 16 ms, 10 ms with the old build; a longer --against-time may decide
      inconclusive 4"
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
    expect(judged(rates(10, 1000), rates(10, 1000).toReversed(), { ceiling: 1100 }))
      .toMatchInlineSnapshot(`
      "inconclusive against | not slower than the build of --against
        goodput is 1.00 of the old build's (0.97 to 1.03, 10 paired rounds): not decided; p99 10 ms, 10 ms with the old build, limited by the generator (91% of this machine's ceiling of 1,100/s, event loop busy 10%): a lower bound
      inconclusive 4"
    `);
  });

  test("where the generator limits both, the processor time for a response decides", () => {
    const limited = (own: number): string =>
      judged(rates(43, 1000), rates(43, 1000).toReversed(), {
        ceiling: 1100,
        costs: { own, older: 20 },
      });
    expect(limited(20)).toMatch(
      /^pass against [^]*the processor time for a response is 1\.00 of the old build's .*: not slower; .*, limited by the generator/,
    );
    // A processor time that varies decides nothing, unless it excludes a slowdown by 20%.
    const noisy = (spread: number): string => {
      const costs = { own: 20, older: 20, spread };
      return judged(rates(43, 1000), rates(43, 1000).toReversed(), { ceiling: 1100, costs });
    };
    expect(noisy(0.4)).toMatch(
      /^pass against [^]*: not decided; [^]*a slowdown by 20% is excluded/,
    );
    expect(noisy(0.9)).toMatch(
      /^inconclusive against [^]*the processor time for a response is .*: not decided; /,
    );
    expect(limited(25)).toMatch(
      /^fail against [^]*the processor time for a response is 1\.25 of the old build's .*: slower/,
    );
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

  describe("on a machine so busy that the goodput decides nothing", () => {
    /** Each round gets between a fifth and all of the machine. */
    const disturbed = (level: number, seed: number): number[] =>
      Array.from({ length: 43 }, (_, nth) => level * (0.2 + 0.2 * ((nth * seed) % 5)));
    const both = [disturbed(1000, 7), disturbed(1000, 8)] as const;

    test("a build that needs more processor time for a response fails", () => {
      expect(judged(...both, { costs: { own: 250, older: 200 } })).toMatchInlineSnapshot(`
        "fail against | not slower than the build of --against
          the processor time for a response is 1.25 of the old build's (1.25 to 1.25, 43 paired rounds): slower; goodput is 1.00 of the old build's (0.73 to 1.37), not decided; p99 50 ms, 50 ms with the old build
          - expected at most 1.05 of its processor time, observed the processor time for a response is 1.25 of the old build's (1.25 to 1.25, 43 paired rounds): slower
        fail 1"
      `);
    });

    test("one that needs as much passes after the last round", () => {
      const costs = { own: 200, older: 200 };
      expect(judged(...both, { costs })).toMatchInlineSnapshot(`
        "pass against | not slower than the build of --against
          the processor time for a response is 1.00 of the old build's (1.00 to 1.00, 43 paired rounds): not slower; goodput is 1.00 of the old build's (0.73 to 1.37), not decided; p99 50 ms, 50 ms with the old build
        pass 0"
      `);
      const [own, older] = both.map((rounds) => rounds.slice(0, 20)) as [number[], number[]];
      const { gate } = against(own, older, { costs });
      const figures = againstFigures(gate.run.load, 43);
      expect(figures?.verdict).toBe("not-slower");
      expect(figures && isOpen(figures)).toBe(true);
    });

    test("without processes that are known, nothing is decided", () => {
      expect(judged(...both)).toMatch(/^inconclusive against /);
    });
  });

  test("a goodput that is as good passes, whatever processor time it needs", () => {
    const costs = { own: 300, older: 200 };
    expect(judged(rates(10, 1000), rates(10, 1000).toReversed(), { costs })).toMatch(
      /^pass against [^]*goodput is 1\.00 of the old build's \(.*\): not slower; p99/,
    );
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
