import { rulesOnStrings, sources } from "../rule-rows.ts";
import { form, isMoment, momentOf, part, readsMoment } from "./moment-form.ts";

const { dotnet, ecma, go, java, php, rfc, zod: zodApi } = sources;
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

export const isJsDate = (text: string): boolean => Number.isFinite(Date.parse(text));

const ISO = form([
  date,
  "T",
  optionalSeconds,
  `(?:Z|(?<sign>[+-])(?<offsetHour>\\d\\d)(?::(?<offsetMinute>\\d\\d))?)?`,
]);

export const isDateTimeOrDate = readsMoment(
  form([`${date}(?:T${time}${fraction}(?:Z|${offset}))?`]),
);

export const standardRules = rulesOnStrings("date-time")`
  ${rfc}3339#section-5.6
  rfc3339 | RFC 3339 in upper case | ${readsMoment(RFC)}
  rfc3339-any-case | RFC 3339, t and z too | ${readsMoment(RFC_ANY_CASE)}
  rfc3339-leap-second | RFC 3339, t and z and second 60 too | ${readsMoment(RFC_ANY_CASE, { lastSecond: 60 })}
  rfc3339-unchecked | a pattern of RFC 3339 without the calendar | ${RFC}
  utc | RFC 3339 in UTC: Z only | ${readsMoment(form([date, "T", time, fraction, "Z"]))}
  milliseconds | RFC 3339 in UTC with three fraction digits | ${readsMoment(MILLISECONDS)}
  milliseconds-js | a pattern of RFC 3339 in UTC with three fraction digits, then Date.parse, which accepts 30 February | ${(text) => MILLISECONDS.test(text) && isJsDate(text)}
  milliseconds-unchecked | a pattern of RFC 3339 in UTC with three fraction digits, without the calendar | ${MILLISECONDS}
  seconds | RFC 3339 in UTC without a fraction | ${readsMoment(form([date, "T", time, "Z"]))}
  or-date | RFC 3339, or a date alone | ${isDateTimeOrDate}
  ISO 8601-1:2019 section 5.4.2.1
  iso8601 | ISO 8601, extended format: seconds and zone are optional | ${readsMoment(ISO, { endOfDay: true })}
  https://ajv.js.org/packages/ajv-formats.html
  ajv | ajv-formats \`date-time\`, as in Fastify | ${isAjv} | fastify date-time
  ${zodApi}#iso-datetimes
  zod | zod iso.datetime() | ${zod("Z")} | zod iso.datetime
  zod-offset | zod iso.datetime() with offsets | ${zod(`(?:Z|${offset})`)} | zod iso.datetime offset
  zod-local | zod iso.datetime(), local too | ${(text) => zod("Z")(text) || local(text)} | zod iso.datetime local
  ${ecma}date.parse
  js-parse | ECMAScript's Date.parse | ${isJsDate} | js Date.parse
  js-same | exactly what toISOString() writes | ${(text) => isJsDate(text) && new Date(text).toISOString() === text} | js toISOString same
`;

/** The hour may have one digit: Go's layout `15` says so for every layout (1.19). */
const goTime = "(?<hour>\\d\\d?):(?<minute>\\d\\d):(?<second>\\d\\d)";
/** A fraction is read after the seconds even if the layout has none, and a comma is a point. */
const anyFraction = "(?:[.,](?<fraction>\\d+))?";
const nineDigits = "(?:[.,](?<fraction>\\d{1,9}))?";
/** Offsets are not checked before 1.20. */
const UNCHECKED = { offset: Infinity, lastOffsetMinute: Infinity };

export const goRules = rulesOnStrings("date-time")`
  ${go}time#Parse
  go-rfc3339 | Go's time.Parse(time.RFC3339) | ${readsMoment(form([date, "T", goTime, anyFraction, `(?:Z|${offset})`]), UNCHECKED)} | go RFC3339 & go time.Time JSON
  go-rfc3339-nano | Go's time.Parse(time.RFC3339Nano) | ${readsMoment(form([date, "T", goTime, nineDigits, `(?:Z|${offset})`]), UNCHECKED)} | go RFC3339Nano
  go-local | Go's time.Parse without a zone | ${readsMoment(form([date, "T", goTime, anyFraction]))} | go 2006-01-02T15:04:05
  go-space | Go's time.Parse with a space and without a zone | ${readsMoment(form([date, " +", goTime, anyFraction]))} | go 2006-01-02 15:04:05
  go-utc | Go's time.Parse with Z | ${readsMoment(form([date, "T", goTime, anyFraction, "Z"]))} | go 2006-01-02T15:04:05Z
`;

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

const DOTNET = form([date, "T", time, "\\.\\d{7}", `(?:Z|${dotnetOffset})?`]);

export const javaRules = rulesOnStrings("date-time")`
  ${java}time/format/DateTimeFormatter.html
  java-instant | Java's Instant.parse | ${isJavaInstant} | java Instant.parse
  java-offset | Java's OffsetDateTime.parse | ${readsMoment(form([javaDate, "T", javaTime, javaOffset], "i"), EIGHTEEN)} | java OffsetDateTime.parse
  java-zoned | Java's ZonedDateTime.parse | ${readsMoment(form([javaDate, "T", javaTime, javaOffset, javaRegion], "i"), EIGHTEEN)} | java ZonedDateTime.parse
  java-local | Java's LocalDateTime.parse | ${readsMoment(form([javaDate, "T", javaTime], "i"), EIGHTEEN)} | java LocalDateTime.parse
  ${dotnet}datetimeoffset.tryparseexact
  dotnet-round-trip | .NET's round-trip format \`o\` | ${readsMoment(DOTNET, { years: [1, 9999], offset: 14 * 60 })} | dotnet DateTime o & dotnet DateTimeOffset o
`;

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

/**
 * Rules about formats of PHP's createFromFormat: those that accept only texts without a warning, and those
 * that accept every text that gives an object. A date that is not in the calendar rolls over, with a warning.
 */
export const phpRules = rulesOnStrings("date-time")`
  ${php}datetimeimmutable.createfromformat.php
  php-atom | PHP's DATE_ATOM | ${readsMoment(form(parts.atom))} | php ATOM
  php-atom-same | PHP's DATE_ATOM, written back the same | ${readsMoment(form([date, "T", time, "(?!-00:00)", offset]), LOOSE_OFFSET)} | php ATOM same
  php-extended | PHP's DATE_RFC3339_EXTENDED | ${readsMoment(form(parts.extended))} | php RFC3339_EXTENDED
  php-atom-rolled | PHP's DATE_ATOM, dates out of the calendar roll over | ${form(parts.atom)} | php ATOM rolled
  php-extended-rolled | PHP's DATE_RFC3339_EXTENDED, dates out of the calendar roll over | ${form(parts.extended)} | php RFC3339_EXTENDED rolled
  php-space | PHP's Y-m-d H:i:s | ${readsMoment(form([phpDate, " ", phpTime]))} | php Y-m-d H:i:s
`;
