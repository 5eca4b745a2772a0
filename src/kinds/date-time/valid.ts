import fc, { type Arbitrary } from "fast-check";
import type { Template } from "../../template/index.ts";
import type { Slot, ValueCase } from "../kind.ts";
import { fitsDateTime, type DateTimeType } from "./type.ts";

const MOMENTS: [name: string, reason: string, text: string][] = [
  ["epoch", "the Unix epoch", "1970-01-01T00:00:00.000Z"],
  ["epoch-plus-1-ms", "one millisecond after the Unix epoch", "1970-01-01T00:00:00.001Z"],
  ["2000-start", "the first millisecond of 2000", "2000-01-01T00:00:00.000Z"],
  ["1999-end", "the last millisecond of 1999", "1999-12-31T23:59:59.999Z"],
  ["leap-2000", "29 February 2000", "2000-02-29T12:34:56.789Z"],
  ["leap-2024", "29 February 2024", "2024-02-29T12:34:56.789Z"],
  ["leap-2024-end", "the last millisecond of 29 February 2024", "2024-02-29T23:59:59.999Z"],
  ["feb-2023-end", "the last millisecond of February 2023", "2023-02-28T23:59:59.999Z"],
  ["apr-end", "the last day of a month of 30 days", "2024-04-30T08:15:30.250Z"],
  ["2024-start", "the first millisecond of 2024", "2024-01-01T00:00:00.000Z"],
  ["2024-end", "the last millisecond of 2024", "2024-12-31T23:59:59.999Z"],
  ["ms-000", "a whole second", "2024-05-17T10:20:30.000Z"],
  ["ms-001", "one millisecond past a second", "2024-05-17T10:20:30.001Z"],
  ["ms-010", "ten milliseconds past a second", "2024-05-17T10:20:30.010Z"],
  ["ms-100", "a tenth past a second", "2024-05-17T10:20:30.100Z"],
  ["ms-999", "one millisecond before a second", "2024-05-17T10:20:30.999Z"],
  ["billion", "a billion seconds after the epoch", "2001-09-09T01:46:40.000Z"],
  ["leap-second-eve", "just before a leap second", "2016-12-31T23:59:59.999Z"],
  ["clock-change", "an hour that Paris skips, in UTC", "2024-03-31T02:30:00.000Z"],
  ["2038-last", "the last millisecond of signed 32-bit seconds", "2038-01-19T03:14:07.999Z"],
  ["2038-next", "one millisecond later than signed 32-bit seconds", "2038-01-19T03:14:08.000Z"],
  ["2099-end", "the last millisecond of 2099", "2099-12-31T23:59:59.999Z"],
];

/** Valid moments at which clocks and calendars change, if the type has milliseconds. */
export const momentCases = ({ type }: Slot<DateTimeType>): ValueCase[] =>
  MOMENTS.filter(([, , text]) => fitsDateTime(type, text)).map(([name, reason, text]) => ({
    name,
    reason,
    value: [`"${text}"`],
  }));

const MOMENT = fc.date({
  min: new Date("1970-01-01T00:00:00.000Z"),
  max: new Date("2099-12-31T23:59:59.999Z"),
  noInvalidDate: true,
});

/** Any moment from 1970 to 2099; a valid one of the field if the type states other digits. */
export function validDateTime({ type, valid }: Slot<DateTimeType>): Arbitrary<Template> {
  return MOMENT.map((moment) => {
    const text = moment.toISOString();
    return fitsDateTime(type, text) ? [`"${text}"`] : valid();
  });
}
