import { expect, test } from "vitest";
import { MOST_REQUESTS } from "./experiment.ts";
import { experimentWith, plantedSubject } from "../../test/learn/planted.ts";

const KINDS = ["number", "text", "date-time"];

test.each(KINDS)("values of a %s whose responses change decide nothing", async (kind) => {
  let isFlapping = false;
  let nth = 0;
  const search = experimentWith(plantedSubject(kind), kind, ({ type }) => {
    if (isFlapping) return (nth += 1) % 2 === 0 ? "201" : "422";
    return type === "null" ? "422" : "201";
  });
  isFlapping = true;
  const { asked, seen, unstable } = await search;
  expect(unstable.filter((at) => seen.has(at))).toEqual([]);
  expect(unstable.length).toBeGreaterThan(4);
  expect(asked).toBeLessThanOrEqual(MOST_REQUESTS);
});
