import { withoutEnd } from "./number-readers.ts";
import type { Template } from "../template/index.ts";

/** A decimal number without loss: `units` divided by ten to the power of `scale`. */
export type Decimal = { units: bigint; scale: number };

const FORM = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Larger exponents are not expanded: a double cannot have them. */
const MOST_PLACES = 2000;

export function decimalOf(text: string): Decimal | undefined {
  const [, sign = "", whole, fraction = "", exponent = "0"] = FORM.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const scale = fraction.length - Number(exponent);
  if (Math.abs(scale) > MOST_PLACES) return undefined;
  const units = BigInt(`${sign}${whole}${fraction}`);
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale };
}

/** A finite number, exactly as its shortest digits. */
export function exactly(value: number): Decimal {
  const found = decimalOf(String(value));
  if (found === undefined) throw new Error(`${value} is not a finite number`);
  return found;
}

export const unitsAt = ({ units, scale }: Decimal, finer: number): bigint =>
  units * 10n ** BigInt(finer - scale);

/** The quotient, rounded towards minus infinity. */
export const divideDown = (value: bigint, by: bigint): bigint =>
  value / by - (value < 0n && value % by !== 0n ? 1n : 0n);

export const divideUp = (value: bigint, by: bigint): bigint => -divideDown(-value, by);

export function compareDecimals(one: Decimal, other: Decimal): number {
  const scale = Math.max(one.scale, other.scale);
  const [first, second] = [unitsAt(one, scale), unitsAt(other, scale)];
  return first < second ? -1 : first > second ? 1 : 0;
}

export function isMultipleOf(value: Decimal, step: Decimal): boolean {
  const scale = Math.max(value.scale, step.scale);
  return unitsAt(value, scale) % unitsAt(step, scale) === 0n;
}

export function decimalText({ units, scale }: Decimal): string {
  if (scale === 0) return String(units);
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0");
  const sign = units < 0n ? "-" : "";
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** The exact integer of a JSON number, with a maximum of places; undefined for a fraction. */
export function exactInteger(text: string): bigint | undefined {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = FORM.exec(text) ?? [];
  const digits = withoutEnd(`${whole}${fraction}`, "0");
  const cut = whole.length + fraction.length - digits.length;
  const unsigned = digits.replace(/^0+/, "");
  if (unsigned === "") return whole === "" ? undefined : 0n;
  const places = Number(exponent) - fraction.length + cut;
  if (places < 0) return undefined;
  return BigInt(`${sign}${unsigned}`) * 10n ** BigInt(Math.min(places, MOST_PLACES));
}

/** The number without its fraction, as a cast to an integer type makes it. */
export function truncatedInteger(text: string): bigint | undefined {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = FORM.exec(text) ?? [];
  if (whole === "") return undefined;
  const digits = `${whole}${fraction}`.replace(/^0+(?=\d)/, "");
  const places = Math.min(Number(exponent), MOST_PLACES) - fraction.length;
  const kept = places < 0 ? digits.slice(0, Math.max(0, digits.length + places)) : digits;
  return BigInt(`${sign}${kept || "0"}`) * 10n ** BigInt(Math.max(0, places));
}

/** Limit of the digits of a number that are examined: longer ones are cut first. */
const MOST_DIGITS = 1000;
const MOST_TRIED = 20;

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

function nextTo({ units, scale }: Decimal): Decimal[] {
  const whole = units / 10n ** BigInt(scale);
  return [
    ...[0n, 1n, -1n].map((by) => ({ units: units + by, scale })),
    ...[0n, 1n, -1n].map((by) => ({ units: whole + by, scale: 0 })),
  ];
}

function plainer(value: Decimal): Decimal[] {
  const sign = value.units < 0n ? -1n : 1n;
  const places = Array.from({ length: Math.min(value.scale, MOST_TRIED) }, (_, scale) => scale);
  return [
    { units: 0n, scale: 0 },
    { units: sign, scale: 0 },
    ...places.map((scale) => ({ units: rounded(value, scale), scale })),
    ...places.slice(1).map((scale) => ({ units: sign, scale })),
  ].filter((each) => compareDecimals(each, value) !== 0);
}

const rounded = ({ units, scale }: Decimal, places: number): bigint =>
  units / unitsAt({ units: 1n, scale: 0 }, scale - places);
