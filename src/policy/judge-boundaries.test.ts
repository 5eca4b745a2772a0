import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { axisFinding, stretchesOf } from "../../test/analyse/explore/explored.ts";
import type { AxisFinding } from "../model/index.ts";
import type { BoundaryRule } from "../model/config.ts";
import { gateRun, told } from "../../test/policy/gate.ts";
import { judgeRuns } from "./judge-runs.ts";

type Rules = Record<string, z.input<typeof BoundaryRule>>;

const judged = (boundaries: Rules, ...axes: AxisFinding[]): string =>
  told(judgeRuns({ runs: [gateRun({ boundaries }, axes)] }));

const upwards = axisFinding("id-upwards", "id, upwards", {
  stretches: stretchesOf(["0", "201", "2147483647"], ["2147483648", "400", "1000000000000"]),
});
const downwards = axisFinding("id-downwards", "id, downwards", {
  stretches: stretchesOf(
    ["0", "201", "-1"],
    ["-2", "200", "-2147483648"],
    ["-2147483649", "400", "-1000000000000"],
  ),
});
const spaces = axisFinding("body-space", "body size, by spaces after the document", {
  unit: "bytes",
  stretches: stretchesOf(["50", "201", "16777216"]),
});

test("the boundary is where it has to be, or beyond", () => {
  const rules: Rules = {
    "id-upwards": { atLeast: 2147483647, atMost: "2147483647" },
    "id-downwards": { atLeast: "-2147483648" },
    "body-space": { accepts: 201, atLeast: 16777216 },
  };
  expect(judged(rules, upwards, downwards, spaces)).toMatchInlineSnapshot(`
    "pass policy.boundaries.id-upwards.atLeast | id-upwards accepts 2xx up to at least 2147483647
      2xx up to 2147483647
    pass policy.boundaries.id-upwards.atMost | id-upwards accepts 2xx up to at most 2147483647
      2xx up to 2147483647
    pass policy.boundaries.id-downwards.atLeast | id-downwards accepts 2xx down to at least -2147483648
      2xx down to -2147483648
    pass policy.boundaries.body-space.atLeast | body-space accepts 201 up to at least 16777216
      201 up to 16,777,216 bytes, where the search ended
    pass 0"
  `);
});

test("one further, and one too near", () => {
  const rules: Rules = {
    "id-upwards": { atLeast: "9007199254740991", atMost: 2147483646 },
    "id-downwards": { atLeast: "-2147483649", atMost: -2147483647 },
  };
  expect(judged(rules, upwards, downwards)).toMatchInlineSnapshot(`
    "fail policy.boundaries.id-upwards.atLeast | id-upwards accepts 2xx up to at least 9007199254740991
      2xx up to 2147483647
      - explore/id-upwards/2147483648: expected id, upwards: 2xx up to at least 9007199254740991, observed 2xx up to 2147483647
        witness replay reports/2026-11-20-go-7 explore/id-upwards/2147483648
    fail policy.boundaries.id-upwards.atMost | id-upwards accepts 2xx up to at most 2147483646
      2xx up to 2147483647
      - explore/id-upwards/2147483648: expected id, upwards: 2xx up to at most 2147483646, observed 2xx up to 2147483647
        witness replay reports/2026-11-20-go-7 explore/id-upwards/2147483648
    fail policy.boundaries.id-downwards.atLeast | id-downwards accepts 2xx down to at least -2147483649
      2xx down to -2147483648
      - explore/id-downwards/-2147483649: expected id, downwards: 2xx down to at least -2147483649, observed 2xx down to -2147483648
        witness replay reports/2026-11-20-go-7 explore/id-downwards/-2147483649
    fail policy.boundaries.id-downwards.atMost | id-downwards accepts 2xx down to at most -2147483647
      2xx down to -2147483648
      - explore/id-downwards/-2147483649: expected id, downwards: 2xx down to at most -2147483647, observed 2xx down to -2147483648
        witness replay reports/2026-11-20-go-7 explore/id-downwards/-2147483649
    fail 1"
  `);
});

test("where the walk ended, or responses were unstable, more is not known", () => {
  const shaky = axisFinding("headers", "extra headers", {
    unit: "headers",
    stretches: stretchesOf(["0", "201", "64"], ["128", "431", "1000"]),
    unstable: [{ from: "64", to: "128", signatures: ["201", "431"] }],
    boundaries: [],
  });
  const rules: Rules = {
    "body-space": { atLeast: 100_000_000, atMost: 100_000_000 },
    headers: { atLeast: 100 },
  };
  expect(judged(rules, spaces, shaky)).toMatchInlineSnapshot(`
    "inconclusive policy.boundaries.body-space.atLeast | body-space accepts 2xx up to at least 100000000
      2xx up to 16,777,216 bytes, where the search ended
    inconclusive policy.boundaries.body-space.atMost | body-space accepts 2xx up to at most 100000000
      2xx up to 16,777,216 bytes, where the search ended
    inconclusive policy.boundaries.headers.atLeast | headers accepts 2xx up to at least 100
      2xx up to 64 headers, beyond which responses are unstable
    inconclusive 4"
  `);
});

describe("nothing to judge", () => {
  test("the axis was not walked, or none was", () => {
    expect(judged({ "id-upward": { atLeast: 5 } }, upwards)).toMatchInlineSnapshot(`
      "error policy.boundaries.id-upward.atLeast | id-upward accepts 2xx up to at least 5
        this run did not explore id-upward: did you mean "id-upwards"?
      error 2"
    `);
    expect(judged({ "id-upwards": { atLeast: 5 } })).toMatchInlineSnapshot(`
      "error policy.boundaries.id-upwards.atLeast | id-upwards accepts 2xx up to at least 5
        this run did not search for boundaries: use --explore or --axis
      error 2"
    `);
  });

  test("nothing along it is accepted, or it was left before anything was", () => {
    const refused = axisFinding("id-upwards", "id, upwards", {
      stretches: stretchesOf(["0", "400", "9"]),
    });
    const rules: Rules = { "id-upwards": { atLeast: 5 } };
    expect(judged(rules, refused)).toMatchInlineSnapshot(`
      "fail policy.boundaries.id-upwards.atLeast | id-upwards accepts 2xx up to at least 5
        nothing along id, upwards got 2xx
        - expected id, upwards: 2xx up to at least 5, observed nothing got 2xx
      fail 1"
    `);
    expect(judged(rules, { ...refused, cut: "max-requests" })).toMatchInlineSnapshot(`
      "inconclusive policy.boundaries.id-upwards.atLeast | id-upwards accepts 2xx up to at least 5
        nothing along id, upwards got 2xx, and the search was cut short: the requests allowed by --max-requests were used up
      inconclusive 4"
    `);
  });
});
