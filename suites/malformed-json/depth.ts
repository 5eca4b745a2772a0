import { rows } from "../rows.ts";
import type { ClauseId } from "../../src/contract/index.ts";
import type { BodyForm, BodyForms, CaseDefinition } from "../../src/generate/index.ts";
import { bytes, times, type Template } from "../../src/template/index.ts";

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

type Depth = Omit<CaseDefinition, "request"> & { body: BodyForm };

type Nesting = { name: string; axis: string; what: string; value: (depth: number) => Template };

const nestings: Nesting[] = [
  { name: "arrays", axis: "nesting depth of arrays", what: "arrays", value: arrays },
  { name: "objects", axis: "nesting depth of objects", what: "objects", value: objects },
];

const inExtraKey = (forms: BodyForms): Depth[] =>
  nestings.flatMap(({ name, axis, what, value }) =>
    depths.map((depth) => ({
      name: `${name}-${depth}`,
      reason: `an extra key holds ${what} nested ${depth} deep`,
      family: `depth-${name}`,
      clauses: probes,
      rung: { axis, at: `${depth}`, unit: "levels" },
      body: forms.withExtra(value(depth)),
    })),
  );

const asDocument = (): Depth[] =>
  nestings.flatMap(({ name, axis, what, value }) =>
    rootDepths.map((depth) => ({
      name: `root-${name}-${depth}`,
      reason: `the document is ${what} nested ${depth} deep`,
      family: `depth-root-${name}`,
      clauses: rootProbes,
      rung: { axis: `${axis} as the document`, at: `${depth}`, unit: "levels" },
      body: value(depth),
    })),
  );

const mixed = (forms: BodyForms): Depth[] =>
  [100, 1000, 10_000].map((depth) => ({
    name: `mixed-${depth}`,
    reason: `an extra key holds arrays and objects in turn, nested ${depth} deep`,
    family: "depth-mixed",
    clauses: probes,
    rung: { axis: "nesting depth of arrays and objects in turn", at: `${depth}`, unit: "levels" },
    body: forms.withExtra(both(depth)),
  }));

const unclosed = (forms: BodyForms): Depth[] =>
  [1000, 100_000].flatMap((depth) => {
    const bodies: [name: string, reason: string, body: BodyForm][] = rows`
  arrays | an extra key opens N arrays, none is closed | ${openExtra(forms, [times("[", depth)])}
  objects | an extra key opens N objects, none is closed | ${openExtra(forms, [times(`{"a":`, depth)])}
  root-arrays | the body is N opening brackets | ${[times("[", depth)]}
  root-objects | the body is N opening objects | ${[times(`{"a":`, depth)]}
  root-closing | the body is N closing brackets | ${[times("]", depth)]}
`;
    return bodies.map(([name, reason, body]) => ({
      name: `unclosed-${name}-${depth}`,
      reason: reason.replace("N", `${depth}`),
      family: "depth-unclosed",
      clauses: rootProbes,
      body,
    }));
  });

/** The stated body with an extra key whose value is at the end. */
const openExtra = ({ on, isObject, fields, aroundMembers }: BodyForms, value: Template): BodyForm =>
  isObject
    ? aroundMembers("{", bytes`${fields.length === 0 ? "" : ","}"${on.extraKey}":${value}`)
    : undefined;

/** Values nested in one another, closed and not. */
export const depthCases = (forms: BodyForms): CaseDefinition[] =>
  [...inExtraKey(forms), ...mixed(forms), ...asDocument(), ...unclosed(forms)].flatMap(
    ({ body, ...rest }) =>
      body === undefined ? [] : [{ ...rest, request: forms.on.request(body) }],
  );
