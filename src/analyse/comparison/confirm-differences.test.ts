import { describe, expect, test } from "vitest";
import { sampled } from "../../../test/statistics.ts";
import {
  COMPARISONS_FOR_A_FALSE_ALARM,
  type Differing,
  judgeDifferences,
  sendingsToConfirm,
  shownSignatures,
} from "./confirm-differences.ts";

/** The same numbers for the same seed, evenly from 0 to 1. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

type Respond = (target: number) => string;

const forEachTarget = <T>(targets: number, make: (at: number) => T): T[] =>
  Array.from({ length: targets }, (_, at) => make(at));

/** Sends the cases that are wanted again, until none is. Returns the states, and how much was sent. */
function confirm(cases: ReadonlyMap<string, Respond>, targets: number) {
  const again = new Map<string, string[][]>();
  const differing = [...cases].flatMap(([id, respond]): Differing[] => {
    const signatures = forEachTarget(targets, respond);
    if (new Set(signatures).size === 1) return [];
    const later = forEachTarget(targets, (): string[] => []);
    again.set(id, later);
    return [{ id, signatures, seen: signatures.map((each) => [each]), again: () => later }];
  });
  let sendings = 0;
  for (;;) {
    const { states, wanted } = judgeDifferences(differing, targets);
    if (wanted.length === 0) return { states, sendings };
    for (const id of wanted)
      for (const [at, list] of (again.get(id) ?? []).entries()) {
        list.push(cases.get(id)?.(at) ?? "");
        sendings += 1;
      }
  }
}

const casesOf = (count: number, respond: (at: number) => Respond): Map<string, Respond> =>
  new Map(Array.from({ length: count }, (_, at) => [`s/${at}`, respond(at)]));

describe("confirming differences", () => {
  test("equal targets that respond at random differ in at most 1 of 1,000 comparisons", () => {
    const random = generator(5);
    const comparisons = sampled("comparisons of equal targets", { all: 10_000, sample: 500 });
    let told = 0;
    for (let nth = 0; nth < comparisons; nth += 1) {
      const cases = casesOf(40, (at) => () => (random() < (at % 10) / 10 + 0.05 ? "500" : "201"));
      const { states } = confirm(cases, 2 + (nth % 2));
      if ([...states.values()].some((state) => state !== "varies")) told += 1;
    }
    // More false alarms than this come with a probability below 1 in 1,000, if they are Poisson distributed with this mean.
    const mean = comparisons / COMPARISONS_FOR_A_FALSE_ALARM;
    expect(told).toBeLessThanOrEqual(mean + 3.1 * Math.sqrt(mean) + 1);
  });

  test("each real difference is confirmed, and its kind costs few sendings more", () => {
    const cases = casesOf(400, () => (target) => (target === 0 ? "201" : "400"));
    const { states, sendings } = confirm(cases, 2);
    expect([...states.values()].filter((state) => state === "confirmed")).toHaveLength(400);
    // Three representatives, and once the others.
    expect(sendings).toBe(2 * (3 * sendingsToConfirm(400, 2, 2) + 397));
  });

  test("of many cases, some of each kind are sent again", () => {
    const rare = (at: number): string => (at < 880 ? "400" : String(500 + at - 880));
    const { states } = confirm(
      casesOf(900, (at) => (target) => (target === 0 ? "201" : rare(at))),
      2,
    );
    const having = (wanted: string): number =>
      [...states.values()].filter((state) => state === wanted).length;
    expect([having("confirmed"), having("as-others")]).toEqual([500, 400]);
    for (let at = 880; at < 900; at += 1) expect(states.get(`s/${at}`)).toBe("confirmed");
  });

  test("a case that takes the time-out is sent again when all others are decided", () => {
    const again = new Map<string, string[][]>();
    const differing = Array.from({ length: 40 }, (_, at): Differing => {
      const signatures = ["201", at < 30 ? "timed-out" : "400"];
      const later: string[][] = [[], []];
      again.set(`s/${at}`, later);
      const seen = signatures.map((each) => [each]);
      return { id: `s/${at}`, signatures, seen, again: () => later };
    });
    const rounds: string[] = [];
    for (;;) {
      const { wanted } = judgeDifferences(differing, 2);
      if (wanted.length === 0) break;
      const isSlow = wanted.map((id) => Number(id.slice(2)) < 30);
      expect(new Set(isSlow).size).toBe(1);
      rounds.push(isSlow[0] === true ? "slow" : "quick");
      for (const id of wanted)
        for (const [at, list] of (again.get(id) ?? []).entries())
          list.push(differing.find((each) => each.id === id)?.signatures[at] ?? "");
    }
    const needed = sendingsToConfirm(40, 2, 2);
    const times = (word: string): string[] => Array.from({ length: needed + 1 }, () => word);
    expect(rounds).toEqual([...times("quick"), ...times("slow")]);
  });

  test("the kinds with the most cases are decided first, by cases of different suites", () => {
    // Of kind n, there are n cases in each of three suites.
    const differing = Array.from({ length: 30 }, (_, kind) =>
      ["a", "b", "c"].flatMap((suite) =>
        Array.from({ length: kind + 1 }, (_each, nth): Differing => {
          const signatures = ["201", String(400 + kind)];
          const seen = signatures.map((each) => [each]);
          return { id: `${suite}/${kind}-${nth}`, signatures, seen, again: () => [[], []] };
        }),
      ),
    ).flat();
    const { wanted, states } = judgeDifferences(differing, 2);
    expect(new Set(states.values())).toEqual(new Set(["unsent"]));
    const largest = Array.from({ length: 30 }, (_, at) => 29 - at);
    expect(wanted).toEqual(
      ["a", "b"].flatMap((suite) => largest.map((kind) => `${suite}/${kind}-0`)),
    );
  });

  test("a first response that never came again is shown as what the target responds", () => {
    const shown = (...again: string[][]): string[] =>
      shownSignatures({
        id: "s/x",
        signatures: ["201", "400", "timed-out"],
        seen: [["201"], ["400"], ["timed-out"]],
        again: () => again,
      });
    expect(shown(["201"], ["400"], ["400"])).toEqual(["201", "400", "400"]);
    expect(shown(["201"], ["400"], ["413"])).toEqual(["201", "400", "timed-out"]);
    expect(shown(["201"], ["400"], ["timed-out"])).toEqual(["201", "400", "timed-out"]);
    expect(shown([], [], [])).toEqual(["201", "400", "timed-out"]);
  });
});
