import { form, part, readsMoment } from "./moment-form.ts";

const { date, offset } = part;
/** The hour may have one digit: Go's layout `15` says so for every layout (1.19). */
const time = "(?<hour>\\d\\d?):(?<minute>\\d\\d):(?<second>\\d\\d)";
/** A fraction is read after the seconds even if the layout has none, and a comma is a point. */
const anyFraction = "(?:[.,](?<fraction>\\d+))?";
const nineDigits = "(?:[.,](?<fraction>\\d{1,9}))?";
/** Offsets are not checked before 1.20. */
const UNCHECKED = { offset: Infinity, lastOffsetMinute: Infinity };

/** Readers of date-times by layouts of Go's time.Parse. */
export const goForms = {
  rfc3339: readsMoment(form([date, "T", time, anyFraction, `(?:Z|${offset})`]), UNCHECKED),
  rfc3339Nano: readsMoment(form([date, "T", time, nineDigits, `(?:Z|${offset})`]), UNCHECKED),
  local: readsMoment(form([date, "T", time, anyFraction])),
  space: readsMoment(form([date, " +", time, anyFraction])),
  utc: readsMoment(form([date, "T", time, anyFraction, "Z"])),
};
