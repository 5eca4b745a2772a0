import { expect, test } from "vitest";
import { suites, suitesFor } from "../../suites/index.ts";
import { defineInterface, textField } from "../contract/index.ts";
import { catalogueHash, plan, type PlanOptions } from "./plan.ts";

const options: PlanOptions = {
  suites,
  only: [],
  seed: 1,
  runsPerProperty: 5,
  repeats: 2,
};
const planned = (over: Partial<PlanOptions> = {}) => plan({ ...options, ...over });

test("everything, in the order of the catalogue", () => {
  const all = planned();
  expect(all.map(({ name }) => name)).toEqual(suites.map(({ name }) => name));
  for (const [index, { cases, total }] of all.entries()) {
    const suite = suites[index];
    expect(cases).toEqual(suite?.cases);
    expect(total).toBe(2 * cases.length + 5 * (suite?.properties.length ?? 0));
  }
});

test("only the named suites", () => {
  expect(planned({ only: ["size", "valid"] }).map(({ name }) => name)).toEqual(["valid", "size"]);
});

test("an unknown name is said with those there are", () => {
  expect(() => planned({ only: ["sizes"] })).toThrow('there is no suite named "sizes"');
  expect(() => planned({ suites: [...suites, ...suites.slice(0, 1)] })).toThrow(
    "there are two suites named valid",
  );
});

test("only what the pattern fits: cases, properties, and no suite without either", () => {
  const some = planned({ grep: /^valid\/(plain$|any)|^size\/tiny/ });
  expect(some.map(({ name, cases, total }) => [name, cases.length, total])).toEqual([
    ["valid", 1, 7],
    ["size", 8, 16],
  ]);
  expect([...(some[0]?.generated() ?? [])].map(({ id }) => id)).toEqual(
    [0, 1, 2, 3, 4].map((nth) => `valid/any#${nth}`),
  );
});

test("the same seed gives the same cases, another seed others", () => {
  const drawn = (seed: number) =>
    JSON.stringify(planned({ seed }).flatMap(({ generated }) => [...generated()]));
  expect(drawn(1)).toBe(drawn(1));
  expect(drawn(1)).not.toBe(drawn(2));
});

test("the catalogue's hash depends on the hand-chosen cases alone", () => {
  const hash = catalogueHash(planned());
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(catalogueHash(planned({ seed: 2, repeats: 3, runsPerProperty: 0 }))).toBe(hash);
  expect(catalogueHash(planned({ grep: /./, only: ["valid"] }))).not.toBe(hash);
});

test("a case by a pattern is the same as in the whole suite, whichever is read first", () => {
  const from = suitesFor(defineInterface({ path: "/v1/notes", fields: { text: textField() } }));
  const own = from.filter(({ name }) => ["valid", "methods", "field-text"].includes(name));
  const some = planned({ suites: own, grep: /a/ }).flatMap(({ cases }) => cases);
  const all = planned({ suites: own }).flatMap(({ cases }) => cases);
  expect(some.length).toBeGreaterThan(50);
  // Not only equal: searches know cases as objects.
  expect(some.every((each) => all.includes(each))).toBe(true);
  expect(some).toEqual(all.filter(({ id }) => /a/.test(id)));
  expect(planned({ suites: own, grep: /a/ }).flatMap(({ cases }) => cases)).toEqual(some);
});
