import { rowsInto, slice, type Template, type TemplatePart, bytes } from "../../template/index.ts";
import type { Slot, ValueCase } from "../kind.ts";
import type { DateTimeType } from "./type.ts";
import { valueFamily } from "../case-families.ts";

const MILLISECONDS = 3;
const TO_SECONDS = 19;
/** Replaces the digits if the stated form has none. */
const DIGITS = "123456789";

export type DateParts = ReturnType<typeof datePartsOf>;

export function datePartsOf({ type, label, content }: Slot<DateTimeType>) {
  const { fraction: count = MILLISECONDS } = type;
  const date = content();
  const cut = (from: number, to?: number): TemplatePart => slice(date, from, to);
  const end = TO_SECONDS + (count === 0 ? 0 : 1 + count);
  const digits = DIGITS.slice(0, MILLISECONDS);
  return {
    it: label,
    date,
    /** Character 0 is the year's first digit, 10 the T, 19 the dot if there is one. */
    cut,
    length: end + 1,
    /** How many of its characters are fraction digits. */
    digitCount: count,
    year: cut(0, 4),
    month: cut(5, 7),
    dayOfMonth: cut(8, 10),
    day: cut(0, 10),
    /** From the hour to the fraction, without the zone. */
    time: cut(11, end),
    seconds: cut(0, TO_SECONDS),
    stamp: cut(0, end),
    /** Dot, digits and zone. */
    fraction: count === 0 ? `.${digits}Z` : cut(TO_SECONDS),
    digits: count === 0 ? `${digits}Z` : cut(TO_SECONDS + 1),
    /** A date-time with milliseconds, written with the stated number of digits. */
    withFraction: (text: string) => withDigits(text, count),
  };
}

/** Milliseconds in the middle of a text with `count` digits. */
function withDigits(text: string, count: number): string {
  if (count === MILLISECONDS) return text;
  return text.replace(/\.(\d{3})(?=Z|[+-])/, (_, milliseconds: string) =>
    count === 0 ? "" : `.${(milliseconds + DIGITS.slice(MILLISECONDS)).slice(0, count)}`,
  );
}

/** The characters of a date; a whole text is written with the stated number of fraction digits. */
export type DateRow = [name: string, reason: string, text: TemplatePart | Template];

const quoted = ({ withFraction }: DateParts, text: TemplatePart | Template): Template =>
  bytes`"${typeof text === "string" ? withFraction(text) : text}"`;

export const dateFamily = (
  parts: DateParts,
  family: string,
  rows: readonly DateRow[],
  more: Pick<ValueCase, "probes"> = {},
): ValueCase[] =>
  valueFamily(
    { ...more, family },
    rows.map(([name, reason, text]) => [name, reason, quoted(parts, text)]),
  );

export const dateRows = (parts: DateParts, family: string) =>
  rowsInto((entries: DateRow[]) => dateFamily(parts, family, entries));

/** A date; the name of the field comes before the words. */
export type WordedRow = [name: string, words: string, text: DateRow[2]];

export const wordedDates = (
  parts: DateParts,
  family: string,
  rows: readonly WordedRow[],
): ValueCase[] =>
  dateFamily(
    parts,
    family,
    rows.map(([name, words, text]) => [name, `${parts.it} ${words}`, text]),
  );

export const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** What a ladder counts; `by` what it varies the count, and how many are there without it. */
type DateScale = { axis: string; family: string; by?: string; besides?: number };

export const dateLadder = (
  parts: DateParts,
  { axis, family, by, besides = 0 }: DateScale,
  values: readonly number[],
  row: (value: number) => DateRow,
): ValueCase[] =>
  values.map((value) => {
    const [name, reason, text] = row(value);
    return {
      name,
      reason,
      value: quoted(parts, text),
      family,
      rung: {
        axis: `${axis} of ${parts.it}${by === undefined ? "" : `, by ${by}`}`,
        at: String(value + besides),
      },
    };
  });
