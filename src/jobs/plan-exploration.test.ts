import { describe, expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { defineInterface, textField, userSubmission } from "../contract/index.ts";
import { axesOf, hazardOf } from "../generate/index.ts";
import type { ExplorePlan, Interface } from "../model/index.ts";
import { defaultOptions } from "../options/index.ts";
import { comparedExploration, explorationOf, planExploration } from "./explore.ts";
import { wantedSuites } from "./plan-suites.ts";

const plans = (hazards: boolean): [string, ExplorePlan | undefined][] => [
  [
    "compare",
    comparedExploration(userSubmission, { explore: true, infer: false, states: false, hazards }),
  ],
  ["run", explorationOf(userSubmission, { explore: true, axes: [], hazards })],
  ["explore", planExploration(userSubmission, 1, { ...defaultOptions("explore"), hazards })],
];

/** Axes with a request that can exhaust the target. */
const hazardous = (plan: ExplorePlan | undefined): string[] =>
  axesOf(userSubmission, plan?.caps)
    .filter(({ rungs, request }) =>
      rungs.some((at) => hazardOf({ request: request(at) }) !== undefined),
    )
    .map(({ name }) => name);

test("experiments need the boundaries along the axes of every field", () => {
  const alone = { explore: false, infer: true, states: false, hazards: false };
  const fields = ["id-upwards", "id-downwards"];
  for (const plan of [
    explorationOf(userSubmission, { ...alone, axes: [] }),
    comparedExploration(userSubmission, alone),
  ])
    expect(plan).toMatchObject({
      parts: ["boundaries"],
      axes: expect.arrayContaining(fields) as unknown,
    });
  expect(explorationOf(userSubmission, { ...alone, infer: false, axes: [] })).toBeUndefined();
  expect(comparedExploration(userSubmission, { ...alone, infer: false })).toBeUndefined();
});

test("the state machine is learned beside other parts, or alone", () => {
  const alone = { explore: false, infer: false, states: true, hazards: false };
  for (const plan of [
    explorationOf(userSubmission, { ...alone, axes: [] }),
    comparedExploration(userSubmission, alone),
    planExploration(userSubmission, 2, { ...defaultOptions("explore"), states: true }),
  ])
    expect(plan?.parts).toEqual(["states"]);
  const explored = { ...alone, states: false, explore: true, axes: [] };
  expect(explorationOf(userSubmission, explored)?.parts).toEqual([
    "states",
    "examples",
    "boundaries",
  ]);
  // Each sequence would be about the one resource of the run.
  const replacing = defineInterface({
    method: "PUT",
    path: "/things/{name}",
    parameters: { name: textField() },
    fields: { size: textField() },
  });
  expect(explorationOf(replacing, explored)?.parts).not.toContain("states");
  const both = { ...alone, explore: true };
  expect(explorationOf(userSubmission, { ...both, axes: [] })?.parts[0]).toBe("states");
  expect(comparedExploration(userSubmission, both)?.parts).toHaveLength(4);
});

test("the boundaries for experiments get more time, the more fields a request has", () => {
  const wide = (count: number): Interface =>
    defineInterface({
      path: "/wide",
      fields: Object.fromEntries(
        Array.from({ length: count }, (_, nth) => [`f${nth}`, textField().required()]),
      ),
    });
  const alone = { explore: false, infer: true, states: false, hazards: false };
  const timeOf = (count: number): number =>
    explorationOf(wide(count), { ...alone, axes: [] })?.maxTimeMs ?? 0;
  expect(timeOf(2)).toBe(defaultOptions("explore").maxTimeMs);
  expect(timeOf(40)).toBeGreaterThan(3 * timeOf(2));
  expect(comparedExploration(wide(40), alone)?.maxTimeMs).toBe(timeOf(40));
});

describe("exploring without hazards", () => {
  test.each(plans(false))("%s: every axis ends before them", (_, plan) => {
    expect(hazardous(plan)).toEqual([]);
  });

  test.each(plans(true))("%s: with them, some axes go further", (_, plan) => {
    expect(hazardous(plan)).toEqual(["body-space", "body-string", "body-digits", "nesting"]);
  });

  test("sends no hand-chosen case that is one", () => {
    const cases = (hazards: boolean) =>
      wantedSuites({ suites, interface: userSubmission }, { suite: [], hazards }).flatMap(
        (suite) => suite.cases,
      );
    expect(cases(true).some((each) => hazardOf(each) !== undefined)).toBe(true);
    expect(cases(false).filter((each) => hazardOf(each) !== undefined)).toEqual([]);
  });
});
