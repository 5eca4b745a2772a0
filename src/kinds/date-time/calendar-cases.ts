import { rows } from "../../template/index.ts";
import type { ValueCase } from "../kind.ts";
import { type DateParts, dateLadder, twoDigits, wordedDates, type WordedRow } from "./parts.ts";

const DAYS_OF_MONTHS = [
  ..."1900-02-28 1900-02-29 2000-02-29 2000-02-30 2023-02-28 2023-02-29 2023-02-30".split(" "),
  ..."2024-02-29 2024-02-30 2024-02-31 2100-02-29 2024-04-30 2024-04-31 2024-06-31".split(" "),
  ..."2024-09-31 2024-11-30 2024-11-31".split(" "),
];
const MONTHS = ["February", "April", "June", "September", "November"];

/** `28 February 1900`. The months have fewer than 31 days. */
function dayWords(text: string): string {
  const [year, month, day] = text.split("-");
  return `${day} ${MONTHS[["02", "04", "06", "09", "11"].indexOf(month ?? "")]} ${year}`;
}

const ROLLOVERS: WordedRow[] = [
  ["hour-24-1-ms", "has the hour 24 and a millisecond", "2024-05-17T24:00:00.001Z"],
  ["hour-24-1-s", "has the hour 24 and a second", "2024-05-17T24:00:01.000Z"],
  ["hour-24-59", "has the hour 24 and 59 minutes", "2024-05-17T24:59:59.999Z"],
  ["hour-24-year-end", "has the hour 24 on 31 December", "2024-12-31T24:00:00.000Z"],
  ["hour-24-no-fraction", "has the hour 24 and no fraction", "2024-05-17T24:00:00Z"],
  ["hour-minus-1", "has the hour -1", "2024-05-17T-1:00:00.000Z"],
  ["all-nines", "has nine for every digit", "9999-99-99T99:99:99.999Z"],
  ["all-zeros", "has zero for every digit", "0000-00-00T00:00:00.000Z"],
  ["leap-second-2016", "is the leap second of 31 December 2016", "2016-12-31T23:59:60.000Z"],
  ["leap-second-2015", "is the leap second of 30 June 2015", "2015-06-30T23:59:60.000Z"],
  ["leap-second-late", "is late in a leap second", "2016-12-31T23:59:60.999Z"],
  ["leap-second-61", "has the second 61 after a leap second", "2016-12-31T23:59:61.000Z"],
  ["leap-second-offset", "is a leap second, with an offset", "2017-01-01T00:59:60.000+01:00"],
  ["second-60-day-end", "has the second 60 at the end of a plain day", "2024-05-17T23:59:60.000Z"],
  ["second-60-year-end", "has the second 60 at the end of 2023", "2023-12-31T23:59:60.000Z"],
];

/** Ladders of one part; `NN` stands for its two digits. */
const IN_MONTHS: Ladder[] = rows`
  month | month | months | ${[0, 1, 12, 13, 19, 20, 99]} | has the month NN | 2024-NN-17T10:20:30.123Z
  day | day of January | days of January | ${[0, 1, 31, 32, 40, 99]} | has the day NN of January | 2024-01-NNT10:20:30.123Z
`;
const IN_DAYS: Ladder[] = rows`
  hour | hour | hours | ${[0, 12, 23, 24, 25, 30, 99]} | has the hour NN, all else zero | 2024-05-17TNN:00:00.000Z
  minute | minute | minutes | ${[0, 59, 60, 61, 99]} | has the minute NN | 2024-05-17T23:NN:00.000Z
  second | second | seconds | ${[0, 59, 60, 61, 62, 99]} | has the second NN, at no leap second | 2024-05-17T10:20:NN.000Z
`;

type Ladder = [
  name: string,
  axis: string,
  family: string,
  at: number[],
  words: string,
  text: string,
];

const ladders = (parts: DateParts, all: Ladder[]): ValueCase[] =>
  all.flatMap(([name, axis, family, places, words, text]) =>
    dateLadder(parts, { axis, family }, places, (at) => [
      `${name}-${twoDigits(at)}`,
      `${parts.it} ${words.replace("NN", twoDigits(at))}`,
      text.replace("NN", twoDigits(at)),
    ]),
  );

export const dateTimeCalendar = (parts: DateParts): ValueCase[] => [
  ...ladders(parts, IN_MONTHS),
  ...wordedDates(
    parts,
    "days at ends of months",
    DAYS_OF_MONTHS.map((day) => [`on-${day}`, `is on ${dayWords(day)}`, `${day}T10:20:30.123Z`]),
  ),
  ...ladders(parts, IN_DAYS),
  ...wordedDates(parts, "rollovers", ROLLOVERS),
];

const YEARS = [
  0, 1, 4, 99, 100, 999, 1000, 1582, 1583, 1600, 1752, 1753, 1899, 1900, 1901, 1902, 1969, 1970,
  1971, 2000, 2024, 2037, 2038, 2039, 2069, 2070, 2099, 2100, 2106, 2107, 2262, 2263, 2999, 3000,
  3001, 9998, 9999,
];

const fourDigits = (year: number) => String(year).padStart(4, "0");

const MOMENTS: WordedRow[] = [
  ["year-0000-end", "is the last millisecond of the year 0000", "0000-12-31T23:59:59.999Z"],
  ["year-0000-leap", "is 29 February of the year 0000", "0000-02-29T00:00:00.000Z"],
  ["gregorian-gap", "is on a day that the Gregorian reform left out", "1582-10-10T00:00:00.000Z"],
  ["gregorian-before", "is the day before the gap of 1582", "1582-10-04T00:00:00.000Z"],
  ["gregorian-after", "is the day after the gap of 1582", "1582-10-15T00:00:00.000Z"],
  ["british-gap", "is on a day that Britain left out in 1752", "1752-09-05T00:00:00.000Z"],
  ["ns-64-start", "is the first millisecond of 64-bit nanoseconds", "1677-09-21T00:12:43.146Z"],
  ["ns-64-before", "is just before 64-bit nanoseconds", "1677-09-21T00:12:43.145Z"],
  ["ns-64-end", "is the last millisecond of 64-bit nanoseconds", "2262-04-11T23:47:16.854Z"],
  ["ns-64-after", "is just after 64-bit nanoseconds", "2262-04-11T23:47:16.855Z"],
  ["s-32-start", "is the first of signed 32-bit seconds", "1901-12-13T20:45:52.000Z"],
  ["s-32-before", "is just before signed 32-bit seconds", "1901-12-13T20:45:51.999Z"],
  ["s-32-second", "is the last whole second of signed 32 bits", "2038-01-19T03:14:07.000Z"],
  ["s-32-end", "is the last millisecond of signed 32-bit seconds", "2038-01-19T03:14:07.999Z"],
  ["s-32-after", "is just after signed 32-bit seconds", "2038-01-19T03:14:08.000Z"],
  ["s-32-after-1-ms", "is a millisecond later still", "2038-01-19T03:14:08.001Z"],
  ["u-32-end", "is the last millisecond of unsigned 32-bit seconds", "2106-02-07T06:28:15.999Z"],
  ["u-32-after", "is just after unsigned 32-bit seconds", "2106-02-07T06:28:16.000Z"],
  ["epoch-before", "is one millisecond before the Unix epoch", "1969-12-31T23:59:59.999Z"],
  ["epoch-after", "is one millisecond after the Unix epoch", "1970-01-01T00:00:00.001Z"],
  ["ntp-epoch-before", "is one millisecond before 1900", "1899-12-31T23:59:59.999Z"],
  ["filetime-before", "is one millisecond before 1601", "1600-12-31T23:59:59.999Z"],
  ["year-9999-end", "is the last millisecond of the year 9999", "9999-12-31T23:59:59.999Z"],
  ["year-9999-offset", "is past the year 9999 by its offset", "9999-12-31T23:59:59.999-01:00"],
  ["year-0001-offset", "is before the year 0001 by its offset", "0001-01-01T00:00:00.000+01:00"],
];

const EXPANDED: WordedRow[] = rows`
    year-10000 | has the year 10000, five digits | 10000-01-01T00:00:00.000Z
    year-99999 | has the year 99999, five digits | 99999-12-31T23:59:59.999Z
    year-plus-10000 | has the year +10000 | +10000-01-01T00:00:00.000Z
    year-plus-010000 | has the year +010000 | +010000-01-01T00:00:00.000Z
    year-plus-009999 | has the year +009999 | +009999-12-31T23:59:59.999Z
    year-plus-000000 | has the year +000000 | +000000-01-01T00:00:00.000Z
    year-minus-000000 | has the year -000000 | -000000-01-01T00:00:00.000Z
    year-minus-000001 | has the year -000001 | -000001-01-01T00:00:00.000Z
    year-minus-0001 | has the year -0001 | -0001-01-01T00:00:00.000Z
    year-minus-4712 | has the year -4712 | -4712-01-01T12:00:00.000Z
    year-plus-999999 | has the year +999999 | +999999-12-31T23:59:59.999Z
    year-twenty-digits | has a year of twenty digits | 20240000000000000000-01-01T00:00:00.000Z
    js-max-before | is one millisecond before the last of JavaScript | +275760-09-12T23:59:59.999Z
    js-max | is the last of JavaScript | +275760-09-13T00:00:00.000Z
    js-max-after | is one millisecond after the last of JavaScript | +275760-09-13T00:00:00.001Z
    js-min-before | is one millisecond before the first of JavaScript | -271821-04-19T23:59:59.999Z
    js-min | is the first of JavaScript | -271821-04-20T00:00:00.000Z
    js-min-after | is one millisecond after the first of JavaScript | -271821-04-20T00:00:00.001Z
  `;

export function dateTimeYears(parts: DateParts): ValueCase[] {
  const { it } = parts;
  return [
    ...dateLadder(parts, { axis: "year", family: "years" }, YEARS, (year) => [
      `year-${fourDigits(year)}`,
      `${it} is the start of the year ${fourDigits(year)}`,
      `${fourDigits(year)}-01-01T00:00:00.000Z`,
    ]),
    ...wordedDates(parts, "limits of clocks", MOMENTS),
    ...wordedDates(parts, "years of other length", EXPANDED),
  ];
}
