/** A decimal number without loss: `units` divided by ten to the power of `scale`. */
export type Decimal = { units: bigint; scale: number };

const FORM = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Larger exponents are not expanded: a double cannot have them. */
const MOST_PLACES = 2000;

/** Reads the text of a JSON number; undefined if it is not one, or its exponent is very large. */
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

/** The units of a number at a finer scale. */
export const unitsAt = ({ units, scale }: Decimal, finer: number): bigint =>
  units * 10n ** BigInt(finer - scale);

/** Negative if the first is smaller, 0 if both are equal. */
export function compareDecimals(one: Decimal, other: Decimal): number {
  const scale = Math.max(one.scale, other.scale);
  const [first, second] = [unitsAt(one, scale), unitsAt(other, scale)];
  return first < second ? -1 : first > second ? 1 : 0;
}

export function isMultipleOf(value: Decimal, step: Decimal): boolean {
  const scale = Math.max(value.scale, step.scale);
  return unitsAt(value, scale) % unitsAt(step, scale) === 0n;
}

/** The digits with the point at its place: 1234 at scale 2 is `12.34`. */
export function decimalText({ units, scale }: Decimal): string {
  if (scale === 0) return String(units);
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0");
  const sign = units < 0n ? "-" : "";
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
