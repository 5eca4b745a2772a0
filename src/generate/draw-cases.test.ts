import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { CaseRequest } from "../model/case.ts";
import type { Property } from "../model/index.ts";
import { drawCases } from "./draw.ts";
import { post } from "./user-submission.ts";

const numbers: Property = {
  name: "numbers",
  reason: "any number",
  clauses: ["id-values"],
  arbitrary: fc.nat().map((value) => post([String(value)])),
};
const drawn = (seed: number, runs: number, property = numbers) => [
  ...drawCases("own", property, seed, runs),
];

test("a drawn case says where it comes from", () => {
  const [first] = drawn(7, 1);
  expect(first).toMatchObject({
    id: "own/numbers#0",
    reason: "any number",
    clauses: ["id-values"],
    generated: { property: "own/numbers", path: "0" },
  });
  expect(first?.valid).toBeUndefined();
  expect(drawn(7, 1, { ...numbers, valid: true })[0]?.valid).toBe(true);
});

test("the same seed gives the same, fewer runs a part of it, another name or seed others", () => {
  const bodies = (...args: Parameters<typeof drawn>) =>
    drawn(...args).map(({ request }) => JSON.stringify(request));
  expect(bodies(7, 20)).toEqual(bodies(7, 20));
  expect(bodies(7, 5)).toEqual(bodies(7, 20).slice(0, 5));
  expect(bodies(8, 20)).not.toEqual(bodies(7, 20));
  expect(bodies(7, 20, { ...numbers, name: "others" })).not.toEqual(bodies(7, 20));
});

test("more than one batch: numbered on, and not the same again", () => {
  const cases = drawn(-7, 2500);
  expect(cases.map(({ id }) => id)).toEqual(
    Array.from({ length: 2500 }, (_, nth) => `own/numbers#${nth}`),
  );
  const batch = (from: number) =>
    cases.slice(from, from + 500).map(({ request }) => JSON.stringify(request));
  expect(batch(1000)).not.toEqual(batch(0));
  expect(batch(2000)).not.toEqual(batch(1000));
});

describe("seed and path give the case again", () => {
  const properties = suites.flatMap(({ name, properties: list }) =>
    list.map((property) => [`${name}/${property.name}`, name, property] as const),
  );
  test.each([["own/numbers", "own", numbers] as const, ...properties])(
    "%s",
    (_, suite, property) => {
      for (const each of [...drawCases(suite, property, 42, 1030)].slice(-40)) {
        const { seed = 0, path = "" } = each.generated ?? {};
        const [again] = fc
          .sample(property.arbitrary, { seed, path, numRuns: 1 })
          .map((request) => CaseRequest.parse(request));
        expect(again).toEqual(each.request);
      }
    },
  );
});
