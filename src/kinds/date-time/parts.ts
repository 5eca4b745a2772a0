import type { Template, TemplatePart } from "../../template/index.ts";
import type { Slot } from "../kind.ts";
import type { DateTimeType } from "./type.ts";

const MILLISECONDS = 3;
const TO_SECONDS = 19;
/** Replaces the digits if the stated form has none. */
const DIGITS = "123456789";

/** A valid date-time, split into parts for composing others. */
export type DateParts = {
  /** Its name. */
  it: string;
  date: Template;
  /** Character 0 is the year's first digit, 10 the T, 19 the dot if there is one. */
  cut: (from: number, to?: number) => TemplatePart;
  /** Its length, and how many of its characters are fraction digits. */
  length: number;
  digitCount: number;
  year: TemplatePart;
  month: TemplatePart;
  dayOfMonth: TemplatePart;
  day: TemplatePart;
  /** From the hour to the fraction, without the zone. */
  time: TemplatePart;
  seconds: TemplatePart;
  /** Everything except the zone. */
  stamp: TemplatePart;
  /** Dot, digits and zone. */
  fraction: TemplatePart;
  /** Digits and zone. */
  digits: TemplatePart;
  /** A date-time with milliseconds, written with the stated number of digits. */
  withFraction: (text: string) => string;
};

export function datePartsOf({ type, label, content }: Slot<DateTimeType>): DateParts {
  const { fraction: count = MILLISECONDS } = type;
  const date = content();
  const cut = (from: number, to?: number): TemplatePart => ({
    slice: date,
    from,
    ...(to !== undefined && { to }),
  });
  const end = TO_SECONDS + (count === 0 ? 0 : 1 + count);
  const digits = DIGITS.slice(0, MILLISECONDS);
  return {
    it: label,
    date,
    cut,
    length: end + 1,
    digitCount: count,
    year: cut(0, 4),
    month: cut(5, 7),
    dayOfMonth: cut(8, 10),
    day: cut(0, 10),
    time: cut(11, end),
    seconds: cut(0, TO_SECONDS),
    stamp: cut(0, end),
    fraction: count === 0 ? `.${digits}Z` : cut(TO_SECONDS),
    digits: count === 0 ? `${digits}Z` : cut(TO_SECONDS + 1),
    withFraction: (text) => withDigits(text, count),
  };
}

/** Milliseconds in the middle of a text with `count` digits. */
function withDigits(text: string, count: number): string {
  if (count === MILLISECONDS) return text;
  return text.replace(/\.(\d{3})(?=Z|[+-])/, (_, milliseconds: string) =>
    count === 0 ? "" : `.${(milliseconds + DIGITS.slice(MILLISECONDS)).slice(0, count)}`,
  );
}
