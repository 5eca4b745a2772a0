import type { ClauseId } from "../../src/contract/clauses.ts";
import { DATE, user } from "../../src/generate/user-submission.ts";
import { bytes } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import { post } from "../../src/generate/user-submission.ts";
import type { Template, TemplatePart } from "../../src/template/template.ts";

export type Row = [name: string, reason: string, text: TemplatePart | Template];
type More = Pick<CaseDefinition, "clauses" | "family" | "rung" | "valid">;

export const ERRORS: ClauseId[] = [
  "error-conditions",
  "error-codes",
  "error-payload",
  "response-status",
];

/** A piece of a fresh date: character 0 is the year's first digit, 10 the T, 19 the dot, 23 the Z. */
export const cut = (from: number, to?: number): TemplatePart => ({
  slice: [DATE],
  from,
  ...(to !== undefined && { to }),
});

export const DAY = cut(0, 10);
export const TIME = cut(11, 23);
export const SECONDS = cut(0, 19);
export const STAMP = cut(0, 23);

/** The stated request with these characters between the quotes of date. */
const onDate = ([name, reason, text]: Row, more: More = {}): CaseDefinition =>
  onDateValue([name, reason, bytes`"${text}"`], more);

/** The stated request with this JSON text in the place of date. */
export const onDateValue = ([name, reason, value]: Row, more: More = {}): CaseDefinition => ({
  name,
  reason,
  request: post(user({ date: value })),
  ...more,
});

/** Rows of one family, each the characters of a date. */
export const dateFamily = (family: string, rows: Row[], more: More = {}): CaseDefinition[] =>
  rows.map((row) => onDate(row, { ...more, family }));

/** Two digits, as in months, hours and offsets. */
export const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** A ladder of dates: one number goes up, everything else stays. */
export const ladder = (
  axis: string,
  values: number[],
  row: (value: number) => Row,
  family: string,
): CaseDefinition[] =>
  values.map((value) => onDate(row(value), { family, rung: { axis, at: String(value) } }));
