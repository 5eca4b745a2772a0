import { FRESH_ID_MIN } from "../../fresh-numbers.ts";
import { z } from "zod";
import { jsonTypeOf } from "../case-families.ts";
import { isMoment, type MomentTexts, momentWith } from "./moment-form.ts";

/** Which moment of a time it is, where another value is the other one. Any is valid; those that are sent are in order. */
export const MomentSide = z.enum(["start", "end"]);
export type MomentSide = z.infer<typeof MomentSide>;

/** A date and time of RFC 3339: `fraction` fixes the number of fraction digits, `utc` the zone, a trailing Z. */
export const DateTimeType = z.strictObject({
  kind: z.literal("date-time"),
  fresh: z.literal(true).optional(),
  fraction: z.int().min(0).max(9).optional(),
  utc: z.literal(true).optional(),
  span: MomentSide.optional(),
});
export type DateTimeType = z.infer<typeof DateTimeType>;

const ORIGIN_MS = Date.UTC(2000, 0, 1);
const MILLISECONDS = 3;
/** The digits after the milliseconds if more are stated. */
const FURTHER = "456789";

/** Ends are after every start, in the future, and before signed 32-bit seconds end. */
export const ENDS_FROM_MS = Date.UTC(2030, 0, 1);

/** A valid date: spread over the years 2000 to 2028, to the millisecond, different for each `unique`. Ends are spread over 2030 to 2037. */
export const dateTimeText = (type: DateTimeType, unique: number): string =>
  writtenMoment(
    type,
    type.span === "end"
      ? ENDS_FROM_MS + (unique - FRESH_ID_MIN) * 249
      : ORIGIN_MS + (unique - FRESH_ID_MIN) * 997,
  );

export const keepsOrder = (span: MomentSide | undefined, ms: number): boolean =>
  span === undefined || (span === "end") === ms >= ENDS_FROM_MS;

/** A moment of the years 0 to 9999, from milliseconds since 1970. */
export function writtenMoment({ fraction = MILLISECONDS }: DateTimeType, ms: number): string {
  const whole = new Date(ms).toISOString();
  if (fraction === MILLISECONDS) return whole;
  if (fraction === 0) return `${whole.slice(0, 19)}Z`;
  return `${(whole.slice(0, 23) + FURTHER).slice(0, 20 + fraction)}Z`;
}

const RFC_3339 = z.iso.datetime({ offset: true, local: false });

export function fitsDateTime({ fraction, utc }: DateTimeType, value: unknown): boolean {
  if (typeof value !== "string" || !RFC_3339.safeParse(value).success) return false;
  if (utc === true && !value.endsWith("Z")) return false;
  return fraction === undefined || (/\.(\d+)/.exec(value)?.[1]?.length ?? 0) === fraction;
}

/** RFC 3339 also allows lower case (5.6) and leap seconds (5.7). */
export function isUnusualDateTime(type: DateTimeType, value: unknown): boolean {
  if (typeof value !== "string" || fitsDateTime(type, value)) return false;
  const usual = value.toUpperCase().replace(/(?<=T\d\d:\d\d):60/, ":59");
  return fitsDateTime(type, usual);
}

export function dateTimeWords({ fraction, utc }: DateTimeType): string {
  const digits = fraction === undefined ? "" : ` with ${fraction} fraction digits`;
  return `an RFC 3339 date-time${utc === true ? " in UTC" : ""}${digits}`;
}

const FORM = new RegExp(
  /^(?<year>[+-]?\d+)-(?<month>\d\d)-(?<day>\d\d)(?<between>\D{0,2})/.source +
    /(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)(?:(?<point>[.,])(?<digits>\d*))?/.source +
    /(?<zone>[Zz]|[+\-\u2212]\d\d(?::?\d\d)?|)$/.source,
);
const OFFSET = /^[+-]\d\d:\d\d$/;

/** How the JSON text of a value differs from the stated form, in words; undefined if it does not. */
export function dateTimeDeviation(type: DateTimeType, text: string): string | undefined {
  if (text[0] !== '"') return jsonTypeOf(text);
  const date: unknown = JSON.parse(text);
  const form: MomentTexts | undefined = FORM.exec(String(date))?.groups;
  if (form === undefined) return "another text";
  const deviations = [year, separator, fraction, zone, calendar].flatMap((tell) =>
    tell(form, type),
  );
  return deviations.length === 0 ? undefined : deviations.join(", ");
}

const year = (form: MomentTexts): string[] =>
  form["year"]?.length === 4 ? [] : ["year of other than four digits"];

function separator({ between, point }: MomentTexts): string[] {
  if (between?.toUpperCase() !== "T" || point === ",") return ["another separator"];
  return between === "t" ? ["lower case"] : [];
}

/** If no number of digits is stated, any number is as stated. */
function fraction(
  { point, digits = "" }: MomentTexts,
  { fraction: stated }: DateTimeType,
): string[] {
  if (stated === undefined)
    return point !== undefined && digits === "" ? ["no fraction digits"] : [];
  if (stated === 0) return point === undefined ? [] : ["a fraction"];
  if (point === undefined) return ["no fraction"];
  return digits.length === stated ? [] : [`fraction digits other than ${stated}`];
}

function zone({ between, zone: text = "" }: MomentTexts, { utc }: DateTimeType): string[] {
  if (text === "Z" || (utc !== true && OFFSET.test(text))) return [];
  if (text === "") return ["no zone"];
  if (text !== "z") return [utc === true ? "an offset instead of Z" : "another offset"];
  return between === "t" ? [] : ["lower case"];
}

function calendar(form: MomentTexts): string[] {
  const [offsetHour, offsetMinute] = form["zone"]?.match(/\d\d/g) ?? [];
  const isIn = isMoment(momentWith({ ...form, offsetHour, offsetMinute }));
  return isIn ? [] : ["out of the calendar"];
}
