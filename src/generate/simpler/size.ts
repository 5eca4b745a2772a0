import type { Template, TemplatePart } from "../../template/index.ts";
import type { FreshBytes } from "../layout.ts";
import { type Unit, unitsOf } from "./units.ts";

const CHARACTER = 3;
const ZERO = 2;
const HOLE = 1;
const WRAPPER = 4;

/** The size of a template: a hole counts less than a 0, and that less than other text. */
export const templateSize = (template: Template, fresh: FreshBytes): number =>
  template.reduce<number>((sum, part) => sum + partSize(part, fresh), 0);

/** Text and bytes are most of a body: they are measured without making a unit of each character. */
function partSize(part: TemplatePart, fresh: FreshBytes): number {
  if (typeof part === "string") return textSize(part);
  if ("base64" in part) return unitSize(part, fresh);
  return unitsSize(unitsOf([part], fresh), fresh);
}

function textSize(text: string): number {
  let size = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // A pair is one character.
    if ((unit & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) at += 1;
    size += unit === 0x30 ? ZERO : CHARACTER;
  }
  return size;
}

/** The same of a template's units. */
export const unitsSize = (units: Unit[], fresh: FreshBytes): number =>
  units.reduce<number>((sum, unit) => sum + unitSize(unit, fresh), 0);

function unitSize(unit: Unit, fresh: FreshBytes): number {
  if (typeof unit === "string") return unit === "0" ? ZERO : CHARACTER;
  if ("base64" in unit) return CHARACTER * Buffer.byteLength(unit.base64, "base64");
  if ("repeat" in unit) return WRAPPER + templateSize(unit.repeat, fresh) * unit.times;
  if ("encode" in unit) return WRAPPER + templateSize(unit.encode, fresh);
  if ("slice" in unit)
    return WRAPPER + unit.slice.reduce<number>((sum, part) => sum + inSlice(part), 0);
  return HOLE;
}

const inSlice = (part: Unit): number => (typeof part === "string" ? CHARACTER * part.length : HOLE);

/** Candidates that are smaller than `size`, each once, in order. */
export function* smallerOnes<T>(
  candidates: Iterable<T>,
  size: number,
  sizeOf: (candidate: T) => number,
): Generator<T> {
  const seen = new Set<string>();
  for (const candidate of candidates) {
    const text = JSON.stringify(candidate);
    if (seen.has(text) || sizeOf(candidate) >= size) continue;
    seen.add(text);
    yield candidate;
  }
}
