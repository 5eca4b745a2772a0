import type { Template } from "../../template/index.ts";
import type { Slot, ValueCase, ValuePair } from "../kind.ts";
import { dateTimeCalendar } from "./calendar.ts";
import { dateTimeCharacters } from "./characters.ts";
import { dateTimeForms } from "./forms.ts";
import { dateTimeFractions } from "./fractions.ts";
import { notDates } from "./other-types.ts";
import { datePartsOf } from "./parts.ts";
import type { DateTimeType } from "./type.ts";
import { dateTimeYears } from "./years.ts";
import { dateTimeZones } from "./zones.ts";

/** Hand-chosen values: precision, spelling, time, type. */
export function dateTimeCases(slot: Slot<DateTimeType>): ValueCase[] {
  const parts = datePartsOf(slot);
  return [
    ...dateTimeFractions(parts),
    ...dateTimeZones(parts),
    ...dateTimeForms(parts),
    ...dateTimeCalendar(parts),
    ...dateTimeYears(parts),
    ...dateTimeCharacters(parts),
    ...notDates(slot),
  ];
}

/** Other values to send for a duplicate key. */
export function dateTimePairs({ valid }: Slot<DateTimeType>): ValuePair[] {
  const pair = (name: string, reason: string, ...values: [Template, Template]): ValuePair => ({
    name,
    reason,
    values,
  });
  const [date, number] = [valid(0), ["1715941230123"]];
  return [
    pair("second-number", "a number the second time", date, number),
    pair("first-number", "a number the first time", number, date),
    pair("second-empty", "an empty string the second time", date, ['""']),
    pair("first-empty", "an empty string the first time", ['""'], date),
    pair("second-day", "a day alone the second time", date, ['"2024-05-17"']),
  ];
}
