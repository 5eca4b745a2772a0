import { expect, it } from "vitest";
import { headerOf, recordsOf, runOf, type Told } from "../../test/analyse/comparison/runs.ts";
import { inTurns, outliers } from "./outliers.ts";

it("takes one of each group before a second of any", () => {
  const items = ["a1", "a2", "a3", "b1", "c1", "c2"];
  expect(inTurns(items, (item) => item.slice(0, 1))).toEqual(["a1", "b1", "c1", "a2", "c2", "a3"]);
  expect(inTurns([], String)).toEqual([]);
});

it("counts more responses of the same kind as the same", () => {
  const sent = (status: number, odd: number[]): Told[] =>
    [2, 2, 2, 2, 2, 2, 3, odd].map((each, at) => {
      const got = typeof each === "number" ? Array<number>(each).fill(status) : each;
      return [{ id: `repetition/${at}`, family: "several messages" }, got, got];
    });
  const found = (told: Told[]): (string | undefined)[] =>
    outliers(runOf(headerOf("a"), recordsOf(...told)).fold).map((each) => each.case);
  expect(found(sent(308, [308, 308, 308, 308]))).toEqual([]);
  expect(found(sent(308, [308, 201]))).toEqual(["repetition/7"]);
});
