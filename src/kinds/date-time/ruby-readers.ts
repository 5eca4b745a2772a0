import { rulesOnStrings, sources } from "../rule-rows.ts";
import { daysIn, form, isMoment, momentOf, part, readsMoment, type Moment } from "./moment-form.ts";

const { time, fraction, offset } = part;
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

/** Second 60 is a leap second that there was. */
function isPerl(text: string): boolean {
  const moment = momentOf(PERL, text);
  if (moment === undefined || !isMoment(moment, { lastSecond: 60, offset: Infinity })) return false;
  if (moment.second < 60) return true;
  const { year, month, day, hour, minute, offsetHour, offsetMinute, sign } = moment;
  const minutes = (offsetHour * 60 + offsetMinute) * (sign === "-" ? 1 : -1);
  const utc = new Date(Date.UTC(year, month - 1, day, hour, minute + minutes, 59)).toISOString();
  return utc.slice(11, 16) === "23:59" && LEAP_SECONDS.includes(utc.slice(0, 10));
}

const RUBY_LIMITS = { endOfDay: true, lastSecond: 60, offset: Infinity, lastOffsetMinute: 99 };

export const rubyRules = rulesOnStrings("date-time")`
  ${sources.ruby}Time.html#method-c-iso8601
  ruby-time | Ruby's Time.iso8601 | ${isRubyTime} | ruby Time.iso8601
  ${sources.ruby}DateTime.html#method-c-rfc3339
  ruby-rfc3339 | Ruby's DateTime.rfc3339 | ${readsMoment(RFC3339, RUBY_LIMITS)} | ruby DateTime.rfc3339
  https://metacpan.org/pod/DateTime::Format::RFC3339
  perl | Perl's DateTime::Format::RFC3339 | ${isPerl} | perl DateTime::Format::RFC3339
`;
