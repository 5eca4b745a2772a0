import { form, part, readsMoment } from "./moment-form.ts";

const { date, time, offset } = part;

/** Names of zones, offsets with or without a colon, of one to three parts. */
const phpDigits = "\\d{1,2}|\\d{3,4}|\\d{6}|\\d{1,2}:\\d{1,2}|\\d\\d:\\d\\d:\\d\\d";
const phpZone = `[ \\t(]*(?:(?:[Gg][Mm][Tt])?[+-](?:${phpDigits})|[Uu][Tt][Cc]|[Gg][Mm][Tt]|[A-IK-Za-ik-z]|[A-Z][a-z]+/[A-Z][a-z]+)\\)*`;
const phpDate = "(?<year>\\d{1,4})-(?<month>\\d\\d?)-(?<day>\\d\\d?)";
const phpTime = "(?<hour>\\d\\d?):(?<minute>\\d\\d):(?<second>\\d\\d)";
const LOOSE_OFFSET = { offset: Infinity };

const parts = {
  atom: [phpDate, "T", phpTime, phpZone],
  extended: [phpDate, "T", phpTime, "\\.\\d{1,3}", phpZone],
};
const formed =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text);

/**
 * Readers of date-times by formats of PHP's createFromFormat: those that accept only texts without a warning, and those
 * that accept every text that gives an object. A date that is not in the calendar rolls over, with a warning.
 */
export const phpForms = {
  atomRolled: formed(form(parts.atom)),
  extendedRolled: formed(form(parts.extended)),
  atom: readsMoment(form(parts.atom)),
  atomSame: readsMoment(form([date, "T", time, "(?!-00:00)", offset]), LOOSE_OFFSET),
  extended: readsMoment(form(parts.extended)),
  space: readsMoment(form([phpDate, " ", phpTime])),
};
