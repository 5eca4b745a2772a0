import fc from "fast-check";
import type { Template } from "../../template/index.ts";

const number = (min: number, max: number, width = 2) =>
  fc.integer({ min, max }).map((value) => String(value).padStart(width, "0"));
const digitsUpTo = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), maxLength });

/** Year, month, day, separator, hour, minute, second, fraction, zone: in the form of the specification. */
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

/** A number out of its range, of another length, or missing. */
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
