import type { ValueCase } from "../kind.ts";
import type { DateParts } from "./parts.ts";
import { dateLadder, twoDigits, wordedDates, type WordedRow } from "./date-family.ts";

const DAYS_OF_MONTHS: [day: string, words: string][] = [
  ["1900-02-28", "28 February 1900"],
  ["1900-02-29", "29 February 1900"],
  ["2000-02-29", "29 February 2000"],
  ["2000-02-30", "30 February 2000"],
  ["2023-02-28", "28 February 2023"],
  ["2023-02-29", "29 February 2023"],
  ["2023-02-30", "30 February 2023"],
  ["2024-02-29", "29 February 2024"],
  ["2024-02-30", "30 February 2024"],
  ["2024-02-31", "31 February 2024"],
  ["2100-02-29", "29 February 2100"],
  ["2024-04-30", "30 April 2024"],
  ["2024-04-31", "31 April 2024"],
  ["2024-06-31", "31 June 2024"],
  ["2024-09-31", "31 September 2024"],
  ["2024-11-30", "30 November 2024"],
  ["2024-11-31", "31 November 2024"],
];

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

/** Months, days and times of day at the edges of the calendar, and beyond them. */
export function dateTimeCalendar(parts: DateParts): ValueCase[] {
  const { it } = parts;
  return [
    ...dateLadder(parts, "month", "months", [0, 1, 12, 13, 19, 20, 99], (month) => [
      `month-${twoDigits(month)}`,
      `${it} has the month ${twoDigits(month)}`,
      `2024-${twoDigits(month)}-17T10:20:30.123Z`,
    ]),
    ...dateLadder(parts, "day of January", "days of January", [0, 1, 31, 32, 40, 99], (day) => [
      `day-${twoDigits(day)}`,
      `${it} has the day ${twoDigits(day)} of January`,
      `2024-01-${twoDigits(day)}T10:20:30.123Z`,
    ]),
    ...wordedDates(
      parts,
      "days at ends of months",
      DAYS_OF_MONTHS.map(([day, words]) => [`on-${day}`, `is on ${words}`, `${day}T10:20:30.123Z`]),
    ),
    ...timesOfDay(parts),
    ...wordedDates(parts, "rollovers", ROLLOVERS),
  ];
}

function timesOfDay(parts: DateParts): ValueCase[] {
  const { it } = parts;
  return [
    ...dateLadder(parts, "hour", "hours", [0, 12, 23, 24, 25, 30, 99], (hour) => [
      `hour-${twoDigits(hour)}`,
      `${it} has the hour ${twoDigits(hour)}, all else zero`,
      `2024-05-17T${twoDigits(hour)}:00:00.000Z`,
    ]),
    ...dateLadder(parts, "minute", "minutes", [0, 59, 60, 61, 99], (minute) => [
      `minute-${twoDigits(minute)}`,
      `${it} has the minute ${twoDigits(minute)}`,
      `2024-05-17T23:${twoDigits(minute)}:00.000Z`,
    ]),
    ...dateLadder(parts, "second", "seconds", [0, 59, 60, 61, 62, 99], (second) => [
      `second-${twoDigits(second)}`,
      `${it} has the second ${twoDigits(second)}, at no leap second`,
      `2024-05-17T10:20:${twoDigits(second)}.000Z`,
    ]),
  ];
}
