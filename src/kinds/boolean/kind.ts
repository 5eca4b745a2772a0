import type { Slot, ValueCase, Kind } from "../kind.ts";
import { anyOf } from "../lazily.ts";
import { valueFamily, type ValueRow, jsonTypeOf } from "../case-families.ts";
import { z } from "zod";
import { booleanRules } from "./rules.ts";

const values: ValueRow[] = [
  ["true", "true", "true"],
  ["false", "false", "false"],
];

const strings: ValueRow[] = [
  ["string-true", "the string true", '"true"'],
  ["string-false", "the string false", '"false"'],
  ["string-true-capital", "the string True", '"True"'],
  ["string-true-upper", "the string TRUE", '"TRUE"'],
  ["string-1", "the string 1", '"1"'],
  ["string-0", "the string 0", '"0"'],
  ["string-yes", "the string yes", '"yes"'],
  ["string-no", "the string no", '"no"'],
  ["string-on", "the string on", '"on"'],
  ["string-t", "the string t", '"t"'],
  ["string-empty", "the empty string", '""'],
  ["string-space", "a string of one space", '" "'],
  ["string-null", "the string null", '"null"'],
];

const others: ValueRow[] = [
  ["null", "null", "null"],
  ["zero", "the number 0", "0"],
  ["one", "the number 1", "1"],
  ["two", "the number 2", "2"],
  ["minus-one", "the number -1", "-1"],
  ["one-point-zero", "the number 1.0", "1.0"],
  ["array-empty", "an empty array", "[]"],
  ["array-true", "an array of true", "[true]"],
  ["array-two", "an array of true and false", "[true,false]"],
  ["object-empty", "an empty object", "{}"],
  ["object-value", "an object with the key value", '{"value":true}'],
];

const tokens: ValueRow[] = [
  ["bare-capital", "the bare word True", "True"],
  ["bare-upper", "the bare word TRUE", "TRUE"],
  ["bare-false-capital", "the bare word False", "False"],
  ["bare-letter", "the bare letter t", "t"],
  ["bare-cut", "the bare word tru", "tru"],
  ["bare-longer", "the bare word truefalse", "truefalse"],
  ["bare-yes", "the bare word yes", "yes"],
  ["bare-on", "the bare word on", "on"],
  ["bare-undefined", "the bare word undefined", "undefined"],
  ["bare-not", "an exclamation mark and 0", "!0"],
  ["bare-single-quotes", "true in single quotes", "'true'"],
  ["bare-nothing", "nothing", ""],
];

const named = ({ label }: Slot<unknown>, rows: ValueRow[]): ValueRow[] =>
  rows.map(([name, what, value]) => [name, `${label} is ${what}`, value]);

const booleanCases = (slot: Slot<unknown>): ValueCase[] => [
  ...valueFamily({ probes: ["type"], family: "values" }, named(slot, values)),
  ...valueFamily({ probes: ["type"], family: "strings" }, named(slot, strings)),
  ...valueFamily({ probes: ["type"], family: "other types" }, named(slot, others)),
  ...valueFamily(
    { probes: ["body", "type"], family: "tokens that are not JSON" },
    named(slot, tokens),
  ),
];

/** All these texts, and some other spellings. */
const BOOLEAN_TOKENS: string[] = [...values, ...strings, ...others, ...tokens]
  .map(([, , value]) => String(value))
  .concat(['"TrUe"', '"y"', '"n"', '"off"', "true ", " false", "0.5", "1e0", "null ", "[[true]]"]);

const BooleanType = z.strictObject({ kind: z.literal("boolean") });
type BooleanType = z.infer<typeof BooleanType>;

/** True and false in JSON's spelling. It has no axes: two values are not a ladder. */
export const booleanKind: Kind<BooleanType> = {
  name: "boolean",
  schema: () => BooleanType,
  words: () => "true or false",
  aspect: "type",
  isBounded: () => true,
  quoted: false,
  text: () => "true",
  fits: (_, value) => typeof value === "boolean",
  cases: booleanCases,
  valid: () => anyOf("true", "false"),
  arbitrary: () => anyOf(...BOOLEAN_TOKENS),
  axes: () => [],
  simpler: () => [["true"], ["false"]],
  deviation: (_, text) => {
    const type = jsonTypeOf(text);
    return type === "true or false" ? undefined : type;
  },
  rules: () => booleanRules,
  patterns: [["^(true|false)$"], ["^(true|false|0|1)$"]],
};
