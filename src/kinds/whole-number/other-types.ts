import { bytes } from "../../template/index.ts";
import type { Slot, ValueCase } from "../kind.ts";
import { valueFamily } from "../value-family.ts";

/** Values that are not numbers. */
export const notNumbers = (slot: Slot<unknown>): ValueCase[] => [...strings(slot), ...others(slot)];

function strings({ label: it, content }: Slot<unknown>): ValueCase[] {
  const number = content();
  return valueFamily({ probes: ["type"], family: "strings" }, [
    ["string", `${it} is a string of digits`, bytes`"${number}"`],
    ["string-space-before", `${it} is a string: a space, then digits`, bytes`" ${number}"`],
    ["string-space-after", `${it} is a string: digits, then a space`, bytes`"${number} "`],
    ["string-newline-after", `${it} is a string: digits, then a line feed`, bytes`"${number}\n"`],
    ["string-nul-after", `${it} is a string: digits, then U+0000`, bytes`"${number}\u0000"`],
    ["string-plus", `${it} is a string: a plus sign, then digits`, bytes`"+${number}"`],
    ["string-minus", `${it} is a string: a minus sign, then digits`, bytes`"-${number}"`],
    ["string-leading-zero", `${it} is a string: a zero, then digits`, bytes`"0${number}"`],
    ["string-point-zero", `${it} is a string: digits, then .0`, bytes`"${number}.0"`],
    ["string-letters-after", `${it} is a string: digits, then letters`, bytes`"${number}abc"`],
    ["string-hex", `${it} is the string 0x1`, '"0x1"'],
    ["string-exponent", `${it} is the string 1e3`, '"1e3"'],
    ["string-fullwidth", `${it} is a string of one fullwidth digit`, '"１"'],
    ["string-arabic-indic", `${it} is a string of one Arabic-Indic digit`, '"١"'],
    ["string-empty", `${it} is the empty string`, '""'],
    ["string-space", `${it} is a string of one space`, '" "'],
    ["string-letters", `${it} is the string abc`, '"abc"'],
    ["string-nan", `${it} is the string NaN`, '"NaN"'],
    ["string-infinity", `${it} is the string Infinity`, '"Infinity"'],
    ["string-null", `${it} is the string null`, '"null"'],
    ["string-true", `${it} is the string true`, '"true"'],
    [
      "string-uuid",
      `${it} is a string shaped like a UUID`,
      '"3f2b1c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d"',
    ],
    ["string-2-53-plus-1", `${it} is 2^53 + 1 as a string`, '"9007199254740993"'],
  ]);
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
