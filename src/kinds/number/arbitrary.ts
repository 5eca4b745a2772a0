import fc from "fast-check";
import { bytes, times, type Template } from "../../template/index.ts";
import type { Slot } from "../kind.ts";
import { decimalText, unitsAt } from "../decimal.ts";
import { unitRange } from "./text.ts";
import { boundsOf, type NumberType } from "./type.ts";

/** If one side is open, valid numbers are drawn within this many units. */
const REACH = 1_000_000_000_000n;

/** Valid numbers; for a fresh number, its fresh values. */
export function validNumber({ type, valid }: Slot<NumberType>): fc.Arbitrary<Template> {
  if (type.fresh === true) return fc.constant(valid());
  const { scale, min, max, multipleOf } = unitRange(type);
  const step = BigInt(multipleOf);
  const low = min === undefined ? undefined : BigInt(min);
  const high = max === undefined ? undefined : BigInt(max);
  const from = low ?? (high === undefined || high >= 0n ? 0n : high - REACH);
  const to = high ?? from + REACH;
  const first = from / step + (from > 0n && from % step !== 0n ? 1n : 0n);
  const last = to / step - (to < 0n && to % step !== 0n ? 1n : 0n);
  if (last < first) return fc.constant(valid());
  return fc.bigInt({ min: first, max: last }).map((nth): Template => [
    // A fraction of zeros is one in some languages, and none in others.
    decimalText({ units: nth * step, scale }).replace(/\.0+$/, ""),
  ]);
}

const digitsUpTo = (maxLength: number, minLength = 0) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength });

/** Sign, digits, point, fraction and exponent, each sometimes odd or missing. */
const spelled = fc
  .tuple(
    fc.constantFrom("", "", "", "-", "+", "--", " ", "0", "00", "$"),
    digitsUpTo(12),
    fc.constantFrom(".", ".", ".", "", ",", ".."),
    digitsUpTo(24),
    fc.constantFrom("", "", "", "e0", "E+2", "e-2", "e", "e400", "e-400", "f", "%", " EUR"),
  )
  .map((parts): Template => [parts.join("")]);

const quoted = spelled.map((text): Template => bytes`"${text}"`);

const huge = fc
  .tuple(fc.constantFrom("", "-", "0.", "1."), fc.integer({ min: 16, max: 20_000 }))
  .map(([start, count]): Template => bytes`${start}${times("7", count)}`);

const other = fc
  .constantFrom("null", "true", "false", "[]", "{}", '""', "[0.5]", '{"value":1.5}', "NaN", "")
  .map((text): Template => [text]);

/** Numbers within a few units of some decimal place from 0 and the stated bounds. */
function nearBound(type: NumberType): fc.Arbitrary<Template> {
  const { least, most } = boundsOf(type);
  const ends = [least, most].flatMap((end) => (end === undefined ? [] : [end.at]));
  return fc
    .tuple(
      fc.constantFrom({ units: 0n, scale: 0 }, ...ends),
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: -3, max: 3 }),
    )
    .map(([at, places, by]): Template => {
      const scale = Math.max(at.scale, places);
      const unit = 10n ** BigInt(scale - places);
      return [decimalText({ units: unitsAt(at, scale) + BigInt(by) * unit, scale })];
    });
}

const anyDouble = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((value): Template => [String(value)]);

/** Any text for a number: near its bounds, misspelled, very long, of another type. */
export const numberOrNot = ({ type }: Slot<NumberType>): fc.Arbitrary<Template> =>
  fc.oneof(
    { withCrossShrink: true },
    { arbitrary: nearBound(type), weight: 5 },
    { arbitrary: anyDouble, weight: 3 },
    { arbitrary: spelled, weight: 4 },
    { arbitrary: quoted, weight: 2 },
    { arbitrary: other, weight: 2 },
    { arbitrary: huge, weight: 1 },
  );
