import { form, isMoment, momentOf, part, readsMoment } from "./moment-form.ts";

const { date, time, fraction, offset } = part;
const RFC = form([date, "T", time, fraction, `(?:Z|${offset})`]);
const RFC_ANY_CASE = form([date, "T", time, fraction, `(?:Z|${offset})`], "i");
const AJV = form([
  date,
  "[Tt\\s]",
  time,
  fraction,
  "(?:[Zz]|(?<sign>[+-])(?<offsetHour>\\d\\d)(?::?(?<offsetMinute>\\d\\d))?)",
]);

/** A leap second is the last one of a day in UTC. */
function isAjv(text: string): boolean {
  const moment = momentOf(AJV, text);
  if (moment === undefined || !isMoment(moment, { lastSecond: 60 })) return false;
  if (moment.second < 60) return true;
  const from = moment.sign === "-" ? -1 : 1;
  const minutes =
    moment.hour * 60 + moment.minute - from * (moment.offsetHour * 60 + moment.offsetMinute);
  return (minutes + 1440) % 1440 === 1439;
}

const optionalSeconds = `(?<hour>\\d\\d):(?<minute>\\d\\d)(?::(?<second>\\d\\d)${fraction})?`;
const zod = (zone: string): ((text: string) => boolean) =>
  readsMoment(form([date, "T", time, fraction, zone]));
const local = readsMoment(form([date, "T", optionalSeconds]));

const MILLISECONDS = form([date, "T", time, "\\.(?<fraction>\\d{3})", "Z"]);

const jsMoment = (text: string): number => Date.parse(text);

export const standardForms = {
  rfc3339: readsMoment(RFC),
  rfc3339AnyCase: readsMoment(RFC_ANY_CASE),
  rfc3339LeapSecond: readsMoment(RFC_ANY_CASE, { lastSecond: 60 }),
  rfc3339Unchecked: (text: string): boolean => RFC.test(text),
  utc: readsMoment(form([date, "T", time, fraction, "Z"])),
  milliseconds: readsMoment(MILLISECONDS),
  millisecondsJs: (text: string): boolean =>
    MILLISECONDS.test(text) && Number.isFinite(jsMoment(text)),
  millisecondsUnchecked: (text: string): boolean => MILLISECONDS.test(text),
  seconds: readsMoment(form([date, "T", time, "Z"])),
  iso8601: readsMoment(
    form([
      date,
      "T",
      optionalSeconds,
      `(?:Z|(?<sign>[+-])(?<offsetHour>\\d\\d)(?::(?<offsetMinute>\\d\\d))?)?`,
    ]),
    { endOfDay: true },
  ),
  dateTimeOrDate: readsMoment(form([`${date}(?:T${time}${fraction}(?:Z|${offset}))?`])),
  ajv: isAjv,
  zod: zod("Z"),
  zodOffset: zod(`(?:Z|${offset})`),
  zodLocal: (text: string): boolean => zod("Z")(text) || local(text),
  jsDate: (text: string): boolean => Number.isFinite(jsMoment(text)),
  jsSame: (text: string): boolean =>
    Number.isFinite(jsMoment(text)) && new Date(jsMoment(text)).toISOString() === text,
};

/** The hour may have one digit: Go's layout `15` says so for every layout (1.19). */
const goTime = "(?<hour>\\d\\d?):(?<minute>\\d\\d):(?<second>\\d\\d)";
/** A fraction is read after the seconds even if the layout has none, and a comma is a point. */
const anyFraction = "(?:[.,](?<fraction>\\d+))?";
const nineDigits = "(?:[.,](?<fraction>\\d{1,9}))?";
/** Offsets are not checked before 1.20. */
const UNCHECKED = { offset: Infinity, lastOffsetMinute: Infinity };

export const goForms = {
  rfc3339: readsMoment(form([date, "T", goTime, anyFraction, `(?:Z|${offset})`]), UNCHECKED),
  rfc3339Nano: readsMoment(form([date, "T", goTime, nineDigits, `(?:Z|${offset})`]), UNCHECKED),
  local: readsMoment(form([date, "T", goTime, anyFraction])),
  space: readsMoment(form([date, " +", goTime, anyFraction])),
  utc: readsMoment(form([date, "T", goTime, anyFraction, "Z"])),
};

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
