import { digitsUpTo } from "../lazily.ts";
import fc, { type Arbitrary } from "fast-check";
import type { Template } from "../../template/index.ts";
import type { Slot, ValueCase } from "../kind.ts";
import { type ValueRow, valuesOf } from "../case-families.ts";
import { fitsDateTime, keepsOrder, type DateTimeType } from "./type.ts";

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

const isValid = (type: DateTimeType, text: string): boolean =>
  fitsDateTime(type, text) && keepsOrder(type.span, Date.parse(text));

export function momentCases({ type, label }: Slot<DateTimeType>): ValueCase[] {
  const fitting = MOMENTS.filter(([, , text]) => isValid(type, text));
  const rows = fitting.map(([name, what, text]): ValueRow => [name, what, `"${text}"`]);
  return valuesOf(label, {}, rows);
}

const MOMENT = fc.date({
  min: new Date("1970-01-01T00:00:00.000Z"),
  max: new Date("2099-12-31T23:59:59.999Z"),
  noInvalidDate: true,
});

export function validDateTime({ type, valid }: Slot<DateTimeType>): Arbitrary<Template> {
  return MOMENT.map((moment) => {
    const text = moment.toISOString();
    return isValid(type, text) ? [`"${text}"`] : valid();
  });
}

const number = (min: number, max: number, width = 2) =>
  fc.integer({ min, max }).map((value) => String(value).padStart(width, "0"));

const ordinary = fc.tuple(
  number(1970, 2099, 4),
  number(1, 12).map((month) => `-${month}`),
  number(1, 28).map((day) => `-${day}`),
  fc.constant("T"),
  number(0, 23),
  number(0, 59).map((minute) => `:${minute}`),
  number(0, 59).map((second) => `:${second}`),
  number(0, 999, 3).map((milliseconds) => `.${milliseconds}`),
  fc.constant("Z"),
);

const oddNumber = (before: string, max: number) =>
  fc.oneof(
    number(0, max).map((value) => before + value),
    digitsUpTo(3).map((digits) => before + digits),
    fc.constantFrom("", ` ${before}01`, `${before}-1`, `${before}1.5`, "/01", ".01", "01"),
  );

const oddYear = fc.oneof(
  number(0, 9999, 4),
  fc.tuple(fc.constantFrom("+", "-", ""), digitsUpTo(7)).map((parts) => parts.join("")),
);

const oddFraction = fc
  .tuple(fc.constantFrom(".", ",", "", ":", ".-"), digitsUpTo(12))
  .map((parts) => parts.join(""));

const oddZone = fc.oneof(
  fc.constantFrom("", "z", "ZZ", " Z", "UTC", "GMT", " UTC", "Z[UTC]", "[Europe/Paris]", "A", "+"),
  fc
    .tuple(fc.constantFrom("+", "-", "−"), number(0, 25), fc.constantFrom(":", ""), number(0, 61))
    .map((parts) => parts.join("")),
  fc.tuple(fc.constantFrom("+", "-"), digitsUpTo(2)).map((parts) => parts.join("")),
);

const at = (index: number, text: fc.Arbitrary<string>) => fc.tuple(fc.constant(index), text);

const oddComponent = fc.oneof(
  at(0, oddYear),
  at(1, oddNumber("-", 14)),
  at(2, oddNumber("-", 33)),
  at(3, fc.constantFrom(" ", "t", "", "_", "  ", "TT", "\t", "-")),
  at(4, oddNumber("", 26)),
  at(5, oddNumber(":", 62)),
  at(6, oddNumber(":", 62)),
  at(7, oddFraction),
  at(8, oddZone),
);

const character = fc.constantFrom(
  ..."0129-:.,TZtz+ /_aW\t\n\u0000\u00a0\ufeff\u0660\uff10\uff1a\u2212\u2013\u0301\ud800",
);

/** One character inserted, removed or replaced; `place` wraps around the text. */
const edit = fc.record({
  what: fc.constantFrom("insert", "delete", "replace"),
  place: fc.nat({ max: 40 }),
  character,
});
type Edit = { what: string; place: number; character: string };

function edited(text: string, change: Edit | null): string {
  if (change === null) return text;
  const place = change.place % (text.length + 1);
  const rest = text.slice(change.what === "insert" ? place : place + 1);
  return text.slice(0, place) + (change.what === "delete" ? "" : change.character) + rest;
}

/** Near misses of a date: one or two odd components, or one odd character. */
export const nearDates: fc.Arbitrary<Template> = fc
  .tuple(
    ordinary,
    fc.array(oddComponent, { maxLength: 2 }),
    fc.option(edit, { nil: null, freq: 2 }),
  )
  .map(([parts, odd, change]) => {
    const components: string[] = [...parts];
    for (const [index, text] of odd) components[index] = text;
    return [JSON.stringify(edited(components.join(""), change))];
  });
