/**
 * A whole number as people read it: long powers of ten as such, other long ones by their first
 * digits, `last` of their last digits, and their length.
 */
export function readableNumber(text: string, last = 0): string {
  if (text.length <= 22) return text;
  const sign = text.startsWith("-") ? "-" : "";
  const digits = text.slice(sign.length);
  if (/^10+$/.test(digits)) return `${sign}10^${digits.length - 1}`;
  const end = digits.slice(digits.length - last);
  return `${sign}${digits.slice(0, 6)}…${end} (${digits.length} digits)`;
}
