import { digitsUpTo, anyOf } from "../lazily.ts";
import fc from "fast-check";
import { bytes, times, type Template } from "../../template/index.ts";
import type { Slot, Kind } from "../kind.ts";
import { simplerNumbers } from "../decimal.ts";
import { wholeNumberAxes, KNOWN_WHOLE_NUMBERS } from "./axes.ts";
import { wholeNumberCases, wholeNumberPairs } from "./cases.ts";
import { WholeNumberType, fitsWholeNumber, wholeNumberText, wholeNumberWords } from "./type.ts";
import { wholeNumberDeviation } from "./type.ts";
import { wholeNumberLimits, wholeNumberRules } from "./rules.ts";

const EDGES = [
  0n,
  ...[7n, 8n, 15n, 16n, 31n, 32n, 53n, 63n, 64n, 127n, 128n].map((bits) => 2n ** bits),
  ...[9n, 10n, 15n, 16n, 18n, 19n, 20n, 38n, 308n, 309n].map((power) => 10n ** power),
];

const ordinary = fc.nat({ max: 999_999 }).map((value): Template => [String(value)]);

const nearEdge = fc
  .tuple(fc.constantFrom(...EDGES), fc.integer({ min: -2, max: 2 }), fc.boolean())
  .map(([edge, offset, negative]): Template => {
    const value = edge + BigInt(offset);
    return [String(negative ? -value : value)];
  });

const anyWidth = fc
  .bigInt({ min: -(2n ** 130n), max: 2n ** 130n })
  .map((value): Template => [String(value)]);

const prefix = fc.tuple(
  fc.constantFrom("", "", "", "-", "-", "+", "--", "- "),
  fc.constantFrom("", "", "", "0", "00"),
);
const exponent = fc
  .tuple(fc.constantFrom("e", "E"), fc.constantFrom("", "+", "-"), digitsUpTo(4))
  .map((parts) => parts.join(""));

/** Sign, leading zeros, digits, fraction and exponent, each sometimes odd or left out. */
const decimal = fc
  .tuple(
    prefix,
    digitsUpTo(12),
    fc.option(digitsUpTo(24), { nil: null, freq: 2 }),
    fc.option(exponent, { nil: "", freq: 2 }),
  )
  .map(
    ([[sign, zeros], digits, fraction, power]) =>
      `${sign}${zeros}${digits}${fraction === null ? "" : `.${fraction}`}${power}`,
  );

const spelled = decimal.map((text): Template => [text]);

const huge = fc
  .tuple(
    fc.constantFrom("", "-"),
    fc.constantFrom("1", "7", "9"),
    fc.integer({ min: 20, max: 20_000 }),
  )
  .map(([sign, digit, count]): Template => bytes`${sign}${times(digit, count)}`);

const aroundValid = ({ content }: Slot<unknown>) =>
  fc
    .tuple(
      fc.constantFrom("", "-", "+", "0", "0x", " ", '"', "["),
      fc.constantFrom("", ".0", ".5", ".", "e0", "E+0", "e", "n", "_0", ",0", " 0", '"', "]"),
    )
    .map(([before, after]): Template => bytes`${before}${content()}${after}`);

const quoted = fc
  .tuple(fc.constantFrom("", " ", "\\t", "\\u0000"), decimal, fc.constantFrom("", " ", "\\n", "a"))
  .map(([before, text, after]): Template => [`"${before}${text}${after}"`]);

const other = anyOf(
  ...'null true false [] {} "" [0] [[0]] {"id":0} [null]'.split(" "),
  "",
  ..."NaN Infinity -Infinity undefined None nul True - . e0 0b1 0o7 0xff 1f １ ١ −1".split(" "),
  ..."1\u00a0|'1'|1/2|1;|(1)|0 0".split("|"),
);

const anyNumberText = (slot: Slot<unknown>): fc.Arbitrary<Template> =>
  fc.oneof(
    { withCrossShrink: true },
    { arbitrary: ordinary, weight: 1 },
    { arbitrary: nearEdge, weight: 4 },
    { arbitrary: anyWidth, weight: 3 },
    { arbitrary: spelled, weight: 5 },
    { arbitrary: aroundValid(slot), weight: 3 },
    { arbitrary: quoted, weight: 3 },
    { arbitrary: other, weight: 3 },
    { arbitrary: huge, weight: 1 },
  );

const JS_INTEGER =
  "^\\s*([+-]?(\\d+(\\.0*)?([eE][+]?\\d+)?|Infinity)|0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+)?\\s*$";

export const wholeNumber: Kind<WholeNumberType> = {
  name: "whole-number",
  schema: () => WholeNumberType,
  words: wholeNumberWords,
  aspect: "type",
  isBounded: ({ min, max }) => min !== undefined && max !== undefined,
  quoted: false,
  text: wholeNumberText,
  fits: fitsWholeNumber,
  cases: wholeNumberCases,
  valid: ({ valid }) => fc.constant(valid()),
  arbitrary: anyNumberText,
  drawn: {
    reason: (it) =>
      `the text instead of ${it} drawn from numbers, their misspellings and other values`,
    probes: ["type", "values", "error-conditions"],
  },
  pairs: wholeNumberPairs,
  axes: wholeNumberAxes,
  simpler: ({ type: { min, max } }, text) =>
    simplerNumbers(
      text,
      [min, max].flatMap((bound) =>
        bound === undefined ? [] : [{ units: BigInt(bound), scale: 0 }],
      ),
    ),
  deviation: wholeNumberDeviation,
  known: KNOWN_WHOLE_NUMBERS,
  rules: () => wholeNumberRules,
  limits: wholeNumberLimits,
  patterns: [
    ["^-?\\d+$"],
    ["^[+-]?\\d+$"],
    ["^\\d+$"],
    ["^\\s*[+-]?\\d+\\s*$"],
    ["^\\s*[+-]?\\d+(\\.0*)?([eE][+]?\\d+)?\\s*$"],
    [JS_INTEGER],
  ],
};
