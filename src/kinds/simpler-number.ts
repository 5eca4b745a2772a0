import type { Template } from "../template/index.ts";
import { compareDecimals, decimalOf, decimalText, unitsAt, type Decimal } from "./decimal.ts";

/** Limit of the digits of a number that are examined: longer ones are cut first. */
const MOST_DIGITS = 1000;
/** Fraction digits that are tried. */
const MOST_PLACES = 20;

/** Numbers that are simpler than the one with this text: next to a bound on its side, of one digit, with fewer digits. */
export function simplerNumbers(text: string, bounds: readonly Decimal[]): Template[] {
  const value = text.length > MOST_DIGITS ? undefined : decimalOf(text);
  if (value === undefined) return [["0"], ["1"], ["-1"]];
  const own = Math.max(decimalText(value).length, text.length);
  const found = [...plainer(value), ...bounds.flatMap(nextTo)].map(decimalText);
  return [...new Set(found)]
    .filter((each) => each !== text && each.length <= own)
    .toSorted((one, other) => one.length - other.length)
    .map((each) => [each]);
}

/** A bound and its neighbours: by its own last digit, and the integers around it. */
function nextTo({ units, scale }: Decimal): Decimal[] {
  const whole = units / 10n ** BigInt(scale);
  return [
    ...[0n, 1n, -1n].map((by) => ({ units: units + by, scale })),
    ...[0n, 1n, -1n].map((by) => ({ units: whole + by, scale: 0 })),
  ];
}

/** 0 and 1 with its sign, its whole part, its first fraction digits. */
function plainer(value: Decimal): Decimal[] {
  const sign = value.units < 0n ? -1n : 1n;
  const places = Array.from({ length: Math.min(value.scale, MOST_PLACES) }, (_, scale) => scale);
  return [
    { units: 0n, scale: 0 },
    { units: sign, scale: 0 },
    ...places.map((scale) => ({ units: rounded(value, scale), scale })),
    ...places.slice(1).map((scale) => ({ units: sign, scale })),
  ].filter((each) => compareDecimals(each, value) !== 0);
}

/** The digits up to this place, without those after it. */
const rounded = ({ units, scale }: Decimal, places: number): bigint =>
  units / unitsAt({ units: 1n, scale: 0 }, scale - places);
