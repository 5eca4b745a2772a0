import type { Unit } from "./units.ts";

/** The units as text with one UTF-16 unit for each, so that an index in one is an index in the other. */
export const skeleton = (units: Unit[]): string => units.map(letterOf).join("");

function letterOf(unit: Unit): string {
  if (typeof unit === "string") return unit.length === 1 ? unit : OTHER;
  if ("fresh" in unit) return unit.fresh === "id" ? "1" : OTHER;
  if ("base64" in unit) return ascii(Buffer.from(unit.base64, "base64"));
  if ("repeat" in unit) return firstLetter(unit.repeat[0]);
  if ("slice" in unit) return firstLetter(unit.slice[0]);
  return OTHER;
}

const OTHER = "x";

function ascii(bytes: Buffer): string {
  const [first = 0xff] = bytes;
  return first < 0x80 ? String.fromCharCode(first) : OTHER;
}

const firstLetter = (part: Unit | undefined): string =>
  part === undefined
    ? OTHER
    : letterOf(typeof part === "string" ? (Array.from(part)[0] ?? "") : part);
