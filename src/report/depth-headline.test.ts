import { expect, test } from "vitest";
import { fourTargets } from "../../test/report/html/comparison/four-targets.ts";
import { constantSentence, depthHeadline } from "./comparison-words.ts";

const NAMES = ["fastapi", "go", "aiohttp", "hono", "mojo", "express"];

test("the headline has all three depths, and says a constant difference once", () => {
  const { behaviour } = fourTargets().comparison;
  const differing = { accepted: 1369, class: 1399, exact: 1854 };
  const { depths } = behaviour;
  for (const depth of ["accepted", "class", "exact"] as const)
    depths[depth].differ = differing[depth];
  const usual = [
    { code: "200", always: true, targets: [0, 2, 4] },
    { code: "201", always: false, targets: [1, 3, 5] },
  ];
  const constant = [{ class: "2xx", cases: 485, usual }];
  const said = { ...behaviour, depths, compared: 1854, constant };
  expect(depthHeadline(said, "class", NAMES)).toBe(
    "1,399 of 1,854 cases differ by class · 1,369 in whether 2xx comes back · 1,854 by exact code (fastapi, aiohttp, mojo say 200, the others mostly 201)",
  );
  expect(depthHeadline(said, "accepted", NAMES)).toMatch(
    /^1,369 of 1,854 cases differ in whether 2xx comes back · 1,399 by class · 1,854 by exact code/,
  );
  depths.class.unconfirmed = 1200;
  expect(depthHeadline(said, "class", NAMES)).toMatch(
    /^1,399 of 1,854 cases differ by class, 1,200 of them unconfirmed · 1,369 in/,
  );
  depths.exact.differ = 0;
  expect(depthHeadline({ ...said, constant: [] }, "class", NAMES)).toBe(
    "no difference in 1,854 cases: all targets give the same statuses",
  );
});

test.each([
  [[[0], [1]], "fastapi says 200, go 201"],
  [[[0, 1, 2, 3, 4], [5]], "5 targets say 200, express 201"],
])("a constant difference of the targets %j", ([one = [], other = []], text) => {
  const usual = [
    { code: "200", always: true, targets: one },
    { code: "201", always: true, targets: other },
  ];
  expect(constantSentence({ class: "2xx", cases: 9, usual }, NAMES)).toBe(text);
});
