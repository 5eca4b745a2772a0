import { STAMP, dateFamily, ladder, twoDigits } from "./date-case.ts";
import { bytes } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";

const HOURS = Array.from({ length: 25 }, (_, hours) => hours);

const offsetHours = ladder(
  "offset hours of date",
  HOURS,
  (hours) => [
    `offset-plus-${twoDigits(hours)}-00`,
    `date has the offset +${twoDigits(hours)}:00`,
    bytes`${STAMP}+${twoDigits(hours)}:00`,
  ],
  "whole offset hours",
);

const offset = (sign: "+" | "-", hours: string, minutes: string): [string, string, string] => [
  `offset-${sign === "+" ? "plus" : "minus"}-${hours}-${minutes}`,
  `date has the offset ${sign}${hours}:${minutes}`,
  `${sign}${hours}:${minutes}`,
];

const OFFSETS = [
  offset("-", "00", "00"),
  offset("+", "00", "01"),
  offset("-", "00", "01"),
  offset("+", "05", "30"),
  offset("+", "05", "45"),
  offset("-", "03", "30"),
  offset("-", "08", "00"),
  offset("-", "12", "00"),
  offset("+", "14", "01"),
  offset("-", "18", "00"),
  offset("+", "18", "01"),
  offset("+", "23", "59"),
  offset("-", "23", "59"),
  offset("-", "24", "00"),
  offset("+", "01", "59"),
  offset("+", "01", "60"),
  offset("+", "99", "99"),
];

const offsets = dateFamily(
  "offsets",
  OFFSETS.map(([name, reason, text]) => [name, reason, bytes`${STAMP}${text}`]),
);

const FORMS: [name: string, reason: string, zone: string][] = [
  ["none", "date has nothing after its milliseconds", ""],
  ["lower-z", "date ends in a lower case z", "z"],
  ["space-z", "date has a space before its Z", " Z"],
  ["zz", "date ends in two Z", "ZZ"],
  ["z-digit", "date has a digit after its Z", "Z0"],
  ["z-offset", "date has an offset after its Z", "Z+00:00"],
  ["offset-z", "date has a Z after its offset", "+00:00Z"],
  ["a", "date ends in A, a military zone", "A"],
  ["utc", "date ends in UTC", "UTC"],
  ["space-utc", "date ends in a space and UTC", " UTC"],
  ["gmt", "date ends in GMT", "GMT"],
  ["space-gmt", "date ends in a space and GMT", " GMT"],
  ["space-est", "date ends in a space and EST", " EST"],
  ["basic", "date has the offset +0000", "+0000"],
  ["basic-minus", "date has the offset -0000", "-0000"],
  ["basic-05-30", "date has the offset +0530", "+0530"],
  ["hours", "date has the offset +00", "+00"],
  ["hours-01", "date has the offset +01", "+01"],
  ["one-digit", "date has the offset +1", "+1"],
  ["one-digit-hour", "date has the offset +1:00", "+1:00"],
  ["sign-alone", "date ends in a plus sign", "+"],
  ["no-sign", "date has an offset without a sign", "00:00"],
  ["space-for-sign", "date has a space for the sign of its offset", " 00:00"],
  ["space-offset", "date has a space before its offset", " +00:00"],
  ["seconds", "date has an offset with seconds", "+00:00:00"],
  ["fraction", "date has an offset with a fraction", "+00:00:00.000"],
  ["u-minus", "date has an offset with the minus sign U+2212", "−00:00"],
  ["plus-minus", "date has an offset with a plus-minus sign", "±00:00"],
  ["z-brackets", "date has a bracketed zone name after its Z", "Z[Europe/Paris]"],
  ["z-brackets-utc", "date has [UTC] after its Z", "Z[UTC]"],
  ["offset-brackets", "date has a bracketed zone name after an offset", "+01:00[Europe/Paris]"],
  ["brackets", "date has a bracketed zone name alone", "[Europe/Paris]"],
  ["calendar", "date has a bracketed calendar after its Z", "Z[u-ca=gregory]"],
  ["name", "date has a zone name after a space", " Europe/Paris"],
  ["fullwidth-z", "date ends in a fullwidth Z", "Ｚ"],
  ["greek-z", "date ends in a Greek capital zeta", "Ζ"],
];

const forms = dateFamily(
  "zone forms",
  FORMS.map(([name, reason, zone]) => [`zone-${name}`, reason, bytes`${STAMP}${zone}`]),
);

/** What stands in the place of Z. */
export const zones: CaseDefinition[] = [...offsetHours, ...offsets, ...forms];
