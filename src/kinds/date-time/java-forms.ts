import { form, isMoment, momentOf, part, readsMoment } from "./moment-form.ts";

const { date, time } = part;

/** A year of more than four digits has a sign; a year of four digits has none, or a minus. */
const javaYear = "(?<year>\\d{4}|\\+\\d{5,10}|-(?!0+-)\\d{4,10})";
const javaDate = `${javaYear}-(?<month>\\d\\d)-(?<day>\\d\\d)`;
const javaTime =
  "(?<hour>\\d\\d):(?<minute>\\d\\d)(?::(?<second>\\d\\d)(?:\\.(?<fraction>\\d{0,9}))?)?";
const javaInstantTime =
  "(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)(?:\\.(?<fraction>\\d{0,9}))?";
const javaOffset =
  "(?:Z|(?<sign>[+-])(?<offsetHour>\\d\\d)(?::(?<offsetMinute>\\d\\d)(?::(?<offsetSecond>\\d\\d))?)?)";
const javaRegion = "(?:\\[[A-Za-z][\\w/+-]*\\])?";
const EIGHTEEN = { years: [-999_999_999, 999_999_999] as const, offset: 18 * 60 };

const javaInstantOffset =
  "(?:Z|(?<sign>[+-])(?<offsetHour>\\d\\d):(?<offsetMinute>\\d\\d)(?::(?<offsetSecond>\\d\\d))?)";
const JAVA_INSTANT = form([javaDate, "T", javaInstantTime, javaInstantOffset], "i");

/** Second 60 is the last one of a day; the years of instants go to a thousand million. */
function isJavaInstant(text: string): boolean {
  const moment = momentOf(JAVA_INSTANT, text);
  const limits = { years: [-1e9, 1e9] as const, offset: 18 * 60, endOfDay: true, lastSecond: 60 };
  if (moment === undefined || !isMoment(moment, limits)) return false;
  return moment.second < 60 || (moment.hour === 23 && moment.minute === 59);
}

/** The offset may have one digit for the hour with a colon, or none. */
const dotnetOffset = "(?<sign>[+-])(?<offsetHour>\\d\\d|\\d(?=:)):?(?<offsetMinute>\\d\\d)";

/** Readers of date-times by Java, and by .NET. */
export const javaForms = {
  instant: isJavaInstant,
  offset: readsMoment(form([javaDate, "T", javaTime, javaOffset], "i"), EIGHTEEN),
  zoned: readsMoment(form([javaDate, "T", javaTime, javaOffset, javaRegion], "i"), EIGHTEEN),
  local: readsMoment(form([javaDate, "T", javaTime], "i"), EIGHTEEN),
  dotnetRoundTrip: readsMoment(form([date, "T", time, "\\.\\d{7}", `(?:Z|${dotnetOffset})?`]), {
    years: [1, 9999],
    offset: 14 * 60,
  }),
};
