import { bytes, type Template } from "../../template/index.ts";
import { counted } from "../../text/index.ts";
import type { ValueCase } from "../kind.ts";
import type { DateParts } from "./parts.ts";
import { dateFamily, dateLadder, dateRows, twoDigits, wordedDates } from "./parts.ts";

const LENGTHS = [...Array.from({ length: 21 }, (_, length) => length), 50, 100];
const FURTHER = "4567891234567891234567891234567891234567891234567".repeat(2);

const ZEROS = [0, 1, 2, 3, 4, 6, 9, 12, 17];
const NINES = [3, 6, 9, 10, 15, 20];

function withDigits({ seconds, cut, digitCount }: DateParts, count: number): Template {
  if (count === 0) return bytes`${seconds}Z`;
  const own = Math.min(count, digitCount);
  return bytes`${seconds}.${cut(20, 20 + own)}${FURTHER.slice(0, count - own)}Z`;
}

export function dateTimeFractions(parts: DateParts): ValueCase[] {
  const { it, stamp, digitCount } = parts;
  const axis = "fraction digits";
  const zeros = "zeros after the milliseconds";
  return [
    ...dateLadder(parts, { axis, family: axis }, LENGTHS, (count) => [
      `frac-${count}`,
      count === 0
        ? `${it} has no fraction and no dot`
        : `${it} has ${counted(count, "fraction digit")}`,
      withDigits(parts, count),
    ]),
    ...dateLadder(
      parts,
      { axis, family: zeros, by: zeros, besides: digitCount },
      ZEROS,
      (count) => [
        `frac-zeros-${count}`,
        `${it} has ${counted(count, "zero")} after its milliseconds`,
        bytes`${stamp}${"0".repeat(count)}Z`,
      ],
    ),
    ...marks(parts),
    ...dateLadder(
      parts,
      { axis, family: "fraction nines", by: "nines before the end of a year" },
      NINES,
      (count) => [
        `frac-nines-${count}`,
        `${it} is the end of 2024 with ${count} fraction nines`,
        // As a template of two parts, it keeps its digits whatever fraction is stated.
        ["2024-12-31T23:59:59.", `${"9".repeat(count)}Z`],
      ],
    ),
    ...twice(parts),
  ];
}

function marks(parts: DateParts): ValueCase[] {
  const { it, cut, stamp, seconds, digits, fraction, digitCount } = parts;
  return dateRows(parts, "fraction marks")`
    frac-dot-alone | ${it} has a dot and no fraction digits | ${bytes`${seconds}.Z`}
    frac-comma | ${it} has a comma before its milliseconds | ${bytes`${seconds},${digits}`}
    frac-comma-alone | ${it} has a comma and no fraction digits | ${bytes`${seconds},Z`}
    frac-colon | ${it} has a colon before its milliseconds | ${bytes`${seconds}:${digits}`}
    frac-space | ${it} has a space before its milliseconds | ${bytes`${seconds} ${digits}`}
    frac-no-mark | ${it} has nothing before its milliseconds | ${bytes`${seconds}${digits}`}
    frac-two-dots | ${it} has two dots before its milliseconds | ${bytes`${seconds}.${fraction}`}
    frac-second-dot | ${it} has a dot after its milliseconds | ${bytes`${stamp}.Z`}
    frac-two-fractions | ${it} has a second fraction | ${bytes`${stamp}${fraction}`}
    frac-leading-zero | ${it} has a zero before its milliseconds | ${bytes`${seconds}.0${digits}`}
    frac-minus | ${it} has a minus sign before its milliseconds | ${bytes`${seconds}.-${digits}`}
    frac-letters | ${it} has letters for milliseconds | ${bytes`${seconds}.abcZ`}
    frac-exponent | ${it} has an exponent in its milliseconds | ${bytes`${seconds}.1e2Z`}
    frac-underscore | ${it} has an underscore in its milliseconds | ${digitCount === 0 ? bytes`${seconds}.1_23Z` : bytes`${cut(0, 21)}_${cut(21)}`}
    frac-of-minute | ${it} has a fraction of its minute, no seconds | ${bytes`${cut(0, 16)}.500Z`}
    frac-of-hour | ${it} has a fraction of its hour, no minutes | ${bytes`${cut(0, 13)}.500Z`}
  `;
}

function twice(parts: DateParts): ValueCase[] {
  const { it, date } = parts;
  return dateFamily(parts, "date twice in one string", [
    ["two-dates", `${it} holds the same date twice`, bytes`${date}${date}`],
    ["two-dates-space", `${it} holds the same date twice, a space between`, bytes`${date} ${date}`],
    ["two-dates-comma", `${it} holds the same date twice, a comma between`, bytes`${date},${date}`],
  ]);
}

const HOURS = Array.from({ length: 25 }, (_, hours) => hours);
const OFFSETS = [
  ..."-00:00 +00:01 -00:01 +05:30 +05:45 -03:30 -08:00 -12:00 +14:01 -18:00 +18:01".split(" "),
  ..."+23:59 -23:59 -24:00 +01:59 +01:60 +99:99".split(" "),
];

const FORMS: [name: string, words: string, zone: string][] = [
  ["none", "has nothing after its milliseconds", ""],
  ["lower-z", "ends in a lower case z", "z"],
  ["space-z", "has a space before its Z", " Z"],
  ["zz", "ends in two Z", "ZZ"],
  ["z-digit", "has a digit after its Z", "Z0"],
  ["z-offset", "has an offset after its Z", "Z+00:00"],
  ["offset-z", "has a Z after its offset", "+00:00Z"],
  ["a", "ends in A, a military zone", "A"],
  ["utc", "ends in UTC", "UTC"],
  ["space-utc", "ends in a space and UTC", " UTC"],
  ["gmt", "ends in GMT", "GMT"],
  ["space-gmt", "ends in a space and GMT", " GMT"],
  ["space-est", "ends in a space and EST", " EST"],
  ["basic", "has the offset +0000", "+0000"],
  ["basic-minus", "has the offset -0000", "-0000"],
  ["basic-05-30", "has the offset +0530", "+0530"],
  ["hours", "has the offset +00", "+00"],
  ["hours-01", "has the offset +01", "+01"],
  ["one-digit", "has the offset +1", "+1"],
  ["one-digit-hour", "has the offset +1:00", "+1:00"],
  ["sign-alone", "ends in a plus sign", "+"],
  ["no-sign", "has an offset without a sign", "00:00"],
  ["space-for-sign", "has a space for the sign of its offset", " 00:00"],
  ["space-offset", "has a space before its offset", " +00:00"],
  ["seconds", "has an offset with seconds", "+00:00:00"],
  ["fraction", "has an offset with a fraction", "+00:00:00.000"],
  ["u-minus", "has an offset with the minus sign U+2212", "−00:00"],
  ["plus-minus", "has an offset with a plus-minus sign", "±00:00"],
  ["z-brackets", "has a bracketed zone name after its Z", "Z[Europe/Paris]"],
  ["z-brackets-utc", "has [UTC] after its Z", "Z[UTC]"],
  ["offset-brackets", "has a bracketed zone name after an offset", "+01:00[Europe/Paris]"],
  ["brackets", "has a bracketed zone name alone", "[Europe/Paris]"],
  ["calendar", "has a bracketed calendar after its Z", "Z[u-ca=gregory]"],
  ["name", "has a zone name after a space", " Europe/Paris"],
  ["fullwidth-z", "ends in a fullwidth Z", "Ｚ"],
  ["greek-z", "ends in a Greek capital zeta", "Ζ"],
];

export function dateTimeZones(parts: DateParts): ValueCase[] {
  const { it, stamp } = parts;
  return [
    ...dateLadder(parts, { axis: "offset hours", family: "whole offset hours" }, HOURS, (hours) => [
      `offset-plus-${twoDigits(hours)}-00`,
      `${it} has the offset +${twoDigits(hours)}:00`,
      bytes`${stamp}+${twoDigits(hours)}:00`,
    ]),
    ...wordedDates(
      parts,
      "offsets",
      OFFSETS.map((offset) => [
        `offset-${offset.startsWith("+") ? "plus" : "minus"}-${offset.slice(1).replace(":", "-")}`,
        `has the offset ${offset}`,
        bytes`${stamp}${offset}`,
      ]),
    ),
    ...wordedDates(
      parts,
      "zone forms",
      FORMS.map(([name, words, zone]) => [`zone-${name}`, words, bytes`${stamp}${zone}`]),
    ),
  ];
}
