import { DAY, SECONDS, STAMP, TIME, cut, dateFamily } from "./date-case.ts";
import { DATE } from "../../src/generate/user-submission.ts";
import { bytes } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";

const SEPARATORS: [name: string, reason: string, separator: string][] = [
  ["lower-t", "date has a lower case t", "t"],
  ["space", "date has a space for its T", " "],
  ["two-spaces", "date has two spaces for its T", "  "],
  ["none", "date has nothing for its T", ""],
  ["underscore", "date has an underscore for its T", "_"],
  ["dash", "date has a dash for its T", "-"],
  ["slash", "date has a slash for its T", "/"],
  ["colon", "date has a colon for its T", ":"],
  ["comma", "date has a comma and a space for its T", ", "],
  ["tt", "date has two T", "TT"],
  ["t-space", "date has a space after its T", "T "],
  ["spaces-t", "date has a space on each side of its T", " T "],
  ["fullwidth-t", "date has a fullwidth T", "Ｔ"],
];

const separators = dateFamily(
  "separators",
  SEPARATORS.map(([name, reason, text]) => [
    `separator-${name}`,
    reason,
    bytes`${DAY}${text}${TIME}Z`,
  ]),
);

const Y = cut(0, 4);
const M = cut(5, 7);
const D = cut(8, 10);

const iso = dateFamily("other ISO 8601 forms", [
  [
    "iso-basic",
    "date is in ISO basic form",
    bytes`${Y}${M}${D}T${cut(11, 13)}${cut(14, 16)}${cut(17)}`,
  ],
  [
    "iso-basic-no-fraction",
    "date is in ISO basic form without a fraction",
    bytes`${Y}${M}${D}T${cut(11, 13)}${cut(14, 16)}${cut(17, 19)}Z`,
  ],
  ["iso-basic-date", "date has a basic day and an extended time", bytes`${Y}${M}${D}${cut(10)}`],
  [
    "iso-basic-time",
    "date has an extended day and a basic time",
    bytes`${DAY}T${cut(11, 13)}${cut(14, 16)}${cut(17)}`,
  ],
  ["iso-week", "date is a week date", "2024-W01-1"],
  ["iso-week-time", "date is a week date with a time", bytes`2024-W01-1${cut(10)}`],
  ["iso-week-basic", "date is a basic week date with a time", bytes`2024W011${cut(10)}`],
  ["iso-week-alone", "date is a week", "2024-W01"],
  ["iso-ordinal", "date is an ordinal day", "2024-001"],
  ["iso-ordinal-time", "date is an ordinal day with a time", bytes`2024-001${cut(10)}`],
  ["iso-ordinal-366", "date is the ordinal day 366 of 2023 with a time", bytes`2023-366${cut(10)}`],
  ["iso-day", "date is a day without a time", DAY],
  ["iso-day-z", "date is a day and a Z", bytes`${DAY}Z`],
  ["iso-day-t", "date is a day and a T", bytes`${DAY}T`],
  ["iso-year-month", "date is a year and a month", cut(0, 7)],
  ["iso-year", "date is a year", Y],
  ["iso-century", "date is a century", cut(0, 2)],
  ["iso-time", "date is a time without a day", cut(11)],
  ["iso-t-time", "date is a T and a time without a day", cut(10)],
  ["iso-no-year", "date has two dashes for its year", bytes`--${cut(5)}`],
  ["iso-hour", "date has an hour and no minutes", bytes`${cut(0, 13)}Z`],
  ["iso-minutes", "date has minutes and no seconds", bytes`${cut(0, 16)}Z`],
  ["iso-duration", "date is the duration P1D", "P1D"],
  ["iso-interval", "date is an interval from a date to the same date", bytes`${DATE}/${DATE}`],
  ["iso-interval-duration", "date is an interval of one day", bytes`${DATE}/P1D`],
  ["iso-repeating", "date is a repeating interval", bytes`R5/${DATE}/P1D`],
  ["iso-expanded", "date has a plus sign and two zeros before its year", bytes`+00${DATE}`],
  ["iso-plus-year", "date has a plus sign before its year", bytes`+${DATE}`],
  ["iso-minus-year", "date has a minus sign before its year", bytes`-${DATE}`],
]);

const others = dateFamily("forms beyond ISO 8601", [
  ["rfc-2822", "date is in the form of mail", "Fri, 17 May 2024 10:20:30 +0000"],
  ["http-date", "date is in the form of HTTP headers", "Fri, 17 May 2024 10:20:30 GMT"],
  ["http-date-850", "date is in the older form of HTTP headers", "Friday, 17-May-24 10:20:30 GMT"],
  ["ctime", "date is in the form of ctime", "Fri May 17 10:20:30 2024"],
  ["unix-date", "date is in the form of the command date", "Fri May 17 10:20:30 UTC 2024"],
  ["script-date", "date is in the form of Date.toString", "Fri May 17 2024 10:20:30 GMT+0000"],
  ["us", "date is month/day/year", "05/17/2024"],
  ["us-time", "date is month/day/year with a time and AM", "05/17/2024 10:20:30 AM"],
  ["us-words", "date is in English words", "May 17, 2024"],
  ["gb", "date is day/month/year", "17/05/2024"],
  ["german", "date is day.month.year", "17.05.2024"],
  ["german-time", "date is day.month.year with a time", "17.05.2024 10:20:30"],
  ["slashes", "date has slashes for its dashes", bytes`${Y}/${M}/${D}${cut(10)}`],
  ["dots", "date has dots for its dashes", bytes`${Y}.${M}.${D}${cut(10)}`],
  ["colons", "date has colons for its dashes", bytes`${Y}:${M}:${D}${cut(10)}`],
  ["spaces", "date has spaces for its dashes", bytes`${Y} ${M} ${D}${cut(10)}`],
  ["time-dots", "date has dots for its colons", bytes`${cut(0, 13)}.${cut(14, 16)}.${cut(17)}`],
  ["day-first", "date has its day first", bytes`${D}-${M}-${Y}${cut(10)}`],
  ["month-name", "date has a month's name", bytes`${Y}-May-${D}${cut(10)}`],
  ["am", "date has AM before its Z", bytes`${STAMP} AMZ`],
  ["net-json", "date is in the form /Date(...)/", "/Date(1715941230000)/"],
  ["excel", "date is a day number with a fraction", "45429.430902777778"],
]);

const digits = dateFamily("digits left out or added", [
  ["month-one-digit", "date has a month of one digit", "2024-5-17T10:20:30.123Z"],
  ["day-one-digit", "date has a day of one digit", "2024-05-7T10:20:30.123Z"],
  ["hour-one-digit", "date has an hour of one digit", "2024-05-17T1:20:30.123Z"],
  ["minute-one-digit", "date has a minute of one digit", "2024-05-17T10:2:30.123Z"],
  ["second-one-digit", "date has a second of one digit", "2024-05-17T10:20:3.123Z"],
  ["year-two-digits", "date has a year of two digits", cut(2)],
  ["year-three-digits", "date has a year of three digits", cut(1)],
  ["month-three-digits", "date has a month of three digits", "2024-005-17T10:20:30.123Z"],
  ["day-three-digits", "date has a day of three digits", "2024-05-017T10:20:30.123Z"],
  ["hour-three-digits", "date has an hour of three digits", "2024-05-17T010:20:30.123Z"],
  ["second-three-digits", "date has a second of three digits", bytes`${cut(0, 17)}0${cut(17)}`],
  ["no-day", "date has two dashes and no day", bytes`${cut(0, 8)}${cut(10)}`],
  ["no-digits", "date has its punctuation alone", "--T::.Z"],
  ["placeholders", "date is the format's own letters", "YYYY-MM-DDThh:mm:ss.mmmZ"],
  ["cut-short", "date lacks its last two characters", cut(0, 22)],
  ["seconds-only", "date ends with its seconds", SECONDS],
]);

/** Other ways to write a date and a time. */
export const forms: CaseDefinition[] = [...separators, ...iso, ...others, ...digits];
