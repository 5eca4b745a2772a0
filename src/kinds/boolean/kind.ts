import type { Slot, ValueCase, Kind } from "../kind.ts";
import { anyOf } from "../lazily.ts";
import { valuesOf, type ValueRow, jsonTypeOf } from "../case-families.ts";
import { z } from "zod";
import { otherTypeRules, rulesOn, rulesOnStrings, sources, tokensOfTypes } from "../rule-rows.ts";
import type { ValueRule } from "../rule.ts";
import { trimmedAs } from "../number-readers.ts";

const { dotnet, ecma, go, jackson, php, pydantic2, rfc } = sources;

const WORDS = /^(?:0|off|f|false|n|no|1|on|t|true|y|yes)$/i;
/** Django REST framework 3.14 has a list of them, without `oFF`. */
const CASED_WORDS =
  /^(?:[01tTfFyYnN]|yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/;
const JACKSON = /^(?:true|True|TRUE|false|False|FALSE|null|)$/;

const booleans = rulesOn("boolean", "boolean", tokensOfTypes("boolean"))`
  ${rfc}8259#section-3
  any | true and false | accepted
  true-only | true only | ${({ text }) => text === "true"}
  false-only | false only | ${({ text }) => text === "false"}
`;

const stringRows = rulesOnStrings("boolean")`
  ${rfc}8259#section-3
  string-refused | strings are refused | refused
  string-exact | the strings true and false | ${/^(?:true|false)$/}
  string-any-case | the strings true and false in any case | ${/^(?:true|false)$/i}
  ${ecma}toboolean
  string-any | any string | accepted
  ${go}strconv#ParseBool
  string-go | strings by Go's strconv.ParseBool | ${/^(?:1|t|T|TRUE|true|True|0|f|F|FALSE|false|False)$/} | go ParseBool
  ${pydantic2}
  string-words | true, false, t, f, yes, no, y, n, on, off, 1 and 0 as strings in any case | ${WORDS} | pydantic1 bool & pydantic2 bool
  https://www.django-rest-framework.org/api-guide/fields/#booleanfield
  string-cased-words | true, false, t, f, yes, no, y, n, on, off, 1 and 0 as strings in lower case, upper case or with a capital | ${CASED_WORDS}
  ${jackson}
  string-jackson | strings by Jackson | ${(text) => JACKSON.test(trimmedAs("java", text))} | jackson boolean
  ${php}filter.constants.php
  string-php | strings by PHP's FILTER_VALIDATE_BOOLEAN | ${(text) => /^(?:1|true|on|yes|0|false|off|no|)$/i.test(trimmedAs("php", text))} | php FILTER_VALIDATE_BOOLEAN
  ${dotnet}boolean.parse
  string-dotnet | strings by .NET's bool.Parse | ${(text) => /^(?:true|false)$/i.test(trimmedAs("dotnet", text))} | dotnet bool.Parse
`;

const numbers = rulesOn("boolean", "number", tokensOfTypes("number"))`
  ${rfc}8259#section-3
  number-refused | numbers are refused | refused
  ${ecma}toboolean
  number-any | any number | accepted
  ${pydantic2}
  number-bits | 0 and 1 | ${({ text }) => Number(text) === 0 || Number(text) === 1} | pydantic1 bool & pydantic2 bool
  ${jackson}
  number-integers | integers of up to 1,000 digits | ${({ text }) => /^-?\d{1,1000}$/.test(text)} | jackson boolean
`;

const booleanRules: ValueRule[] = [
  ...booleans,
  ...stringRows,
  ...numbers,
  ...otherTypeRules("boolean", ["boolean", "string", "number"]),
];

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

const booleanCases = ({ label }: Slot<unknown>): ValueCase[] => [
  ...valuesOf(label, { probes: ["type"], family: "values" }, values),
  ...valuesOf(label, { probes: ["type"], family: "strings" }, strings),
  ...valuesOf(label, { probes: ["type"], family: "other types" }, others),
  ...valuesOf(label, { probes: ["body", "type"], family: "tokens that are not JSON" }, tokens),
];

const BOOLEAN_TOKENS: string[] = [...values, ...strings, ...others, ...tokens]
  .map(([, , value]) => String(value))
  .concat(['"TrUe"', '"y"', '"n"', '"off"', "true ", " false", "0.5", "1e0", "null ", "[[true]]"]);

const BooleanType = z.strictObject({ kind: z.literal("boolean") });
type BooleanType = z.infer<typeof BooleanType>;

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
