import { expect, it } from "vitest";
import { type CaseSet, groupLeaves, matchOf } from "../scripts/grouping.ts";

const outcomes = ["201", "200", "400", "422", "reset"].map((exact) => {
  const kind = /^\d/.test(exact) ? `${exact[0]}xx` : "no response";
  return { exact, class: kind, accepted: kind === "2xx" ? "2xx" : "not 2xx", mark: "" };
});
const leaf = (size: number, ...kinds: number[]): CaseSet => ({ size, kinds });

it("groups by the chosen targets and depth: leaves that do not differ there are alike", () => {
  const leaves = [leaf(2, 0, 1, 0), leaf(3, 0, 2, 2), leaf(5, 0, 3, 2), leaf(1, 4, 4, 2)];
  const by = (chosen: number[], depth: "accepted" | "class" | "exact") => {
    const { groups, alike } = groupLeaves(leaves, outcomes, chosen, depth);
    return [groups.map(({ words, size }) => [words.join(" "), size]), alike?.size];
  };
  expect(by([0, 1, 2], "class")).toEqual([
    [
      ["2xx 4xx 4xx", 8],
      ["no response no response 4xx", 1],
    ],
    2,
  ]);
  expect(by([0, 1, 2], "accepted")).toEqual([[["2xx not 2xx not 2xx", 8]], 3]);
  expect(by([1, 2], "exact")).toEqual([
    [
      ["422 400", 5],
      ["200 201", 2],
      ["reset 400", 1],
    ],
    3,
  ]);
});

it("more classes come before more cases", () => {
  const leaves = [leaf(4, 0, 2, 2), leaf(3, 0, 2, 4)];
  const { groups } = groupLeaves(leaves, outcomes, [0, 1, 2], "class");
  expect(groups.map(({ size }) => size)).toEqual([3, 4]);
});

it("a target is alone where all the others respond alike; of two, each is", () => {
  const leaves = [leaf(4, 0, 2, 2), leaf(3, 0, 2, 4)];
  expect([...groupLeaves(leaves, outcomes, [0, 1, 2], "class").alone]).toEqual([[0, 4]]);
  expect([...groupLeaves(leaves, outcomes, [0, 1], "class").alone]).toEqual([
    [0, 7],
    [1, 7],
  ]);
});

it.each([
  ["id left", ""],
  ["id case-9", "matches its case shape/Case-9"],
  ["id 400", "matches what is inside"],
  ["id 400 case-9", "matches what is inside"],
  ["id 500", undefined],
])("a row is found by %j: %j", (words, match) => {
  const texts = { own: "id left out 4xx", inside: "no id 400", ids: ["shape/Case-9"] };
  expect(matchOf(texts, words.split(" "))).toBe(match);
});
