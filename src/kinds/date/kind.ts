import { FRESH_ID_MIN } from "../../fresh-numbers.ts";
import fc from "fast-check";
import { z } from "zod";
import { bytes, slice } from "../../template/index.ts";
import { formatKind } from "../format-kind.ts";
import { stringOf } from "../json-types.ts";
import { dateAxes, knownDate } from "./axes.ts";
import { dateFamilies } from "./cases.ts";

/** A day as an interface describes it: `full-date` of RFC 3339, `2024-01-31`. */
export const DateType = z.strictObject({
  kind: z.literal("date"),
  fresh: z.literal(true).optional(),
});
export type DateType = z.infer<typeof DateType>;

const MS_PER_DAY = 86_400_000;
/** From 1970 on: 130 years of days, then they repeat. */
const DAYS = 47_482;

const dayText = (days: number): string => new Date(days * MS_PER_DAY).toISOString().slice(0, 10);

const FORM = /^([+-]?\d+)-(\d\d)-(\d\d)$/;

/** How a text differs from a date of the calendar with a year of four digits. */
function dateDeviation(text: string): string | undefined {
  const [, year = "", month = "", day = ""] = FORM.exec(text) ?? [];
  if (year === "") return /^\d{4}-\d\d-\d\dT/i.test(text) ? "a time, too" : "another text";
  if (!/^\d{4}$/.test(year)) return "year of other than four digits";
  // Days of a month repeat after 400 years; Date.UTC reads years below 100 as 1900 and later.
  const days = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate();
  const inCalendar =
    Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= days;
  return inCalendar ? undefined : "out of the calendar";
}

export const fullDateKind = formatKind<DateType>({
  name: "date",
  schema: () => DateType,
  words: "an RFC 3339 full-date",
  isBounded: () => false,
  text: (_, unique) => dayText((unique - FRESH_ID_MIN) % DAYS),
  otherForms: (date) => [`${date}T00:00:00`],
  has: (text) => dateDeviation(text) === undefined,
  deviation: dateDeviation,
  families: dateFamilies,
  texts: () => fc.integer({ min: -DAYS, max: DAYS }).map(dayText),
  axes: dateAxes,
  simpler: ({ content }, text) => {
    const own = content();
    const [, year = "", month = "", day = ""] = FORM.exec(stringOf(text) ?? "") ?? [];
    if (year === "") return [['""'], bytes`"${own}0"`, bytes`"${own}T00:00:00Z"`];
    return [
      bytes`"${slice(own, 0, 8)}${day}"`,
      bytes`"${slice(own, 0, 4)}-${month}${slice(own, 7)}"`,
      bytes`"${year}${slice(own, 4)}"`,
    ];
  },
  knownValue: knownDate,
});
