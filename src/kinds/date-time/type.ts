import { FRESH_ID_MIN } from "../../fresh-numbers.ts";
import { z } from "zod";

/**
 * A date and time as an interface describes it: RFC 3339. `fraction` fixes the number of fraction
 * digits, and `utc` the zone, a trailing Z.
 */
export const DateTimeType = z.strictObject({
  kind: z.literal("date-time"),
  fresh: z.literal(true).optional(),
  fraction: z.int().min(0).max(9).optional(),
  utc: z.literal(true).optional(),
});
export type DateTimeType = z.infer<typeof DateTimeType>;

const ORIGIN_MS = Date.UTC(2000, 0, 1);
const MILLISECONDS = 3;
/** The digits after the milliseconds if more are stated. */
const FURTHER = "456789";

/** A valid date: spread over the years 2000 to 2028, to the millisecond, different for each `unique`. */
export function dateTimeText({ fraction = MILLISECONDS }: DateTimeType, unique: number): string {
  const whole = new Date(ORIGIN_MS + (unique - FRESH_ID_MIN) * 997).toISOString();
  if (fraction === MILLISECONDS) return whole;
  if (fraction === 0) return `${whole.slice(0, 19)}Z`;
  return `${(whole.slice(0, 23) + FURTHER).slice(0, 20 + fraction)}Z`;
}

const RFC_3339 = z.iso.datetime({ offset: true, local: false });

/** Whether a JSON value is a date-time of this type. */
export function fitsDateTime({ fraction, utc }: DateTimeType, value: unknown): boolean {
  if (typeof value !== "string" || !RFC_3339.safeParse(value).success) return false;
  if (utc === true && !value.endsWith("Z")) return false;
  return fraction === undefined || (/\.(\d+)/.exec(value)?.[1]?.length ?? 0) === fraction;
}

/** The stated rule: `an RFC 3339 date-time in UTC with 3 fraction digits`. */
export function dateTimeWords({ fraction, utc }: DateTimeType): string {
  const digits = fraction === undefined ? "" : ` with ${fraction} fraction digits`;
  return `an RFC 3339 date-time${utc === true ? " in UTC" : ""}${digits}`;
}
