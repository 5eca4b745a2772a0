import { valueRows, valuePairs, valueFamily, type ValueRow } from "../case-families.ts";
import { bytes, rows } from "../../template/index.ts";
import type { Slot, ValueCase, ValuePair } from "../kind.ts";
import { wholeNumberSizes, numberSpellings } from "./spellings.ts";
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
