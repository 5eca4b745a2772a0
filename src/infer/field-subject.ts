import fc from "fast-check";
import type { StatedField } from "../contract/fields.ts";
import { exampleBytes } from "../generate/render.ts";
import type { Requests } from "../generate/requests.ts";
import { kindOf } from "../kinds/field-type.ts";
import type { TokenValue } from "../kinds/rule.ts";
import { fieldLimits, fieldRules } from "../kinds/rules.ts";
import { commaSeparated } from "../kinds/slot.ts";
import { tokenValue } from "../kinds/token-value.ts";
import type { AxisFinding } from "../model/finding.ts";
import type { CaseRequest } from "../model/request.ts";
import { bytes } from "../template/bytes.ts";
import type { Template } from "../template/template.ts";
import type { SeenResponse, Specimen, Subject } from "./candidate.ts";
import { KnownResponses } from "./known-responses.ts";

/** Random values of each field: near misses, and valid ones. */
const NEAR_MISSES = 300;
const VALID = 60;
/** Longer values are not sent. */
const MOST_BYTES = 70_000;
const SHOWN = 60;
/** Caps of the axes that values are taken from. */
const CAPS = { digits: 400, body: 66_000 };

/** Values of other types, for every field. */
const ANY: readonly string[] = [
  "null",
  "true",
  "false",
  '""',
  '"text"',
  '"0"',
  '"1"',
  "0",
  "1",
  "-1",
  "0.5",
  "1e0",
  "[]",
  "{}",
];

export type FieldInput = {
  on: Requests;
  field: StatedField;
  known: KnownResponses;
  axes: readonly AxisFinding[];
  accepted: string;
  seed: number;
};

/** A field as a subject: its values from the catalogue, from its axes, and random ones. */
export function fieldSubject(input: FieldInput): Subject<TokenValue> {
  const { field, known, accepted } = input;
  const pool = poolOf(input);
  const { kind } = field.slot.type;
  return {
    name: field.slot.label,
    slug: field.slug,
    rules: fieldRules.filter(({ subject }) => subject === kind),
    limited: fieldLimits.filter(({ subject }) => subject === kind),
    pool,
    readAs: tokenValue,
    known: knownOf(pool, known),
    accepted,
  };
}

/** What the run has sent of a pool. */
export function knownOf(
  pool: readonly { request: CaseRequest }[],
  known: KnownResponses,
): Map<number, SeenResponse> {
  const found = new Map<number, SeenResponse>();
  for (const [at, { request }] of pool.entries()) {
    const seen = known.of(request);
    if (seen !== undefined) found.set(at, seen);
  }
  return found;
}

/** The stated request without a member of its body. */
function withoutMember(on: Requests, { slot }: StatedField): CaseRequest | undefined {
  if (!on.fields.some(({ path }) => path === slot.path)) return undefined;
  const others = on.fields.filter(({ path }) => path !== slot.path);
  return on.request(bytes`{${commaSeparated(others.map((each) => on.member(each)))}}`);
}

/** White space other than that of JSON is no part of a value. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Values for a field without what a run has found: hand-chosen ones, those of its axes, and random ones. */
export const fieldPool = (on: Requests, field: StatedField, seed: number): Specimen<TokenValue>[] =>
  poolOf({ on, field, seed, axes: [], known: new KnownResponses(), accepted: "" });

function poolOf(input: FieldInput): Specimen<TokenValue>[] {
  const { on, field, seed } = input;
  const { slot } = field;
  const kind = kindOf(slot.type);
  const pool = new Map<string, Specimen<TokenValue>>();
  const add = (template: Template): Specimen<TokenValue> | undefined => {
    // Rules judge the value as sent, and a fresh one is another one each time.
    if (JSON.stringify(template).includes('{"fresh":')) return undefined;
    const bytes = exampleBytes(template, on.interface);
    if (bytes.length > MOST_BYTES) return undefined;
    const text = bytes.toString("utf8");
    if (pool.has(text)) return pool.get(text);
    const value = Buffer.from(text).equals(bytes) && isJson(text) ? tokenValue(text) : undefined;
    if (value === undefined) return undefined;
    const specimen: Specimen<TokenValue> = {
      value,
      text: text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${text.length} characters)` : text,
      family: kind.deviation(slot.type, text) ?? "as stated",
      request: on.withValue(field, template),
    };
    pool.set(text, specimen);
    return specimen;
  };
  for (const { value } of kind.cases(slot)) add(value);
  const without = withoutMember(on, field);
  const missing = tokenValue(undefined);
  if (without !== undefined && missing !== undefined)
    pool.set("", { value: missing, text: "no value", family: "missing", request: without });
  for (const text of ANY) add([text]);
  addAxes(input, add);
  for (const value of fc.sample(kind.valid(slot), { seed, numRuns: VALID })) add(value);
  for (const value of fc.sample(kind.arbitrary(slot), { seed, numRuns: NEAR_MISSES })) add(value);
  return [...pool.values()];
}

/** The values of the axes of a field, and what the run has found along them. */
function addAxes(
  { field, axes, known }: FieldInput,
  add: (template: Template) => Specimen<TokenValue> | undefined,
): void {
  for (const axis of kindOf(field.slot.type).axes(field.slot, CAPS)) {
    for (const at of axis.rungs) add(axis.value(at));
    const found = axes.find((each) => each.axis.endsWith(`${field.slug}-${axis.name}`));
    for (const { near, far } of found?.boundaries ?? [])
      for (const side of [near, far]) {
        const specimen = add(axis.value(BigInt(side.at)));
        if (specimen) known.add(specimen.request, side.case, [side.signature, side.signature]);
      }
    for (const { from, to, signature } of found?.stretches ?? [])
      for (const end of [from, to]) {
        const specimen = add(axis.value(BigInt(end)));
        if (specimen && known.of(specimen.request) === undefined)
          known.add(specimen.request, "", [signature, signature]);
      }
  }
}
