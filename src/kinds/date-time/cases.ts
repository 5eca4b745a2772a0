import { bytes, times, type Template, rows } from "../../template/index.ts";
import { counted } from "../../text/index.ts";
import type { Slot, ValueCase, ValuePair } from "../kind.ts";
import { valueFamily, type ValueRow } from "../case-families.ts";
import { dateTimeCalendar, dateTimeYears } from "./calendar-cases.ts";
import { dateTimeCharacters } from "./characters.ts";
import { dateTimeForms } from "./forms.ts";
import { dateTimeFractions, dateTimeZones } from "./fraction-and-zone-cases.ts";
import { datePartsOf } from "./parts.ts";
import type { DateTimeType } from "./type.ts";

const WORDS: [name: string, word: string][] = [
  ["now", "now"],
  ["today", "today"],
  ["tomorrow", "tomorrow"],
  ["yesterday", "yesterday"],
  ["now-call", "now()"],
  ["null", "null"],
  ["undefined", "undefined"],
  ["true", "true"],
  ["nan", "NaN"],
  ["invalid-date", "Invalid Date"],
  ["infinity", "infinity"],
  ["epoch", "epoch"],
  ["relative", "+1 day"],
  ["at-seconds", "@1715941230"],
  ["seconds", "1715941230"],
  ["milliseconds", "1715941230123"],
  ["minus-one", "-1"],
  ["zero", "0"],
  ["letters", "abc"],
];

const LENGTHS = [0, 1, 4, 8, 14, 23, 24, 25, 32, 64, 128, 129, 255, 256, 1024, 4096, 65_536];

const TAILS = [0, 1, 8, 104, 232, 1000, 4072, 65_512];

const notDates = (slot: Slot<unknown>): ValueCase[] => [
  ...otherTypes(slot),
  ...words(slot),
  ...lengths(slot),
  ...tails(slot),
  ...bare(slot),
];

function otherTypes({ label: it, content, key = "value" }: Slot<unknown>): ValueCase[] {
  const date = content();
  return valueFamily(
    { probes: ["format"], family: "other types" },
    rows`
    type-seconds | ${it} is a number, seconds since the epoch | 1715941230
    type-milliseconds | ${it} is a number, milliseconds since the epoch | 1715941230123
    type-microseconds | ${it} is a number, microseconds since the epoch | 1715941230123456
    type-float-seconds | ${it} is a number, seconds with a fraction | 1715941230.123
    type-zero | ${it} is the number 0 | 0
    type-minus-one | ${it} is the number -1 | -1
    type-js-max-number | ${it} is the number 8640000000000000 | 8640000000000000
    type-js-max-number-plus-1 | ${it} is the number 8640000000000001 | 8640000000000001
    type-exponent | ${it} is the number 1e309 | 1e309
    type-true | ${it} is true | true
    type-false | ${it} is false | false
    type-null | ${it} is null | null
    type-array-empty | ${it} is an empty array | []
    type-array-one | ${it} is an array of one date | ${bytes`["${date}"]`}
    type-array-two | ${it} is an array of the same date twice | ${bytes`["${date}","${date}"]`}
    type-array-numbers | ${it} is an array of year, month and day | [2024,5,17,10,20,30,123]
    type-object-empty | ${it} is an empty object | {}
    type-object-date | ${it} is an object with the key $date | ${bytes`{"$date":"${date}"}`}
    type-object-date-plain | ${it} is an object with the key ${key} | ${bytes`{"${key}":"${date}"}`}
    type-object-number-long | ${it} is an object with $date and $numberLong | {"$date":{"$numberLong":"1715941230123"}}
    type-object-seconds | ${it} is an object of seconds and nanoseconds | {"seconds":1715941230,"nanos":123000000}
    type-object-gt | ${it} is an object with the key $gt | {"$gt":""}
  `,
  );
}

const words = ({ label: it }: Slot<unknown>): ValueCase[] =>
  valueFamily(
    { probes: ["format"], family: "words" },
    WORDS.map(([name, word]): ValueRow => [
      `word-${name}`,
      `${it} is the string ${word}`,
      `"${word}"`,
    ]),
  );

const lengths = ({ label: it }: Slot<unknown>): ValueCase[] =>
  LENGTHS.map((length) => ({
    name: `length-${length}`,
    reason:
      length === 0
        ? `${it} is the empty string`
        : `${it} is the digit 2, ${counted(length, "time")}`,
    value: bytes`"${times("2", length)}"`,
    probes: ["limit-size", "format"],
    family: "lengths",
    rung: { axis: `length of a ${it} of digits`, at: String(length), unit: "characters" },
  }));

const tails = ({ label: it, content }: Slot<unknown>): ValueCase[] =>
  TAILS.map((count) => ({
    name: `tail-${count}`,
    reason: `${it} has ${counted(count, "space")} after its Z`,
    value: bytes`"${content()}${times(" ", count)}"`,
    probes: ["limit-size", "format"],
    family: "spaces after the Z",
    rung: { axis: `spaces after the Z of ${it}`, at: String(count), unit: "characters" },
  }));

function bare({ label: it, content }: Slot<unknown>): ValueCase[] {
  const date = content();
  return valueFamily({ probes: ["body", "format"], family: "tokens that are not JSON" }, [
    ["bare-unquoted", `${it} without quotes`, date],
    ["bare-single-quoted", `${it} in single quotes`, bytes`'${date}'`],
    ["bare-back-quoted", `${it} in back quotes`, bytes`${"`"}${date}${"`"}`],
    ["bare-open-quote", `${it} without its closing quote`, bytes`"${date}`],
    ["bare-constructor", `${it} is a call of a constructor`, bytes`new Date("${date}")`],
    ["bare-word", `${it} is the bare word now`, "now"],
    ["bare-nothing", `nothing instead of ${it}`, ""],
  ]);
}

export function dateTimeCases(slot: Slot<DateTimeType>): ValueCase[] {
  const parts = datePartsOf(slot);
  return [
    ...dateTimeFractions(parts),
    ...dateTimeZones(parts),
    ...dateTimeForms(parts),
    ...dateTimeCalendar(parts),
    ...dateTimeYears(parts),
    ...dateTimeCharacters(parts),
    ...notDates(slot),
  ];
}

export function dateTimePairs({ valid }: Slot<DateTimeType>): ValuePair[] {
  const pair = (name: string, reason: string, ...values: [Template, Template]): ValuePair => ({
    name,
    reason,
    values,
  });
  const [date, number] = [valid(0), ["1715941230123"]];
  return [
    pair("second-number", "a number the second time", date, number),
    pair("first-number", "a number the first time", number, date),
    pair("second-empty", "an empty string the second time", date, ['""']),
    pair("first-empty", "an empty string the first time", ['""'], date),
    pair("second-day", "a day alone the second time", date, ['"2024-05-17"']),
  ];
}
