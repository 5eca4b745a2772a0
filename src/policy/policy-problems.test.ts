import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { z } from "zod";
import { userSubmission } from "../contract/index.ts";
import { suites } from "../../suites/index.ts";
import { Config, type Policy } from "../model/index.ts";
import { readConfig, policyProblems } from "./policy-problems.ts";
import { problemError } from "./problem.ts";

const SOURCE = { at: () => ({ source: "witness.config.ts:3" }) };

/**
 * Code, message and hint of the error for a configuration that is compared with schema and catalogue.
 */
function refusal(value: unknown): string {
  const read = readConfig(value);
  const problems =
    "problems" in read
      ? read.problems
      : policyProblems(read.config.policy ?? {}, { suites, interface: userSubmission });
  if (problems.length === 0) return "none";
  const { code, message, hint } = problemError(problems, SOURCE);
  return `${code}: ${message}${hint === undefined ? "" : `\n  ${hint}`}`;
}

const behaviour = (rules: unknown): unknown => ({ policy: { behaviour: rules } });

test("a policy without a mistake", () => {
  const policy = {
    behaviour: {
      "*": { never: "5xx" },
      "malformed-json": { only: ["4xx", "reset"], never: 500 },
      "fields/*": { stable: true },
      "explore/*": { never: "5xx" },
      "tag:id-values": { only: "answered" },
      valid: { body: { type: "object", required: ["id"] } },
    },
    boundaries: { "id-upwards": { accepts: "2xx", atLeast: "9007199254740991" } },
    load: ["p(95)<20", "throughput >= 0.9 * baseline"],
  } satisfies Policy;
  expect(refusal({ policy })).toBe("none");
});

test("the schema for editors takes what the program takes", () => {
  const schema = z.toJSONSchema(Config, { io: "input", unrepresentable: "any" });
  const validate = new Ajv2020({ strict: false }).compile(schema);
  const load = ["p(95)<20"];
  const boundaries = { "id-upwards": { atLeast: "9007199254740991" } };
  expect(
    validate({ policy: { load, boundaries, behaviour: { valid: { only: [201, "4xx"] } } } }),
  ).toBe(true);
  expect(validate({ policy: { behaviour: { valid: { nevr: "5xx" } } } })).toBe(false);
});

test("a key that there is not", () => {
  expect(refusal({ polcy: {} })).toMatchInlineSnapshot(`
    "config-key: witness.config.ts:3: polcy: there is no "polcy" here
      did you mean "policy"?"
  `);
  expect(refusal({ policy: { behavior: {} } })).toMatchInlineSnapshot(`
    "config-key: witness.config.ts:3: policy.behavior: there is no "behavior" here
      did you mean "behaviour"?"
  `);
  expect(refusal(behaviour({ valid: { nevr: "5xx" } }))).toMatchInlineSnapshot(`
    "config-key: witness.config.ts:3: policy.behaviour.valid.nevr: there is no "nevr" here
      did you mean "never"?"
  `);
  expect(refusal({ options: { sead: 7 }, policy: { thresholds: [] } })).toMatchInlineSnapshot(`
    "config-key: witness.config.ts:3: options.sead: there is no "sead" here
    witness.config.ts:3: policy.thresholds: there is no "thresholds" here; use one of behaviour, boundaries, quarantine, load, checks
      did you mean "seed"?"
  `);
});

test("a value that cannot be", () => {
  expect(refusal(behaviour({ valid: { never: "55x" } }))).toMatchInlineSnapshot(
    `"config-value: witness.config.ts:3: policy.behaviour.valid.never: expected 201, "2xx", "answered", "no-answer", "refused", "unreachable", "unresolved", "tls-failed", "reset", "closed", "timed-out", "malformed", "too-large" or similar"`,
  );
  expect(refusal(behaviour({ valid: {} }))).toMatchInlineSnapshot(
    `"config-value: witness.config.ts:3: policy.behaviour.valid: must have at least one expectation"`,
  );
  expect(
    refusal({ policy: { boundaries: { "id-upwards": { atLeast: 1e30 } } } }),
  ).toMatchInlineSnapshot(
    `"config-value: witness.config.ts:3: policy.boundaries.id-upwards.atLeast: expected an integer; beyond 9007199254740991 as text: "9007199254740993""`,
  );
  expect(refusal({ policy: { boundaries: { "id-upwards": {} } } })).toMatchInlineSnapshot(
    `"config-value: witness.config.ts:3: policy.boundaries.id-upwards: must have atLeast or atMost"`,
  );
  expect(refusal({ policy: { load: "p(95)<20" } })).toMatchInlineSnapshot(
    `"config-value: witness.config.ts:3: policy.load: expected array, received string"`,
  );
});

test("names that nothing has", () => {
  expect(refusal(behaviour({ "malformd-json": { never: "5xx" } }))).toMatchInlineSnapshot(`
    "policy-suite: witness.config.ts:3: policy.behaviour.malformd-json: there is no suite named "malformd-json"
      did you mean "malformed-json"?"
  `);
  expect(refusal(behaviour({ "field/*": { never: "5xx" } }))).toMatchInlineSnapshot(`
    "policy-suite: witness.config.ts:3: policy.behaviour["field/*"]: there is no suite named "field"
      did you mean "fields"?"
  `);
  expect(refusal(behaviour({ "tag:id-value": { never: "5xx" } }))).toMatchInlineSnapshot(`
    "policy-tag: witness.config.ts:3: policy.behaviour["tag:id-value"]: no case has the tag "id-value"
      did you mean "tag:id-values"?"
  `);
  expect(refusal({ policy: { boundaries: { "id-upward": { atLeast: 5 } } } }))
    .toMatchInlineSnapshot(`
    "policy-axis: witness.config.ts:3: policy.boundaries.id-upward: there is no axis named "id-upward"
      did you mean "id-upwards"?"
  `);
});

test("thresholds that cannot be read", () => {
  expect(
    refusal({
      policy: {
        load: ["p95<20", "p(95)<20ms", "latency<3", "throughput==baseline", "status(201)>baseline"],
      },
    }),
  ).toMatchInlineSnapshot(`
    "policy-threshold: witness.config.ts:3: policy.load[0]: "p95<20" is not a threshold: it must look like "p(95)<20" or "throughput >= 0.9 * baseline"
    witness.config.ts:3: policy.load[1]: "p(95)<20ms" is not a threshold: "20ms" is neither a number nor "0.9 * baseline" nor "0.9 * target(name)"
    witness.config.ts:3: policy.load[2]: "latency<3" is not a threshold: there is no figure latency: use one of p(95), avg, min, med, max, throughput, goodput, status(201), unanswered, memory.peak, memory.growthPerRequest, state.race, transport-noise
    witness.config.ts:3: policy.load[3]: "throughput==baseline" is not a threshold: a ratio is never exact: use >= or <=
    witness.config.ts:3: policy.load[4]: "status(201)>baseline" is not a threshold: status(201) is only compared with a number"
  `);
});

test("schemas that are none: a mistyped keyword is never passed over", () => {
  expect(refusal(behaviour({ valid: { body: { typ: "object" } } }))).toMatchInlineSnapshot(
    `"policy-body: witness.config.ts:3: policy.behaviour.valid.body: strict mode: unknown keyword: "typ""`,
  );
  expect(
    refusal(behaviour({ valid: { body: { type: "string", format: "dat" } } })),
  ).toMatchInlineSnapshot(
    `"policy-body: witness.config.ts:3: policy.behaviour.valid.body: unknown format "dat" ignored in schema at path "#""`,
  );
});
