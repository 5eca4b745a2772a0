import { withoutEnd } from "../white-space.ts";

/** Decimal places beyond which a number is not expanded: above every size that a rule names. */
const MOST_PLACES = 2000;

const FORM = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * The exact integer of a JSON number; undefined for a fraction. A number with too many places to expand becomes one
 * with that maximum.
 */
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
