import { bytes } from "../../template/index.ts";
import type { ValueCase } from "../kind.ts";
import type { DateParts } from "./parts.ts";
import { dateFamily, dateLadder, twoDigits, type DateRow } from "./date-family.ts";

const HOURS = Array.from({ length: 25 }, (_, hours) => hours);
const OFFSETS: [sign: "+" | "-", hours: string, minutes: string][] = [
  ["-", "00", "00"],
  ["+", "00", "01"],
  ["-", "00", "01"],
  ["+", "05", "30"],
  ["+", "05", "45"],
  ["-", "03", "30"],
  ["-", "08", "00"],
  ["-", "12", "00"],
  ["+", "14", "01"],
  ["-", "18", "00"],
  ["+", "18", "01"],
  ["+", "23", "59"],
  ["-", "23", "59"],
  ["-", "24", "00"],
  ["+", "01", "59"],
  ["+", "01", "60"],
  ["+", "99", "99"],
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

/** Replacements of Z. */
export function dateTimeZones(parts: DateParts): ValueCase[] {
  const { it, stamp } = parts;
  return [
    ...dateLadder(parts, "offset hours", "whole offset hours", HOURS, (hours) => [
      `offset-plus-${twoDigits(hours)}-00`,
      `${it} has the offset +${twoDigits(hours)}:00`,
      bytes`${stamp}+${twoDigits(hours)}:00`,
    ]),
    ...dateFamily(
      parts,
      "offsets",
      OFFSETS.map(([sign, hours, minutes]): DateRow => [
        `offset-${sign === "+" ? "plus" : "minus"}-${hours}-${minutes}`,
        `${it} has the offset ${sign}${hours}:${minutes}`,
        bytes`${stamp}${sign}${hours}:${minutes}`,
      ]),
    ),
    ...dateFamily(
      parts,
      "zone forms",
      FORMS.map(([name, words, zone]): DateRow => [
        `zone-${name}`,
        `${it} ${words}`,
        bytes`${stamp}${zone}`,
      ]),
    ),
  ];
}
