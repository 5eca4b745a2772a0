import { asciiDigits } from "../number-readers.ts";

export type MomentLimits = {
  /** The first and the last year; by default any that the pattern has. */
  years?: readonly [first: number, last: number];
  /** The day must exist in its month; otherwise it must be from 1 to 31, and the month from 1 to 12. */
  calendar?: boolean;
  endOfDay?: boolean;
  lastSecond?: number;
  /** Which moments of second 60 are accepted, if it is the last one: all by default. */
  leapSecond?: (moment: Moment) => boolean;
  /** The largest offset in minutes: 23:59 by default. */
  offset?: number;
  /** The last minute of an offset: 59 by default. */
  lastOffsetMinute?: number;
};

const DATE_NUMBERS = ["year", "month", "day"] as const;
const TIME_NUMBERS = ["hour", "minute", "second"] as const;
const OFFSET_NUMBERS = ["offsetHour", "offsetMinute", "offsetSecond"] as const;
const NUMBERS = [...DATE_NUMBERS, ...TIME_NUMBERS, ...OFFSET_NUMBERS];

/** The numbers of a date-time; 0 for a part that the pattern does not name or the text leaves out. */
export type Moment = Record<(typeof NUMBERS)[number], number> & { fraction: string; sign: string };

/** Days of a month; 400 years later it is the same. Date.UTC reads years below 100 as 1900 and later. */
export const daysIn = (year: number, month: number): number =>
  new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

export type MomentTexts = Readonly<Record<string, string | undefined>>;

/** The moment with these digits, by the names of its parts. */
export function momentWith(texts: MomentTexts): Moment {
  const { fraction = "", sign = "+" } = texts;
  const numbers = NUMBERS.map((name) => {
    const missing = name === "month" || name === "day" ? "1" : "0";
    return [name, Number(asciiDigits(texts[name] ?? missing))];
  });
  return { ...(Object.fromEntries(numbers) as Moment), fraction, sign };
}

/** The numbers of a text that has the form; undefined if it has not. */
export function momentOf(pattern: RegExp, text: string): Moment | undefined {
  const { groups } = pattern.exec(text) ?? {};
  return groups && momentWith(groups);
}

export function isMoment(moment: Moment, limits: MomentLimits = {}): boolean {
  const { year, month, day, hour, minute, second } = moment;
  const { years = [-Infinity, Infinity], calendar = true, lastSecond = 59 } = limits;
  if (second === 60 && limits.leapSecond?.(moment) === false) return false;
  const lastDay = calendar ? daysIn(year, month) : 31;
  const isDate = year >= years[0] && year <= years[1] && month >= 1 && month <= 12;
  const isEnd = limits.endOfDay === true && hour === 24 && minute === 0 && second === 0;
  const isTime =
    (hour <= 23 && minute <= 59 && second <= lastSecond) ||
    (isEnd && !/[1-9]/.test(moment.fraction));
  return isDate && day >= 1 && day <= lastDay && isTime && isOffset(moment, limits);
}

function isOffset(
  { offsetHour, offsetMinute, offsetSecond }: Moment,
  limits: MomentLimits,
): boolean {
  const { offset = 23 * 60 + 59, lastOffsetMinute = 59 } = limits;
  const minutes = offsetHour * 60 + offsetMinute + offsetSecond / 60;
  return minutes <= offset && offsetMinute <= lastOffsetMinute && offsetSecond <= 59;
}

/** The minutes from the start of the moment's day to the moment in UTC; before or after that day they are out of its range. */
export const utcMinutes = ({ hour, minute, sign, offsetHour, offsetMinute }: Moment): number =>
  hour * 60 + minute + (sign === "-" ? 1 : -1) * (offsetHour * 60 + offsetMinute);

/** A reader of texts that have the form and are within the limits. */
export const readsMoment =
  (pattern: RegExp, limits?: MomentLimits) =>
  (text: string): boolean => {
    const moment = momentOf(pattern, text);
    return moment !== undefined && isMoment(moment, limits);
  };

/** A year of more than four digits has a sign; a year of four digits has none, or a minus. */
const javaYear = "(?<year>\\d{4}|\\+\\d{5,10}|-(?!0+-)\\d{4,10})";
/** Digits may be of any script where the pattern of Python's strptime has \d. */
const N = "\\p{Nd}";

export const part = {
  date: "(?<year>\\d{4})-(?<month>\\d\\d)-(?<day>\\d\\d)",
  javaDate: `${javaYear}-(?<month>\\d\\d)-(?<day>\\d\\d)`,
  phpDate: "(?<year>\\d{1,4})-(?<month>\\d\\d?)-(?<day>\\d\\d?)",
  pydantic1Date: `(?<year>${N}{4})-(?<month>${N}{1,2})-(?<day>${N}{1,2})`,
  strptimeDate: `(?<year>${N}{4})-(?<month>1[0-2]|0[1-9]|[1-9])-(?<day>3[01]|[12]${N}|0[1-9]|[1-9]| [1-9])`,
  time: "(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)",
  fraction: "(?:\\.(?<fraction>\\d+))?",
  offset: "(?<sign>[+-])(?<offsetHour>\\d\\d):(?<offsetMinute>\\d\\d)",
} as const;

export const form = (parts: readonly string[], flags = ""): RegExp =>
  new RegExp(`^${parts.join("")}$`, flags);

/** The years of Python's and .NET's dates, and those of Java's local dates. */
export const FOUR_DIGITS = { years: [1, 9999] } as const;
export const JAVA_YEARS = { years: [-999_999_999, 999_999_999] } as const;

/** Patterns of a day, a time and a zone for schemas, without the calendar. */
export const DAY = "\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])";
export const TIME = "([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d";
export const ZONE = "(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)";
