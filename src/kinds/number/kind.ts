import type { KnownPlaces, Slot, ValueAxis, ValueCaps, Kind } from "../kind.ts";
import { digitsUpTo, anyOf } from "../lazily.ts";
import { aroundBounds, aroundPowersOfTwo, every, INTEGER_WIDTHS, oneTwoFive } from "../axes.ts";
import { two } from "../axes.ts";
import { digitsAxis, exponentAxes, fractionAxis, magnitudeAxes, placesNamed } from "../axes.ts";
import fc from "fast-check";
import { bytes, times, type Template } from "../../template/index.ts";
import { decimalText, divideDown, divideUp, unitsAt } from "../decimal.ts";
import { simplerNumbers, truncatedInteger } from "../decimal.ts";
import { boundsOf, fitsNumber, isStatedNumber, NumberType, numberDeviation } from "./type.ts";
import { numberText, numberWords, unitRange } from "./type.ts";
import { numberCases } from "./cases.ts";
import { numberReaders as texts } from "../number-readers.ts";
import { limitsOn, otherTypeRules, rulesOn, rulesOnStrings } from "../rule-rows.ts";
import { sources, tokensOfTypes } from "../rule-rows.ts";
import type { TokenValue, ValueRule } from "../rule.ts";

const { ecma, go, java, jsonSchema, perl, php, pydantic1, pydantic2, python, rfc, ruby } = sources;

const isFinite = ({ text }: TokenValue): boolean => Number.isFinite(Number(text));
const isDigits = ({ text }: TokenValue): boolean => /^-?\d+$/.test(text);
const digitCount = ({ text }: TokenValue): number => text.replace("-", "").length;

const numbers = rulesOn("number", "number", tokensOfTypes("number"))`
  ${ecma}number.isfinite
  finite | a finite IEEE 754 double | ${isFinite} | js Number.isFinite & go float64 & python3.{10,11,13} json float finite & jackson double & php is_finite & ruby JSON finite
  ${go}encoding/json#Unmarshal
  float32 | an IEEE 754 single | ${({ text }) => Number.isFinite(Math.fround(Number(text)))} | go float32
  ${rfc}8259#section-6
  any | any number | accepted | go json.Number & php is_numeric
  ${python}json.html#json.loads
  python | any number, integers of up to 4,300 digits | ${(value) => !isDigits(value) || digitCount(value) <= 4300} | python3.{10,11,13} json number
  ${pydantic1}
  pydantic1 | pydantic 1 \`float\` | ${(value) => !isDigits(value) || isFinite(value)} | pydantic1 float
  ${pydantic2}
  pydantic2 | pydantic 2 \`float\` | ${(value) => !isDigits(value) || value.text.length <= 4300} | pydantic2 float
`;

const strings = rulesOnStrings("number")`
  ${rfc}8259#section-3
  string-refused | strings are refused | refused
  string-any | any string | accepted
  ${ecma}stringtonumber
  string-js-number | strings by JavaScript's Number() | ${texts.jsNumber} | js Number()
  string-js-parse-float | strings by JavaScript's parseFloat() | ${texts.jsParseFloat} | js parseFloat
  string-decimal | strings of decimal digits | ${texts.decimal}
  ${go}strconv#ParseFloat
  string-go | strings by Go's strconv.ParseFloat | ${texts.go} | go ParseFloat
  ${python}functions.html#float
  string-python | strings by Python's float() | ${texts.python} | python3.{10,11,13} float() & pydantic1 float
  ${python}decimal.html#decimal.Decimal
  string-python-decimal | strings by Python's Decimal | ${texts.pythonDecimal} | python3.{10,11,13} Decimal
  ${pydantic2}
  string-pydantic2 | strings by pydantic 2 | ${texts.pydantic2} | pydantic2 float
  ${java}lang/Double.html#valueOf(java.lang.String)
  string-java | strings by Java's Double.parseDouble | ${texts.java} | java Double.parseDouble
  ${java}math/BigDecimal.html
  string-java-decimal | strings by Java's BigDecimal | ${texts.javaBigDecimal} | java BigDecimal
  ${php}language.types.numeric-strings.php
  string-php-numeric | strings by PHP's is_numeric | ${texts.phpNumeric} | php is_numeric
  ${php}filter.constants.php
  string-php-filter | strings by PHP's FILTER_VALIDATE_FLOAT | ${texts.phpFilter} | php FILTER_VALIDATE_FLOAT
  ${ruby}Kernel.html#method-i-Float
  string-ruby | strings by Ruby's Float() | ${texts.ruby} | ruby Float()
  ${perl}Scalar::Util#looks_like_number
  string-perl | strings by Perl's looks_like_number | ${texts.perl} | perl looks_like_number
`;

const numberRules: ValueRule[] = [
  ...numbers,
  ...strings,
  ...otherTypeRules("number", ["number", "string"]),
];

const numberLimits = limitsOn("number")`
  range | limits | a number | ${jsonSchema}validation#section-6.2 | ${({ type, text }) => (type === "number" ? truncatedInteger(text) : undefined)}
`;

/** If one side is open, valid numbers are drawn within this many units. */
const REACH = 1_000_000_000_000n;

function validNumber({ type, valid }: Slot<NumberType>): fc.Arbitrary<Template> {
  if (type.fresh === true) return fc.constant(valid());
  const { scale, min, max, multipleOf } = unitRange(type);
  const step = BigInt(multipleOf);
  const low = min === undefined ? undefined : BigInt(min);
  const high = max === undefined ? undefined : BigInt(max);
  const from = low ?? (high === undefined || high >= 0n ? 0n : high - REACH);
  const to = high ?? from + REACH;
  const [first, last] = [divideUp(from, step), divideDown(to, step)];
  if (last < first) return fc.constant(valid());
  return fc.bigInt({ min: first, max: last }).map((nth): Template => [
    // A fraction of zeros is one in some languages, and none in others.
    decimalText({ units: nth * step, scale }).replace(/\.0+$/, ""),
  ]);
}

/** Sign, digits, point, fraction and exponent, each sometimes odd or missing. */
const spelled = fc
  .tuple(
    fc.constantFrom("", "", "", "-", "+", "--", " ", "0", "00", "$"),
    digitsUpTo(12),
    fc.constantFrom(".", ".", ".", "", ",", ".."),
    digitsUpTo(24),
    fc.constantFrom("", "", "", "e0", "E+2", "e-2", "e", "e400", "e-400", "f", "%", " EUR"),
  )
  .map((parts): Template => [parts.join("")]);

const quoted = spelled.map((text): Template => bytes`"${text}"`);

const huge = fc
  .tuple(fc.constantFrom("", "-", "0.", "1."), fc.integer({ min: 16, max: 20_000 }))
  .map(([start, count]): Template => bytes`${start}${times("7", count)}`);

const other = anyOf(...'null true false [] {} "" [0.5] {"value":1.5} NaN'.split(" "), "");

function nearBound(type: NumberType): fc.Arbitrary<Template> {
  const { least, most } = boundsOf(type);
  const ends = [least, most].flatMap((end) => (end === undefined ? [] : [end.at]));
  return fc
    .tuple(
      fc.constantFrom({ units: 0n, scale: 0 }, ...ends),
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: -3, max: 3 }),
    )
    .map(([at, places, by]): Template => {
      const scale = Math.max(at.scale, places);
      const unit = 10n ** BigInt(scale - places);
      return [decimalText({ units: unitsAt(at, scale) + BigInt(by) * unit, scale })];
    });
}

const anyDouble = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((value): Template => [String(value)]);

const numberOrNot = ({ type }: Slot<NumberType>): fc.Arbitrary<Template> =>
  fc.oneof(
    { withCrossShrink: true },
    { arbitrary: nearBound(type), weight: 5 },
    { arbitrary: anyDouble, weight: 3 },
    { arbitrary: spelled, weight: 4 },
    { arbitrary: quoted, weight: 2 },
    { arbitrary: other, weight: 2 },
    { arbitrary: huge, weight: 1 },
  );

const EXAMPLE = 234_567_890;
const TENS = [10, 12, 15, 16, 18, 19, 20, 38, 39, 100, 200, 300, 308, 309, 400];
const MAGNITUDES = [
  ...oneTwoFive(10n ** 9n),
  ...aroundPowersOfTwo([7, 8, 15, 16, 31, 32, 53, 63, 64]),
  ...TENS.map((exponent) => 10n ** BigInt(exponent)),
  99_999_999n,
];
const EXPONENTS = [...every(0, 25), 38n, 39n, 100n, 300n, 307n, 308n, 309n, 310n];
const DIGITS = [...every(3, 22), 38n, 39n, 308n, 309n, 310n];
const SMALL_EXPONENTS = [...every(-20, 0), -38n, -45n, -46n, -100n, -300n, -308n, -323n, -324n];

/** The whole part of a valid number, to which digits after its point are added. */
function wholePart(type: NumberType): string {
  const [whole = "0"] = numberText({ ...type, fresh: undefined }, EXAMPLE).split(".");
  const inRange = { ...type, multipleOf: undefined };
  return [whole, "0", "1"].find((digits) => isStatedNumber(inRange, `${digits}.1`)) ?? whole;
}

const wholeBounds = (type: NumberType): bigint[] =>
  Object.values(boundsOf(type)).map(({ at: { units, scale } }) => units / 10n ** BigInt(scale));

function numberAxes({ type, label: it }: Slot<NumberType>, { digits }: ValueCaps): ValueAxis[] {
  const whole = wholePart(type);
  return [
    ...magnitudeAxes(it, { magnitudes: MAGNITUDES, bounds: aroundBounds(wholeBounds(type)) }),
    fractionAxis("fraction-digits", `fraction digits of ${it}`, (at) =>
      at === 0n ? [whole] : bytes`${whole}.${times("1", Number(at))}`,
    ),
    ...exponentAxes(it, { up: EXPONENTS, down: SMALL_EXPONENTS, downProbes: ["values"] }),
    digitsAxis(it, digits, DIGITS),
  ];
}

const WHOLE = placesNamed([
  [0n, "zero"],
  ...INTEGER_WIDTHS,
  [99_999_999n, "the last whole number of DECIMAL(10,2)"],
  [two(53) - 1n, "2^53 - 1, JavaScript's largest safe integer"],
  [two(53), "2^53, up to which float64 has every whole number"],
  [two(1024) - two(970) - 1n, "the largest whole number that a float64 holds without overflow"],
  [two(970) - two(1024) + 1n, "the smallest whole number that a float64 holds without overflow"],
]);

const KNOWN: Record<string, KnownPlaces> = {
  upwards: WHOLE,
  downwards: WHOLE,
  "fraction-digits": {
    0: "no fraction",
    2: "2 fraction digits, as most currencies have",
    3: "3 fraction digits, as some currencies have",
    4: "4 fraction digits, as SQL Server's money has",
    15: "the digits that every decimal keeps in a float64",
    16: "the most fraction digits of 1.1… that a float64 tells apart",
    28: "the fraction digits of .NET's decimal",
    30: "the most fraction digits of MySQL's DECIMAL",
  },
  "exponent-upwards": {
    38: "10^38, the last power of ten that fits a float32",
    308: "10^308, the last power of ten that fits a float64",
  },
  "exponent-downwards": {
    "-45": "10^-45, the last power of ten that float32 does not round to 0",
    "-323": "10^-323, the last power of ten that float64 does not round to 0",
  },
  digits: {
    10: "the most digits 1 that fit 32-bit integers",
    16: "the most digits 1 up to 2^53",
    19: "the most digits 1 that fit signed 64-bit integers",
    39: "the most digits 1 that fit a float32",
    65: "the most digits of MySQL's DECIMAL",
    309: "the most digits 1 that fit a float64",
    1000: "the longest number that Jackson reads by default",
    4300: "the longest integer that Python reads by default",
  },
};

export const numberKind: Kind<NumberType> = {
  name: "number",
  schema: () => NumberType,
  words: numberWords,
  aspect: "type",
  isBounded: (type) => Object.keys(boundsOf(type)).length === 2,
  quoted: false,
  text: numberText,
  fits: fitsNumber,
  cases: numberCases,
  valid: validNumber,
  arbitrary: numberOrNot,
  axes: numberAxes,
  simpler: ({ type }, text) =>
    simplerNumbers(
      text,
      Object.values(boundsOf(type)).map(({ at }) => at),
    ),
  deviation: numberDeviation,
  known: KNOWN,
  rules: () => numberRules,
  limits: numberLimits,
  patterns: [["^-?\\d+(\\.\\d+)?$"], ["^[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?$"]],
};
