import type { ValueRow } from "../case-families.ts";
import { valueFamily, valueLadders, valuePairs, valueRows } from "../case-families.ts";
import { dateRows, datePartsOf, type DateParts, dateFamily, wordedDates } from "./parts.ts";
import { bytes, times } from "../../template/index.ts";
import { counted } from "../../text/index.ts";
import type { Slot, ValueCase, ValuePair } from "../kind.ts";
import { dateTimeCalendar, dateTimeYears } from "./calendar-cases.ts";
import { dateTimeCharacters } from "./characters.ts";
import { dateTimeFractions, dateTimeZones } from "./fraction-and-zone-cases.ts";
import type { DateTimeType } from "./type.ts";

const SEPARATORS: [name: string, words: string, separator: string][] = [
  ["lower-t", "has a lower case t", "t"],
  ["space", "has a space for its T", " "],
  ["two-spaces", "has two spaces for its T", "  "],
  ["none", "has nothing for its T", ""],
  ["underscore", "has an underscore for its T", "_"],
  ["dash", "has a dash for its T", "-"],
  ["slash", "has a slash for its T", "/"],
  ["colon", "has a colon for its T", ":"],
  ["comma", "has a comma and a space for its T", ", "],
  ["tt", "has two T", "TT"],
  ["t-space", "has a space after its T", "T "],
  ["spaces-t", "has a space on each side of its T", " T "],
  ["fullwidth-t", "has a fullwidth T", "Ｔ"],
];

const separators = (parts: DateParts): ValueCase[] =>
  wordedDates(
    parts,
    "separators",
    SEPARATORS.map(([name, words, separator]) => [
      `separator-${name}`,
      words,
      bytes`${parts.day}${separator}${parts.time}Z`,
    ]),
  );

function otherIsoForms(parts: DateParts): ValueCase[] {
  const { it, cut, day, year, month, dayOfMonth } = parts;
  return [
    ...dateRows(parts, "other ISO 8601 forms")`
    iso-basic | ${it} is in ISO basic form | ${bytes`${year}${month}${dayOfMonth}T${cut(11, 13)}${cut(14, 16)}${cut(17)}`}
    iso-basic-no-fraction | ${it} is in ISO basic form without a fraction | ${bytes`${year}${month}${dayOfMonth}T${cut(11, 13)}${cut(14, 16)}${cut(17, 19)}Z`}
    iso-basic-date | ${it} has a basic day and an extended time | ${bytes`${year}${month}${dayOfMonth}${cut(10)}`}
    iso-basic-time | ${it} has an extended day and a basic time | ${bytes`${day}T${cut(11, 13)}${cut(14, 16)}${cut(17)}`}
  `,
    ...isoParts(parts),
  ];
}

function isoParts(parts: DateParts): ValueCase[] {
  const { it, date, cut, day, year } = parts;
  return dateRows(parts, "other ISO 8601 forms")`
    iso-week | ${it} is a week date | 2024-W01-1
    iso-week-time | ${it} is a week date with a time | ${bytes`2024-W01-1${cut(10)}`}
    iso-week-basic | ${it} is a basic week date with a time | ${bytes`2024W011${cut(10)}`}
    iso-week-alone | ${it} is a week | 2024-W01
    iso-ordinal | ${it} is an ordinal day | 2024-001
    iso-ordinal-time | ${it} is an ordinal day with a time | ${bytes`2024-001${cut(10)}`}
    iso-ordinal-366 | ${it} is the ordinal day 366 of 2023 with a time | ${bytes`2023-366${cut(10)}`}
    iso-day | ${it} is a day without a time | ${day}
    iso-day-z | ${it} is a day and a Z | ${bytes`${day}Z`}
    iso-day-t | ${it} is a day and a T | ${bytes`${day}T`}
    iso-year-month | ${it} is a year and a month | ${cut(0, 7)}
    iso-year | ${it} is a year | ${year}
    iso-century | ${it} is a century | ${cut(0, 2)}
    iso-time | ${it} is a time without a day | ${cut(11)}
    iso-t-time | ${it} is a T and a time without a day | ${cut(10)}
    iso-no-year | ${it} has two dashes for its year | ${bytes`--${cut(5)}`}
    iso-hour | ${it} has an hour and no minutes | ${bytes`${cut(0, 13)}Z`}
    iso-minutes | ${it} has minutes and no seconds | ${bytes`${cut(0, 16)}Z`}
    iso-duration | ${it} is the duration P1D | P1D
    iso-interval | ${it} is an interval from a date to the same date | ${bytes`${date}/${date}`}
    iso-interval-duration | ${it} is an interval of one day | ${bytes`${date}/P1D`}
    iso-repeating | ${it} is a repeating interval | ${bytes`R5/${date}/P1D`}
    iso-expanded | ${it} has a plus sign and two zeros before its year | ${bytes`+00${date}`}
    iso-plus-year | ${it} has a plus sign before its year | ${bytes`+${date}`}
    iso-minus-year | ${it} has a minus sign before its year | ${bytes`-${date}`}
  `;
}

function otherForms(parts: DateParts): ValueCase[] {
  const { it, cut, stamp, year, month, dayOfMonth } = parts;
  return dateRows(parts, "forms beyond ISO 8601")`
    rfc-2822 | ${it} is in the form of mail | Fri, 17 May 2024 10:20:30 +0000
    http-date | ${it} is in the form of HTTP headers | Fri, 17 May 2024 10:20:30 GMT
    http-date-850 | ${it} is in the older form of HTTP headers | Friday, 17-May-24 10:20:30 GMT
    ctime | ${it} is in the form of ctime | Fri May 17 10:20:30 2024
    unix-date | ${it} is in the form of the command date | Fri May 17 10:20:30 UTC 2024
    script-date | ${it} is in the form of Date.toString | Fri May 17 2024 10:20:30 GMT+0000
    us | ${it} is month/day/year | 05/17/2024
    us-time | ${it} is month/day/year with a time and AM | 05/17/2024 10:20:30 AM
    us-words | ${it} is in English words | May 17, 2024
    gb | ${it} is day/month/year | 17/05/2024
    german | ${it} is day.month.year | 17.05.2024
    german-time | ${it} is day.month.year with a time | 17.05.2024 10:20:30
    slashes | ${it} has slashes for its dashes | ${bytes`${year}/${month}/${dayOfMonth}${cut(10)}`}
    dots | ${it} has dots for its dashes | ${bytes`${year}.${month}.${dayOfMonth}${cut(10)}`}
    colons | ${it} has colons for its dashes | ${bytes`${year}:${month}:${dayOfMonth}${cut(10)}`}
    spaces | ${it} has spaces for its dashes | ${bytes`${year} ${month} ${dayOfMonth}${cut(10)}`}
    time-dots | ${it} has dots for its colons | ${bytes`${cut(0, 13)}.${cut(14, 16)}.${cut(17)}`}
    day-first | ${it} has its day first | ${bytes`${dayOfMonth}-${month}-${year}${cut(10)}`}
    month-name | ${it} has a month's name | ${bytes`${year}-May-${dayOfMonth}${cut(10)}`}
    am | ${it} has AM before its Z | ${bytes`${stamp} AMZ`}
    net-json | ${it} is in the form /Date(...)/ | /Date(1715941230000)/
    excel | ${it} is a day number with a fraction | 45429.430902777778
  `;
}

function otherDigits(parts: DateParts): ValueCase[] {
  const { it, cut, seconds, length } = parts;
  return dateFamily(parts, "digits left out or added", [
    ["month-one-digit", `${it} has a month of one digit`, "2024-5-17T10:20:30.123Z"],
    ["day-one-digit", `${it} has a day of one digit`, "2024-05-7T10:20:30.123Z"],
    ["hour-one-digit", `${it} has an hour of one digit`, "2024-05-17T1:20:30.123Z"],
    ["minute-one-digit", `${it} has a minute of one digit`, "2024-05-17T10:2:30.123Z"],
    ["second-one-digit", `${it} has a second of one digit`, "2024-05-17T10:20:3.123Z"],
    ["year-two-digits", `${it} has a year of two digits`, cut(2)],
    ["year-three-digits", `${it} has a year of three digits`, cut(1)],
    ["month-three-digits", `${it} has a month of three digits`, "2024-005-17T10:20:30.123Z"],
    ["day-three-digits", `${it} has a day of three digits`, "2024-05-017T10:20:30.123Z"],
    ["hour-three-digits", `${it} has an hour of three digits`, "2024-05-17T010:20:30.123Z"],
    ["second-three-digits", `${it} has a second of three digits`, bytes`${cut(0, 17)}0${cut(17)}`],
    ["no-day", `${it} has two dashes and no day`, bytes`${cut(0, 8)}${cut(10)}`],
    ["no-digits", `${it} has its punctuation alone`, "--T::.Z"],
    ["placeholders", `${it} is the format's own letters`, "YYYY-MM-DDThh:mm:ss.mmmZ"],
    ["cut-short", `${it} lacks its last two characters`, cut(0, length - 2)],
    ["seconds-only", `${it} ends with its seconds`, seconds],
  ]);
}

/** Words by their names; without a name, by themselves. */
const WORDS = [
  ..."now|today|tomorrow|yesterday|now-call=now()|null|undefined|true|nan=NaN".split("|"),
  ..."invalid-date=Invalid Date|infinity|epoch|relative=+1 day|at-seconds=@1715941230".split("|"),
  ..."seconds=1715941230|milliseconds=1715941230123|minus-one=-1|zero=0|letters=abc".split("|"),
];

const LENGTHS = [0, 1, 4, 8, 14, 23, 24, 25, 32, 64, 128, 129, 255, 256, 1024, 4096, 65_536];

const TAILS = [0, 1, 8, 104, 232, 1000, 4072, 65_512];

function otherTypes({ label: it, content, key = "value" }: Slot<unknown>): ValueCase[] {
  const date = content();
  return valueRows({ probes: ["format"], family: "other types" })`
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
  `;
}

const words = ({ label: it }: Slot<unknown>): ValueCase[] =>
  valueFamily(
    { probes: ["format"], family: "words" },
    WORDS.map((named): ValueRow => {
      const [name = "", word = name] = named.split("=");
      return [`word-${name}`, `${it} is the string ${word}`, `"${word}"`];
    }),
  );

const ladders = ({ label: it, content }: Slot<unknown>): ValueCase[] =>
  valueLadders({ probes: ["limit-size", "format"] })`
    length | ${(at) => (at === 0 ? `${it} is the empty string` : `${it} is the digit 2, ${counted(at, "time")}`)} | lengths | length of a ${it} of digits | characters | ${LENGTHS} | ${(at) => bytes`"${times("2", at)}"`}
    tail | ${(at) => `${it} has ${counted(at, "space")} after its Z`} | spaces after the Z | spaces after the Z of ${it} | characters | ${TAILS} | ${(at) => bytes`"${content()}${times(" ", at)}"`}
  `;

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
    ...[separators, otherIsoForms, otherForms, otherDigits].flatMap((make) => make(parts)),
    ...dateTimeCalendar(parts),
    ...dateTimeYears(parts),
    ...dateTimeCharacters(parts),
    ...[otherTypes, words, ladders, bare].flatMap((make) => make(slot)),
  ];
}

export function dateTimePairs({ valid }: Slot<DateTimeType>): ValuePair[] {
  const [date, number] = [valid(0), ["1715941230123"]];
  return valuePairs([
    ["second-number", "a number the second time", date, number],
    ["first-number", "a number the first time", number, date],
    ["second-empty", "an empty string the second time", date, ['""']],
    ["first-empty", "an empty string the first time", ['""'], date],
    ["second-day", "a day alone the second time", date, ['"2024-05-17"']],
  ]);
}
