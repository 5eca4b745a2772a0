import { bytes, type Template, type TemplatePart } from "../../template/index.ts";
import type { ValueCase } from "../kind.ts";
import { valueFamily } from "../value-family.ts";
import type { DateParts } from "./parts.ts";

/** The characters of a date; a whole text is written with the stated number of fraction digits. */
export type DateRow = [name: string, reason: string, text: TemplatePart | Template];

const quoted = ({ withFraction }: DateParts, text: TemplatePart | Template): Template =>
  bytes`"${typeof text === "string" ? withFraction(text) : text}"`;

/** Rows of one family, each the characters of a date. */
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

/** A date that contains no part of a valid one; the name of the field comes before the words. */
export type WordedRow = [name: string, words: string, text: string];

/** The same with complete texts. */
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

/** Two digits, as in months, hours and offsets. */
export const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** A ladder of dates: one number increases, everything else stays the same. */
export const dateLadder = (
  parts: DateParts,
  axis: string,
  family: string,
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
      rung: { axis: `${axis} of ${parts.it}`, at: String(value) },
    };
  });
