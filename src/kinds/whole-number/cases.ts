import { valueFamily, valueLadders, valuePairs, valueRows } from "../case-families.ts";
import type { ValueRow } from "../case-families.ts";
import type { ProbedAspect, Slot, ValueCase, ValuePair } from "../kind.ts";
import { bytes, rows, times } from "../../template/index.ts";
import { counted, whole } from "../../text/index.ts";
import type { WholeNumberType } from "./type.ts";

const notNumbers = (slot: Slot<unknown>): ValueCase[] => [...strings(slot), ...others(slot)];

function strings({ label: it, content }: Slot<unknown>): ValueCase[] {
  const number = content();
  return valueRows({ probes: ["type"], family: "strings" })`
    string | ${it} is a string of digits | ${bytes`"${number}"`}
    string-space-before | ${it} is a string: a space, then digits | ${bytes`" ${number}"`}
    string-space-after | ${it} is a string: digits, then a space | ${bytes`"${number} "`}
    string-newline-after | ${it} is a string: digits, then a line feed | ${bytes`"${number}\n"`}
    string-nul-after | ${it} is a string: digits, then U+0000 | ${bytes`"${number}\u0000"`}
    string-plus | ${it} is a string: a plus sign, then digits | ${bytes`"+${number}"`}
    string-minus | ${it} is a string: a minus sign, then digits | ${bytes`"-${number}"`}
    string-leading-zero | ${it} is a string: a zero, then digits | ${bytes`"0${number}"`}
    string-point-zero | ${it} is a string: digits, then .0 | ${bytes`"${number}.0"`}
    string-letters-after | ${it} is a string: digits, then letters | ${bytes`"${number}abc"`}
    string-hex | ${it} is the string 0x1 | "0x1"
    string-exponent | ${it} is the string 1e3 | "1e3"
    string-fullwidth | ${it} is a string of one fullwidth digit | "１"
    string-arabic-indic | ${it} is a string of one Arabic-Indic digit | "١"
    string-empty | ${it} is the empty string | ""
    string-space | ${it} is a string of one space | " "
    string-letters | ${it} is the string abc | "abc"
    string-nan | ${it} is the string NaN | "NaN"
    string-infinity | ${it} is the string Infinity | "Infinity"
    string-null | ${it} is the string null | "null"
    string-true | ${it} is the string true | "true"
    string-uuid | ${it} is a string shaped like a UUID | "3f2b1c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d"
    string-2-53-plus-1 | ${it} is 2^53 + 1 as a string | "9007199254740993"
  `;
}

function others({ label: it, content, key = "value" }: Slot<unknown>): ValueCase[] {
  const number = content();
  return valueFamily({ probes: ["type"], family: "other types" }, [
    ["true", `${it} is true`, "true"],
    ["false", `${it} is false`, "false"],
    ["null", `${it} is null`, "null"],
    ["array-empty", `${it} is an empty array`, "[]"],
    ["array-one", `${it} is an array of one whole number`, bytes`[${number}]`],
    ["array-two", `${it} is an array of two whole numbers`, bytes`[${content(0)},${content(1)}]`],
    ["array-nested", `${it} is an array in an array, of one whole number`, bytes`[[${number}]]`],
    ["array-string", `${it} is an array of one string of digits`, bytes`["${number}"]`],
    ["array-null", `${it} is an array of null`, "[null]"],
    ["object-empty", `${it} is an empty object`, "{}"],
    ["object-id", `${it} is an object with the key ${key}`, bytes`{"${key}":${number}}`],
    ["object-value", `${it} is an object with the key value`, bytes`{"value":${number}}`],
    ["object-number-long", `${it} is an object with the key $numberLong`, '{"$numberLong":"1"}'],
    ["object-number-int", `${it} is an object with the key $numberInt`, '{"$numberInt":"1"}'],
    ["object-gt", `${it} is an object with the key $gt`, '{"$gt":0}'],
  ]);
}

const numberTokens = (slot: Slot<unknown>): ValueCase[] =>
  valueFamily({ probes: ["body", "type"], family: "tokens that are not JSON" }, [
    ...otherLanguages(slot),
    ...misspelled(slot),
  ]);

function otherLanguages({ label: it, content }: Slot<unknown>): ValueRow[] {
  const number = content();
  return [
    ["leading-zero", `a whole ${it} with a leading zero`, bytes`0${number}`],
    ["leading-zero-short", `${it} is written 01`, "01"],
    ["double-zero", `${it} is written 00`, "00"],
    ["minus-leading-zero", `${it} is written -01`, "-01"],
    ["plus", `a whole ${it} with a plus sign`, bytes`+${number}`],
    ["point-first", `${it} is written .5`, ".5"],
    ["minus-point-first", `${it} is written -.5`, "-.5"],
    ["point-last", `a whole ${it} followed by a point`, bytes`${number}.`],
    ["point-exponent", `a whole ${it} followed by a point and e0`, bytes`${number}.e0`],
    ["hex", `${it} is written 0x1`, "0x1"],
    ["hex-upper", `${it} is written 0XFF`, "0XFF"],
    ["binary", `${it} is written 0b1`, "0b1"],
    ["octal", `${it} is written 0o1`, "0o1"],
    ["underscore", `${it} is written 1_000`, "1_000"],
    ["comma", `${it} is written 1,000`, "1,000"],
    ["comma-space", `${it} is written 1,000 with a space after it`, "1,000 "],
    ["comma-decimal", `${it} is written 1,5`, "1,5"],
    ["thousands-points", `${it} is written 1.000.000`, "1.000.000"],
    ["nan", `${it} is the bare word NaN`, "NaN"],
    ["infinity", `${it} is the bare word Infinity`, "Infinity"],
    ["minus-infinity", `${it} is the bare word -Infinity`, "-Infinity"],
    ["undefined", `${it} is the bare word undefined`, "undefined"],
    ["none", `${it} is the bare word None`, "None"],
    ["true-capital", `${it} is the bare word True`, "True"],
    ["word", `${it} is the bare word abc`, "abc"],
  ];
}

function misspelled({ label: it, content }: Slot<unknown>): ValueRow[] {
  const number = content();
  return [
    ["single-quotes", `a whole ${it} in single quotes`, bytes`'${number}'`],
    ["minus-alone", `${it} is a minus sign alone`, "-"],
    ["exponent-open", `a whole ${it} followed by e`, bytes`${number}e`],
    ["exponent-plus-open", `a whole ${it} followed by e+`, bytes`${number}e+`],
    ["exponent-minus-open", `a whole ${it} followed by e-`, bytes`${number}e-`],
    ["exponent-point", `a whole ${it} followed by e0.0`, bytes`${number}e0.0`],
    ["two-minuses", `a whole ${it} after two minus signs`, bytes`--${number}`],
    ["minus-space", "a space between the minus sign and the digits", bytes`- ${number}`],
    ["u-minus", `a whole ${it} after the minus sign U+2212`, bytes`−${number}`],
    ["bigint-suffix", `a whole ${it} followed by n`, bytes`${number}n`],
    ["float-suffix", `a whole ${it} followed by f`, bytes`${number}f`],
    ["long-suffix", `a whole ${it} followed by L`, bytes`${number}L`],
    ["fullwidth-digit", `${it} is a bare fullwidth digit`, "１"],
    ["arabic-indic-digit", `${it} is a bare Arabic-Indic digit`, "١"],
    ["fullwidth-last", `a whole ${it} followed by a fullwidth digit`, bytes`${number}１`],
    ["two-numbers", "two numbers with a space between", bytes`${number} 2`],
    ["nothing", `nothing instead of ${it}`, ""],
    ["nbsp-before", `a no-break space before a whole ${it}`, bytes`${"\u00a0"}${number}`],
    ["form-feed-before", `a form feed before a whole ${it}`, bytes`${"\f"}${number}`],
  ];
}

export const wholeNumberCases = (slot: Slot<WholeNumberType>): ValueCase[] =>
  [wholeNumberSizes, numberSpellings, notNumbers, numberTokens, bounds].flatMap((make) =>
    make(slot),
  );

const BOUNDS = [
  { bound: "min", outside: -1n, words: "least", beyond: "below" },
  { bound: "max", outside: 1n, words: "largest", beyond: "above" },
] as const;

function bounds({ type, label: it }: Slot<WholeNumberType>): ValueCase[] {
  const step = BigInt(type.multipleOf ?? 1);
  const stated = BOUNDS.flatMap(({ bound, outside, words, beyond }): ValueRow[] => {
    const own = type[bound];
    if (own === undefined) return [];
    const value = BigInt(own);
    const out = value + outside * step;
    return rows`
    bound-${bound} | ${it} is ${own}, the ${words} stated number | ${value % step === 0n ? String(value) : undefined}
    bound-${bound}-outside | ${it} is ${String(out)}, ${beyond} the stated bound | ${String(out)}
  `;
  });
  const between = String((BigInt(type.min ?? 0) / step) * step + step + 1n);
  const more: ValueRow[] = [
    ["no-multiple", `${it} is one more than a multiple of ${step}`, between],
  ];
  return valueFamily({ family: "stated bounds" }, [...stated, ...(step === 1n ? [] : more)]);
}

export const wholeNumberPairs = ({ content }: Slot<WholeNumberType>): ValuePair[] =>
  valuePairs([
    ["second-string", "a string the second time", content(0), bytes`"${content(1)}"`],
    ["first-string", "a string the first time", bytes`"${content(0)}"`, content(1)],
    ["second-object", "an object the second time", content(), ["{}"]],
    ["same-point-zero", "same value, .0 the second time", content(), bytes`${content()}.0`],
  ]);

const WIDTHS = [7, 8, 15, 16, 31, 32, 53, 63, 64, 128];
const POWERS_OF_TEN = Array.from({ length: 25 }, (_, index) => index + 1).concat([
  30, 38, 39, 50, 100, 200, 308, 309, 310, 400,
]);
const AROUND = [
  { offset: -1n, suffix: "-minus-1", words: " - 1" },
  { offset: 0n, suffix: "", words: "" },
  { offset: 1n, suffix: "-plus-1", words: " + 1" },
];

type Make = (name: string, words: string, value: bigint, family: string) => ValueCase;

function wholeNumberSizes({ label: it }: Slot<unknown>): ValueCase[] {
  const made =
    (direction: string, written: (value: bigint) => string): Make =>
    (name, words, value, family) => ({
      name,
      reason: `${it} is ${words}`,
      value: [written(value)],
      family,
      rung: { axis: `${it} ${direction}`, at: String(value) },
    });
  const upwards = made("upwards", String);
  // With a minus sign, zero too, so that only the digits of the ladder differ.
  const downwards = made("downwards", (value) => `-${-value}`);
  return [
    upwards("zero", "0", 0n, "small"),
    upwards("one", "1", 1n, "small"),
    downwards("minus-zero", "0 with a minus sign", 0n, "small"),
    downwards("minus-one", "-1", -1n, "small"),
    ...widths(upwards, 1n),
    ...widths(downwards, -1n),
    ...powersOfTen(upwards, 1n),
    ...powersOfTen(downwards, -1n),
  ];
}

/** The part of a name, of a family and of the words for a number with this sign. */
const signed = (sign: bigint, power: string) =>
  sign > 0n
    ? { name: "", family: "", words: power }
    : { name: "minus-", family: "negative ", words: `-(${power})` };

const widths = (make: Make, sign: bigint): ValueCase[] =>
  WIDTHS.flatMap((bits) =>
    AROUND.map(({ offset, suffix, words: more }) => {
      const { name, family, words } = signed(sign, `2^${bits}`);
      const value = sign * 2n ** BigInt(bits) + offset;
      return make(`${name}pow-2-${bits}${suffix}`, words + more, value, `${family}integer widths`);
    }),
  );

const powersOfTen = (make: Make, sign: bigint): ValueCase[] =>
  POWERS_OF_TEN.map((power) => {
    const { name, family, words } = signed(sign, `10^${power}`);
    const value = sign * 10n ** BigInt(power);
    return make(
      `${name}pow-10-${power}`,
      `${words}, all digits written`,
      value,
      `${family}powers of ten`,
    );
  });

const SPELLED: readonly ProbedAspect[] = ["type", "values"];

const EXPONENTS =
  "-999999999 -999 -324 -323 -2 -1 0 26 28 37 60 99 150 250 307 308 309 400 999 9999 999999999 99999999999999999999".split(
    " ",
  );
const ZEROS = Array.from({ length: 21 }, (_, count) => count);
const PLACES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 17, 18, 20, 30, 100];
const COUNTS = [400, 512, 999, 1000, 1001, 4300, 4301, 10_000, 100_000];

const numberSpellings = (slot: Slot<unknown>): ValueCase[] =>
  [exponents, withExponent, ladders, fractions, manyDigits].flatMap((make) => make(slot));

const exponents = ({ label: it }: Slot<unknown>): ValueCase[] =>
  EXPONENTS.map((power) => ({
    name: `exponent-${power.replace("-", "minus-")}`,
    reason: `${it} is written 1e${power}`,
    value: [`1e${power}`],
    probes: SPELLED,
    family: "exponents",
    rung: { axis: `exponent of ${it}`, at: power },
  }));

function withExponent({ label: it, content }: Slot<unknown>): ValueCase[] {
  const number = content();
  return valueFamily({ probes: SPELLED, family: "whole number with an exponent" }, [
    ["fresh-e0", `a whole ${it} followed by e0`, bytes`${number}e0`],
    ["fresh-upper-e0", `a whole ${it} followed by E0`, bytes`${number}E0`],
    ["fresh-e-plus-0", `a whole ${it} followed by e+0`, bytes`${number}e+0`],
    ["fresh-upper-e-plus-0", `a whole ${it} followed by E+0`, bytes`${number}E+0`],
    ["fresh-e-minus-0", `a whole ${it} followed by e-0`, bytes`${number}e-0`],
    ["fresh-e-00", `a whole ${it} followed by an exponent of two zeros`, bytes`${number}e00`],
    ["fresh-e-1", `a whole ${it} followed by e1`, bytes`${number}e1`],
    ["fresh-e-minus-1", `a whole ${it} times ten, written with e-1`, bytes`${number}0e-1`],
    ["fresh-upper-e-minus-1", `a whole ${it} times ten, written with E-1`, bytes`${number}0E-1`],
    ["fresh-e-minus-2", `a whole ${it} times a hundred, written with e-2`, bytes`${number}00e-2`],
    ["fresh-e-minus-01", `a whole ${it} times ten, written with e-01`, bytes`${number}0e-01`],
    ["fresh-0-e0", `a whole ${it} with .0 and e0`, bytes`${number}.0e0`],
    ["fresh-scientific", `a whole ${it} moved behind the point, with e9`, bytes`0.${number}e9`],
    ["ten-upper-e-minus-1", `${it} is written 10E-1`, "10E-1"],
    ["one-upper-e0", `${it} is written 1E0`, "1E0"],
    ["one-e-plus-0", `${it} is written 1e+0`, "1e+0"],
    ["ten-e-minus-1", `${it} is written 10e-1`, "10e-1"],
    ["one-upper-e308", `${it} is written 1E+308`, "1E+308"],
    ["minus-e308", `${it} is written -1e308`, "-1e308"],
    ["minus-e309", `${it} is written -1e309`, "-1e309"],
    ["minus-e400", `${it} is written -1e400`, "-1e400"],
    ["zero-e0", `${it} is written 0e0`, "0e0"],
    ["zero-e999999999", "zero with an exponent of 999999999", "0e999999999"],
  ]);
}

const ladders = ({ label: it, content }: Slot<unknown>): ValueCase[] =>
  valueLadders({ probes: SPELLED })`
    zero-frac | ${(at) => `a whole ${it} ${at === 0 ? "without a fraction" : `with ${at} zero fraction digits`}`} | zero fraction digits | zero fraction digits of ${it} | digits | ${ZEROS} | ${(at) => (at === 0 ? content() : bytes`${content()}.${"0".repeat(at)}`)}
    frac-one-at | ${(at) => `${it} has ${counted(at, "fraction digit")}, all zero but the last`} | small fractions | fraction digits of ${it} that end in 1 | digits | ${PLACES} | ${(at) => bytes`${content()}.${times("0", at - 1)}1`}
  `;

function fractions({ label: it, content }: Slot<unknown>): ValueCase[] {
  const number = content();
  return valueRows({ probes: SPELLED, family: "fractions" })`
    one-and-a-half | ${it} is 1.5 | 1.5
    half | ${it} is 0.5 | 0.5
    minus-half | ${it} is -0.5 | -0.5
    fresh-and-a-half | half more than a whole ${it} | ${bytes`${number}.5`}
    minus-fresh-and-a-half | ${it} is a negative number with the fraction .5 | ${bytes`-${number}.5`}
    fresh-nines | ${it} has twenty nines after its point | ${bytes`${number}.${times("9", 20)}`}
    zero-point-zero | ${it} is 0.0 | 0.0
    minus-zero-point-zero | ${it} is -0.0 | -0.0
    fresh-one-e-minus-1 | a tenth more than a whole ${it}, written with e-1 | ${bytes`${number}1e-1`}
    max-double | ${it} is the largest double, with 17 digits | 1.7976931348623157e308
    above-max-double | ${it} is just above the largest double | 1.7976931348623159e308
    min-double | ${it} is the smallest double above zero | 5e-324
    minus-e-minus-999 | ${it} is written -1e-999 | -1e-999
  `;
}

const manyDigits = ({ label: it }: Slot<unknown>): ValueCase[] =>
  valueLadders({ probes: ["values", "limit-size", "error-conditions"] })`
    digits | ${(at) => `${it} has ${whole(at)} digits`} | many digits | digits of ${it} | digits | ${COUNTS} | ${(at) => [times("7", at)]}
  `;
