import { rulesOnStrings, sources } from "../rule-rows.ts";
import { z } from "zod";
import { daysIn, form, FOUR_DIGITS, isMoment, JAVA_YEARS, momentOf } from "./moment-form.ts";
import { part, readsMoment, utcMinutes, type Moment } from "./moment-form.ts";

const { dotnet, ecma, go, java, php, rfc, zod: zodApi } = sources;
const { date, time, fraction, offset, javaDate, phpDate } = part;
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
const isAjv = readsMoment(AJV, {
  lastSecond: 60,
  leapSecond: (moment) => (utcMinutes(moment) + 1440) % 1440 === 1439,
});

const optionalSeconds = `(?<hour>\\d\\d):(?<minute>\\d\\d)(?::(?<second>\\d\\d)${fraction})?`;
const zod =
  (accepts: Parameters<typeof z.iso.datetime>[0]) =>
  (text: string): boolean =>
    z.iso.datetime(accepts).safeParse(text).success;

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
  zod | zod iso.datetime() | ${zod({})} | zod iso.datetime
  zod-offset | zod iso.datetime() with offsets | ${zod({ offset: true })} | zod iso.datetime offset
  zod-local | zod iso.datetime(), local too | ${zod({ local: true })} | zod iso.datetime local
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

const javaTime =
  "(?<hour>\\d\\d):(?<minute>\\d\\d)(?::(?<second>\\d\\d)(?:\\.(?<fraction>\\d{0,9}))?)?";
const javaInstantTime =
  "(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)(?:\\.(?<fraction>\\d{0,9}))?";
const javaOffset =
  "(?:Z|(?<sign>[+-])(?<offsetHour>\\d\\d)(?::(?<offsetMinute>\\d\\d)(?::(?<offsetSecond>\\d\\d))?)?)";
const javaRegion = "(?:\\[[A-Za-z][\\w/+-]*\\])?";
const EIGHTEEN = { ...JAVA_YEARS, offset: 18 * 60 };

const javaInstantOffset =
  "(?:Z|(?<sign>[+-])(?<offsetHour>\\d\\d):(?<offsetMinute>\\d\\d)(?::(?<offsetSecond>\\d\\d))?)";
const JAVA_INSTANT = form([javaDate, "T", javaInstantTime, javaInstantOffset], "i");

/** Second 60 is the last one of a day; the years of instants go to a thousand million. */
const isJavaInstant = readsMoment(JAVA_INSTANT, {
  years: [-1e9, 1e9],
  offset: 18 * 60,
  endOfDay: true,
  lastSecond: 60,
  leapSecond: ({ hour, minute }) => hour === 23 && minute === 59,
});

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
  dotnet-round-trip | .NET's round-trip format \`o\` | ${readsMoment(DOTNET, { ...FOUR_DIGITS, offset: 14 * 60 })} | dotnet DateTime o & dotnet DateTimeOffset o
`;

/** Names of zones, offsets with or without a colon, of one to three parts. */
const phpDigits = "\\d{1,2}|\\d{3,4}|\\d{6}|\\d{1,2}:\\d{1,2}|\\d\\d:\\d\\d:\\d\\d";
const phpZone = `[ \\t(]*(?:(?:[Gg][Mm][Tt])?[+-](?:${phpDigits})|[Uu][Tt][Cc]|[Gg][Mm][Tt]|[A-IK-Za-ik-z]|[A-Z][a-z]+/[A-Z][a-z]+)\\)*`;
const phpTime = "(?<hour>\\d\\d?):(?<minute>\\d\\d):(?<second>\\d\\d)";
const LOOSE_OFFSET = { offset: Infinity };

const parts = {
  atom: [phpDate, "T", phpTime, phpZone],
  extended: [phpDate, "T", phpTime, "\\.\\d{1,3}", phpZone],
};

/** createFromFormat without a warning, and (`rolled`) whatever gives an object: a date out of the calendar rolls over, with a warning. */
export const phpRules = rulesOnStrings("date-time")`
  ${php}datetimeimmutable.createfromformat.php
  php-atom | PHP's DATE_ATOM | ${readsMoment(form(parts.atom))} | php ATOM
  php-atom-same | PHP's DATE_ATOM, written back the same | ${readsMoment(form([date, "T", time, "(?!-00:00)", offset]), LOOSE_OFFSET)} | php ATOM same
  php-extended | PHP's DATE_RFC3339_EXTENDED | ${readsMoment(form(parts.extended))} | php RFC3339_EXTENDED
  php-atom-rolled | PHP's DATE_ATOM, dates out of the calendar roll over | ${form(parts.atom)} | php ATOM rolled
  php-extended-rolled | PHP's DATE_RFC3339_EXTENDED, dates out of the calendar roll over | ${form(parts.extended)} | php RFC3339_EXTENDED rolled
  php-space | PHP's Y-m-d H:i:s | ${readsMoment(form([phpDate, " ", phpTime]))} | php Y-m-d H:i:s
`;

const SPACES = "[\\t-\\r ]*";
const rubyZone = "(?:Z|(?<sign>[+-])(?<offsetHour>\\d\\d)(?::?(?<offsetMinute>\\d\\d))?)?";
const rubyDate = "(?<year>-?\\d+)-(?<month>\\d\\d)-(?<day>\\d\\d)";
const TIME = form([SPACES, rubyDate, "T", time, fraction, rubyZone, SPACES], "i");
const fourDigits = "(?<year>-?\\d{4})-(?<month>\\d\\d)-(?<day>\\d\\d)";
const RFC3339 = form(
  [SPACES, fourDigits, "[T\\t-\\r ]", time, fraction, `(?:Z|${offset})`, SPACES],
  "i",
);

const carried = (value: number, unit: number): [rest: number, units: number] => [
  ((value % unit) + unit) % unit,
  Math.floor(value / unit),
];

/** The moment in UTC before its limits are checked: an offset can move hour 24 or day 32 back into them (3.1). */
function inUtc(moment: Moment): Moment {
  const direction = moment.sign === "-" ? 1 : -1;
  const minutes = moment.offsetMinute % 60;
  const hours = moment.offsetHour + Math.floor(moment.offsetMinute / 60);
  const [minute, hourCarry] =
    minutes === 0 ? [moment.minute, 0] : carried(moment.minute + direction * minutes, 60);
  const byHours = direction * hours + hourCarry;
  const [hour, byDays] = byHours === 0 ? [moment.hour, 0] : carried(moment.hour + byHours, 24);
  const day = moment.day + byDays;
  const isOutside =
    byDays !== 0 && (direction < 0 ? day < 1 : day > daysIn(moment.year, moment.month));
  return { ...moment, minute, hour, day: isOutside ? 1 : day };
}

const hasOffset = ({ offsetHour, offsetMinute }: Moment): boolean => offsetHour + offsetMinute > 0;

/** A day that its month does not have is one of the next month. */
function isRubyTime(text: string): boolean {
  const moment = momentOf(TIME, text);
  if (moment === undefined) return false;
  const limits = {
    calendar: false,
    lastSecond: 60,
    endOfDay: true,
    offset: 23 * 60 + 59,
    lastOffsetMinute: 99,
  };
  return isMoment(hasOffset(moment) ? inUtc(moment) : moment, limits);
}

/** The days that ended with a leap second until 2016. */
const LEAP_SECONDS = [
  "72-06-30 72-12-31 73-12-31 74-12-31 75-12-31 76-12-31 77-12-31 78-12-31 79-12-31 81-06-30 82-06-30",
  "83-06-30 85-06-30 87-12-31 89-12-31 90-12-31 92-06-30 93-06-30 94-06-30 95-12-31 97-06-30 98-12-31",
]
  .flatMap((days) => days.split(" ").map((day) => `19${day}`))
  .concat(["2005-12-31", "2008-12-31", "2012-06-30", "2015-06-30", "2016-12-31"]);
const N = "\\p{Nd}";
const two = (name: string): string => `(?<${name}>${N}{2})`;
const PERL = form(
  [
    `(?<year>${N}{4})-${two("month")}-${two("day")}[Tt]`,
    `${two("hour")}:${two("minute")}:${two("second")}(?:\\.(?<fraction>${N}+))?`,
    `(?:[Zz]|(?<sign>[+-])${two("offsetHour")}:${two("offsetMinute")})`,
  ],
  "u",
);

function wasLeapSecond(moment: Moment): boolean {
  const { year, month, day } = moment;
  const utc = new Date(Date.UTC(year, month - 1, day, 0, utcMinutes(moment), 59)).toISOString();
  return utc.slice(11, 16) === "23:59" && LEAP_SECONDS.includes(utc.slice(0, 10));
}
const PERL_LIMITS = { lastSecond: 60, leapSecond: wasLeapSecond, offset: Infinity };

const RUBY_LIMITS = { endOfDay: true, lastSecond: 60, offset: Infinity, lastOffsetMinute: 99 };

export const rubyRules = rulesOnStrings("date-time")`
  ${sources.ruby}Time.html#method-c-iso8601
  ruby-time | Ruby's Time.iso8601 | ${isRubyTime} | ruby Time.iso8601
  ${sources.ruby}DateTime.html#method-c-rfc3339
  ruby-rfc3339 | Ruby's DateTime.rfc3339 | ${readsMoment(RFC3339, RUBY_LIMITS)} | ruby DateTime.rfc3339
  https://metacpan.org/pod/DateTime::Format::RFC3339
  perl | Perl's DateTime::Format::RFC3339 | ${readsMoment(PERL, PERL_LIMITS)} | perl DateTime::Format::RFC3339
`;
