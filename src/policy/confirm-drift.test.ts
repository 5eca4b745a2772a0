import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { describe, expect, test } from "vitest";
import { type RunFold, emptyFold } from "../analyse/index.ts";
import { post } from "../generate/index.ts";
import type { Baseline } from "../model/index.ts";
import { sampled } from "../../test/statistics.ts";
import { caseDrifts } from "./compare-baseline.ts";
import {
  binomialTail,
  type Confirmations,
  confirmDrifts,
  sendingsNeeded,
} from "./confirm-drift.ts";
import { learnedEntry } from "./learned.ts";

const RUNS = 5;
const REPEATS = 2;

/** The outcome of one sending of a case. */
type Respond = (id: string, at: { run: number; nth: number }) => string;

const baselineFrom = (ids: readonly string[], respond: Respond, runs = RUNS): Baseline => {
  const sent = runs * REPEATS;
  const outcomes = (id: string): string[][] =>
    Array.from({ length: runs }, (_run, run) =>
      Array.from({ length: REPEATS }, (_nth, nth) => respond(id, { run, nth })),
    );
  return {
    $schema: "urn:api-witness:baseline:1",
    schemaVersion: 2,
    tool: "api-witness 0.0.0",
    target: "app",
    run: "last",
    runs: Array.from({ length: runs }, (_run, run) => `run-${run}`),
    sent,
    catalogue: "",
    cases: Object.fromEntries(
      ids.map((id) => [id, learnedEntry(outcomes(id), { sent, isOrdered: true })]),
    ),
    boundaries: {},
    accepted: [],
  };
};

const runOf = (ids: readonly string[], respond: Respond): RunFold => {
  const run = emptyFold();
  for (const id of ids)
    run.cases.set(id, {
      case: { id, reason: id, clauses: ["body"], request: post() },
      signatures: Array.from({ length: REPEATS }, (_nth, nth) => respond(id, { run: RUNS, nth })),
      first: new Map(),
    });
  return run;
};

/** A gate: the run, and what is sent again until nothing more is wanted. */
function gate(
  before: Baseline,
  respond: Respond,
  notes: RunFold["notes"] = [],
  fruitless: ReadonlySet<string> = new Set(),
): Confirmations & { sendings: number } {
  const run = { ...runOf(Object.keys(before.cases), respond), notes };
  const { drifts } = caseDrifts(before, run);
  let sendings = 0;
  for (;;) {
    const confirmed = confirmDrifts(before, run, drifts);
    if (confirmed.wanted.length === 0) return { ...confirmed, sendings };
    for (const { case: id, how } of confirmed.wanted) {
      sendings += 1;
      const fold = run.cases.get(id);
      const nth = how === "fresh" ? 0 : REPEATS;
      if (fruitless.has(id)) {
        fold!.fruitless = (fold!.fruitless ?? 0) + 1;
        continue;
      }
      (fold!.again ??= []).push({ how, signature: respond(id, { run: RUNS, nth }) });
    }
  }
}

const statesOf = ({ of }: Confirmations): string[] =>
  [...new Set([...of.values()].map(({ state }) => state))].toSorted();

const FAILS = new Set(["changed", "like-others", "scattered"]);
const isRed = ({ of }: Confirmations): boolean =>
  [...of.values()].some(({ state }) => FAILS.has(state));

/** Numbers from 0 to 1. */
function chanceFrom(seed: number): () => number {
  const generator = xoroshiro128plus(seed);
  return () => (generator.next() >>> 0) / 2 ** 32;
}

const ids = (count: number, suites = 5): string[] =>
  Array.from({ length: count }, (_, nth) => `suite-${nth % suites}/case-${nth}`);

test("where several servers respond, one that responds each time by chance is no change", () => {
  const ids = Array.from({ length: 600 }, (_, nth) => `many/case-${nth}`);
  const before = baselineFrom(ids, () => "201", 1);
  let sent = 0;
  // So often in a row, each of two servers responds to one of 2,000 cases.
  const odd: Respond = (id) => (id === ids[0] && (sent += 1) <= 12 ? "200" : "201");
  const state = (notes: RunFold["notes"]) => {
    sent = 0;
    return gate(before, odd, notes).of.get(ids[0] ?? "")?.state;
  };
  expect(state([])).toBe("changed");
  const servers = { classes: ["200", "201"], by: "turn", asked: 28 } as const;
  expect(
    state([
      {
        type: "note",
        kind: "surroundings",
        code: "several-servers",
        ...servers,
        classes: [...servers.classes],
      },
    ]),
  ).toBe("flaky");
});

describe("a change", () => {
  const all = ids(60);
  const same: Respond = () => "201";

  test("of one case is found", () => {
    const now: Respond = (id) => (id === "suite-0/case-0" ? "500" : "201");
    const { of, sendings } = gate(baselineFrom(all, same), now);
    expect([...of]).toEqual([
      [
        "suite-0/case-0",
        { state: "changed", how: "alone", sent: sendings + 2, news: sendings + 2 },
      ],
    ]);
  });

  test("of many is sent again for three of each suite", () => {
    const { of, sendings } = gate(baselineFrom(all, same), () => "500");
    expect([...of.values()].filter(({ state }) => state === "like-others")).toHaveLength(45);
    expect(of.size).toBe(60);
    expect(sendings / 15).toBe((sendingsNeeded(10, 1 / 4000 / 60) ?? 0) - 2);
  });

  test("of cases that show nothing any more is that of others like them, and they are not sent on and on", () => {
    // Each time, the target has their values already.
    const first = new Set(all.slice(0, 10));
    const { of, sendings } = gate(baselineFrom(all, same), () => "500", [], first);
    const states = new Map([...of].map(([id, { state }]) => [id, state]));
    expect([...first].map((id) => states.get(id))).toEqual(Array(10).fill("like-others"));
    expect([...states.values()].filter((state) => state === "changed")).toHaveLength(15);
    const usual = gate(baselineFrom(all, same), () => "500").sendings;
    expect(sendings).toBeLessThanOrEqual(usual + 10 * 5);
  });

  test("of cases that all show nothing ends in doubt", () => {
    const { of, sendings } = gate(baselineFrom(all, same), () => "500", [], new Set(all));
    expect(new Set([...of.values()].map(({ state }) => state))).toEqual(new Set(["unfinished"]));
    expect(sendings).toBe(60 * 5);
  });

  test("that only the first request to a fresh target shows is sent to one", () => {
    const then: Respond = (_id, { nth }) => (nth === 0 ? "201" : "409");
    const now: Respond = (id, at) =>
      id === "suite-0/case-0" && at.nth === 0 ? "202" : then(id, at);
    const { of } = gate(baselineFrom(all, then), now);
    expect([...of.values()]).toMatchObject([{ state: "changed", how: "fresh" }]);
  });

  test("is not told of a target that remembers the fixed values of a case", () => {
    const then: Respond = (_id, { nth }) => (nth === 0 ? "201" : "409");
    expect([...gate(baselineFrom(all, then), () => "409").of]).toEqual([]);
  });

  test("beside others only is found there", () => {
    const before = baselineFrom(all, same);
    const run = runOf(all, (id) => (id === "suite-0/case-0" ? "closed" : "201"));
    const { drifts } = caseDrifts(before, run);
    const fold = run.cases.get("suite-0/case-0");
    fold!.again = [{ how: "alone", signature: "201" }];
    expect(confirmDrifts(before, run, drifts).wanted).toEqual([
      { case: "suite-0/case-0", how: "beside" },
    ]);
  });

  test("that strikes one request in fifty, whatever it is, is found by the suites that it strikes", () => {
    const many = ids(1000, 30);
    let red = 0;
    for (let seed = 1; seed <= 20; seed += 1) {
      const chance = chanceFrom(seed);
      const found = gate(baselineFrom(many, same), () => (chance() < 0.02 ? "500" : "201"));
      if (statesOf(found).includes("scattered")) red += 1;
    }
    expect(red).toBe(20);
  });
});

describe("an unchanged server", () => {
  test("that varies in a few suites is not red for it", () => {
    const chance = chanceFrom(1);
    const all = ids(1000, 30);
    const respond: Respond = (id) => (id.startsWith("suite-3/") && chance() < 0.1 ? "500" : "201");
    const states = new Set<string>();
    for (let nth = 0; nth < 20; nth += 1)
      for (const state of statesOf(gate(baselineFrom(all, respond), respond))) states.add(state);
    expect([...states]).toEqual(["flaky"]);
  });

  test("more counts of the same outcomes are known where several came", () => {
    const chance = chanceFrom(2);
    const burst: Respond = () => `201 ×${190 + Math.floor(chance() * 9)}, closed`;
    expect([...gate(baselineFrom(["repetition/burst"], burst), burst).of]).toEqual([]);
  });

  const gates = sampled("gates of an unchanged server", {
    all: 40_000,
    some: 4000,
    sample: 400,
  });

  /** The share of an outcome for which an alarm is the most probable: k of k + n sendings. */
  const worst = (cases: number): number => {
    const needed = sendingsNeeded(RUNS * REPEATS, 1 / 4000 / cases) ?? 0;
    return needed / (needed + RUNS * REPEATS);
  };

  test.each([
    ["each case with the share that is worst for it", (cases: number) => () => worst(cases)],
    ["any shares", () => (chance: () => number) => chance()],
    ["seldom another", () => (chance: () => number) => chance() * 0.05],
    ["one of two", () => () => 0.5],
  ])("is red for its cases in one gate of 1,000 at most: %s", (_name, sharesFor) => {
    const cases = 20;
    const chance = chanceFrom(3);
    const share = sharesFor(cases);
    let red = 0;
    for (let nth = 0; nth < gates; nth += 1) {
      const shares = new Map(ids(cases).map((id) => [id, share(chance)]));
      const respond: Respond = (id) => (chance() < (shares.get(id) ?? 0) ? "500" : "201");
      if (isRed(gate(baselineFrom([...shares.keys()], respond), respond))) red += 1;
    }
    // Four standard deviations above the stated rate.
    expect(red).toBeLessThanOrEqual(gates / 1000 + 4 * Math.sqrt(gates / 1000) + 1);
  });
});

test("the number of sendings is enough for every share of an outcome, and one less is not", () => {
  const most = (k: number, seen: number): number =>
    Math.max(
      ...Array.from(
        { length: 9999 },
        (_, at) => ((at + 1) / 1e4) ** k * (1 - (at + 1) / 1e4) ** seen,
      ),
    );
  for (const [seen, alpha] of [
    [10, 1e-6],
    [10, 7e-8],
    [20, 1e-7],
    [6, 1e-4],
  ] as const) {
    const needed = sendingsNeeded(seen, alpha) ?? 0;
    expect(most(needed, seen)).toBeLessThanOrEqual(alpha * 1.0001);
    expect(most(needed - 1, seen)).toBeGreaterThan(alpha);
  }
  // No number of sendings makes up for a baseline of one run.
  expect(sendingsNeeded(2, 1e-7)).toBeUndefined();
});

test("the tail of a binomial distribution", () => {
  expect(binomialTail(4, 4, 0.5)).toBeCloseTo(1 / 16, 12);
  expect(binomialTail(10, 0, 0.3)).toBeCloseTo(1, 12);
  expect(binomialTail(47, 44, 1 / 6)).toBeLessThan(1e-29);
});
