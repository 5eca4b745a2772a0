import { bytes, rows } from "../../template/index.ts";
import type { ValueCase } from "../kind.ts";
import { type DateParts, dateFamily, type DateRow } from "./parts.ts";

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

export const dateTimeForms = (parts: DateParts): ValueCase[] => [
  ...separators(parts),
  ...otherIsoForms(parts),
  ...otherForms(parts),
  ...otherDigits(parts),
];

const separators = (parts: DateParts): ValueCase[] =>
  dateFamily(
    parts,
    "separators",
    SEPARATORS.map(([name, words, separator]): DateRow => [
      `separator-${name}`,
      `${parts.it} ${words}`,
      bytes`${parts.day}${separator}${parts.time}Z`,
    ]),
  );

function otherIsoForms(parts: DateParts): ValueCase[] {
  const { it, cut, day, year, month, dayOfMonth } = parts;
  return [
    ...dateFamily(
      parts,
      "other ISO 8601 forms",
      rows`
    iso-basic | ${it} is in ISO basic form | ${bytes`${year}${month}${dayOfMonth}T${cut(11, 13)}${cut(14, 16)}${cut(17)}`}
    iso-basic-no-fraction | ${it} is in ISO basic form without a fraction | ${bytes`${year}${month}${dayOfMonth}T${cut(11, 13)}${cut(14, 16)}${cut(17, 19)}Z`}
    iso-basic-date | ${it} has a basic day and an extended time | ${bytes`${year}${month}${dayOfMonth}${cut(10)}`}
    iso-basic-time | ${it} has an extended day and a basic time | ${bytes`${day}T${cut(11, 13)}${cut(14, 16)}${cut(17)}`}
  `,
    ),
    ...isoParts(parts),
  ];
}

function isoParts(parts: DateParts): ValueCase[] {
  const { it, date, cut, day, year } = parts;
  return dateFamily(
    parts,
    "other ISO 8601 forms",
    rows`
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
  `,
  );
}

function otherForms(parts: DateParts): ValueCase[] {
  const { it, cut, stamp, year, month, dayOfMonth } = parts;
  return dateFamily(
    parts,
    "forms beyond ISO 8601",
    rows`
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
  `,
  );
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
