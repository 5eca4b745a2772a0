import type { ClauseId } from "../../src/contract/clauses.ts";
import { withNote } from "../../src/generate/body-cases.ts";
import { DATE, ID } from "../../src/generate/user-submission.ts";
import { bytes, times } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import { post } from "../../src/generate/user-submission.ts";
import type { Template } from "../../src/template/template.ts";

const errors: ClauseId[] = ["error-conditions", "error-codes", "error-payload", "response-status"];
const probes: ClauseId[] = ["limit-size", "further-fields", ...errors];
const rootProbes: ClauseId[] = ["body", "limit-size", ...errors];

const depths = [
  1, 10, 31, 32, 63, 64, 65, 99, 100, 101, 127, 128, 500, 511, 512, 513, 999, 1000, 1023, 1024,
  5000, 10_000, 50_000, 100_000,
];
const rootDepths = [1, 10, 100, 1000, 10_000, 100_000];

const arrays = (depth: number): Template => [times("[", depth), times("]", depth)];
const objects = (depth: number): Template => [times(`{"a":`, depth), "0", times("}", depth)];
const both = (depth: number): Template => [times(`[{"a":`, depth / 2), "0", times("}]", depth / 2)];

type Nesting = { name: string; axis: string; what: string; value: (depth: number) => Template };

const nestings: Nesting[] = [
  { name: "arrays", axis: "nesting depth of arrays", what: "arrays", value: arrays },
  { name: "objects", axis: "nesting depth of objects", what: "objects", value: objects },
];

const inExtraKey = nestings.flatMap(({ name, axis, what, value }) =>
  depths.map((depth) => ({
    name: `${name}-${depth}`,
    reason: `an extra key holds ${what} nested ${depth} deep`,
    family: `depth-${name}`,
    clauses: probes,
    rung: { axis, at: `${depth}`, unit: "levels" },
    request: post(withNote(value(depth))),
  })),
);

const asDocument = nestings.flatMap(({ name, axis, what, value }) =>
  rootDepths.map((depth) => ({
    name: `root-${name}-${depth}`,
    reason: `the document is ${what} nested ${depth} deep`,
    family: `depth-root-${name}`,
    clauses: rootProbes,
    rung: { axis: `${axis} as the document`, at: `${depth}`, unit: "levels" },
    request: post(value(depth)),
  })),
);

const mixed = [100, 1000, 10_000].map((depth) => ({
  name: `mixed-${depth}`,
  reason: `an extra key holds arrays and objects in turn, nested ${depth} deep`,
  family: "depth-mixed",
  clauses: probes,
  rung: { axis: "nesting depth of arrays and objects in turn", at: `${depth}`, unit: "levels" },
  request: post(withNote(both(depth))),
}));

const unclosed = [1000, 100_000].flatMap((depth) => {
  const bodies: [name: string, reason: string, body: Template][] = [
    ["arrays", "an extra key opens N arrays, none is closed", openNote([times("[", depth)])],
    ["objects", "an extra key opens N objects, none is closed", openNote([times(`{"a":`, depth)])],
    ["root-arrays", "the body is N opening brackets", [times("[", depth)]],
    ["root-objects", "the body is N opening objects", [times(`{"a":`, depth)]],
    ["root-closing", "the body is N closing brackets", [times("]", depth)]],
  ];
  return bodies.map(([name, reason, body]) => ({
    name: `unclosed-${name}-${depth}`,
    reason: reason.replace("N", `${depth}`),
    family: "depth-unclosed",
    clauses: rootProbes,
    request: post(body),
  }));
});

/** The stated members, then an extra key whose value is the last thing in the body. */
function openNote(value: Template): Template {
  return bytes`{"id":${ID},"date":"${DATE}","note":${value}`;
}

/** Values nested in one another, closed and not. */
export const depthCases: CaseDefinition[] = [...inExtraKey, ...mixed, ...asDocument, ...unclosed];
