import { form, part, readsMoment } from "./moment-form.ts";

const { date, time, offset } = part;

/** Names of zones, offsets with or without a colon, of one to three parts. */
const phpDigits = "\\d{1,2}|\\d{3,4}|\\d{6}|\\d{1,2}:\\d{1,2}|\\d\\d:\\d\\d:\\d\\d";
const phpZone = `[ \\t(]*(?:(?:[Gg][Mm][Tt])?[+-](?:${phpDigits})|[Uu][Tt][Cc]|[Gg][Mm][Tt]|[A-IK-Za-ik-z]|[A-Z][a-z]+/[A-Z][a-z]+)\\)*`;
const phpDate = "(?<year>\\d{1,4})-(?<month>\\d\\d?)-(?<day>\\d\\d?)";
const phpTime = "(?<hour>\\d\\d?):(?<minute>\\d\\d):(?<second>\\d\\d)";
const LOOSE_OFFSET = { offset: Infinity };

/** Readers of date-times by formats of PHP's createFromFormat without warnings. */
export const phpForms = {
  atom: readsMoment(form([phpDate, "T", phpTime, phpZone])),
  atomSame: readsMoment(form([date, "T", time, "(?!-00:00)", offset]), LOOSE_OFFSET),
  extended: readsMoment(form([phpDate, "T", phpTime, "\\.\\d{1,3}", phpZone])),
  space: readsMoment(form([phpDate, " ", phpTime])),
};
