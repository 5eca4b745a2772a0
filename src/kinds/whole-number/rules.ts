import type { LimitedRule, TokenValue, ValueRule } from "../rule.ts";
import { limitedRule, rulesOn, type Reading, type RuleRow } from "../rule-rows.ts";
import { tokensOfTypes } from "../token-value.ts";
import { exactInteger, truncatedInteger } from "./exact-integer.ts";

const GO = "https://pkg.go.dev/encoding/json#Unmarshal";
const ECMA = "https://tc39.es/ecma262/#sec-number.";

type Range = [from: bigint, to: bigint];
const signed = (bits: bigint): Range => [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];
const unsigned = (bits: bigint): Range => [0n, 2n ** bits - 1n];

const isIn = (number: bigint | undefined, [from, to]: Range): boolean =>
  number !== undefined && number >= from && number <= to;

/** Digits only, without a fraction or an exponent. */
const plain = ({ text }: TokenValue): bigint | undefined =>
  /^-?\d+$/.test(text) ? BigInt(text) : undefined;

/** Go's literals: an unsigned integer has no minus sign, not even before 0. */
const literal =
  (range: Range) =>
  (value: TokenValue): Reading =>
    isIn(plain(value), range) && (range[0] < 0n || !value.text.startsWith("-"));

/** Digits, or a fraction or an exponent that leaves an integer. */
const whole =
  (range: Range) =>
  ({ text }: TokenValue): Reading => {
    const number = exactInteger(text);
    return isIn(number, range) && String(number);
  };

/** A double that passes a check, and what it is then. */
const double =
  (check: (number: number) => boolean) =>
  ({ text }: TokenValue): Reading => {
    const number = Number(text);
    return check(number) && JSON.stringify(number);
  };

const sizes = [8n, 16n, 32n, 64n].flatMap((bits): RuleRow[] => [
  [`int${bits}`, `int${bits}, digits only`, GO, literal(signed(bits)), `go int${bits}`],
  [`uint${bits}`, `uint${bits}, digits only`, GO, literal(unsigned(bits)), `go uint${bits}`],
]);

const numbers: RuleRow[] = [
  ...sizes,
  [
    "safe-integer",
    "read as an IEEE 754 double, then refused unless a safe integer",
    `${ECMA}issafeinteger`,
    double(Number.isSafeInteger),
    "js Number.isSafeInteger",
  ],
  [
    "double-integer",
    "read as an IEEE 754 double, then refused unless an integer",
    `${ECMA}isinteger`,
    double(Number.isInteger),
    "js Number.isInteger",
  ],
  ["int32-value", "an integer of 32 bits, also as 1.0 or 1e0", "", whole(signed(32n))],
  ["int64-value", "an integer of 64 bits, also as 1.0 or 1e0", "", whole(signed(64n))],
  ["digits", "an integer of any size, digits only", "", (value) => plain(value) !== undefined],
  [
    "integer-value",
    "an integer of any size, also as 1.0 or 1e0",
    "https://json-schema.org/draft/2020-12/json-schema-core#section-4.2.3",
    ({ text }) => exactInteger(text) !== undefined,
  ],
  [
    "truncated",
    "any number, truncated to an integer",
    `${ECMA}parseint`,
    ({ text }) => String(truncatedInteger(text)),
  ],
];

/** How servers read the field of an integer. */
export const wholeNumberRules: ValueRule[] = [
  ...rulesOn("whole-number", "number", tokensOfTypes("number"), numbers),
];

/** A range of numbers. */
export const wholeNumberRange: LimitedRule = limitedRule({
  id: "whole-number-range",
  subject: "whole-number",
  about: "a number",
  source: "https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2",
  measure: ({ type, text }) => (type === "number" ? exactInteger(text) : undefined),
});
