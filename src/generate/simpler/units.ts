import type { Template, TemplatePart } from "../../template/index.ts";
import type { FreshBytes } from "../layout.ts";

/**
 * The smallest parts that shrinking removes: one character, one byte (`{ base64 }`), or a hole. A
 * `repeat` is one part while it makes more than a few.
 */
export type Unit = TemplatePart;

const UNROLLED_UNITS = 64;
const BYTES_APART = 400;

/** Splits a template; `joined` of the units makes the same bytes again. */
export const unitsOf = (template: Template, fresh: FreshBytes): Unit[] =>
  template.flatMap((part) => partUnits(part, fresh));

function partUnits(part: TemplatePart, fresh: FreshBytes): Unit[] {
  if (typeof part === "string") return Array.from(part);
  if ("base64" in part) {
    const bytes = Buffer.from(part.base64, "base64");
    return bytes.length > BYTES_APART ? [part] : Array.from(bytes, byteUnit);
  }
  if ("repeat" in part) return repeatUnits(part.repeat, part.times, fresh);
  if ("slice" in part) return sliceUnits(part, fresh);
  return [part];
}

const byteUnit = (value: number): Unit => ({ base64: Buffer.from([value]).toString("base64") });

function repeatUnits(repeat: Template, times: number, fresh: FreshBytes): Unit[] {
  const inner = unitsOf(repeat, fresh);
  if (times === 0 || inner.length === 0) return [];
  if (times === 1) return inner;
  if (inner.length * times > UNROLLED_UNITS) return [{ repeat: joined(inner), times }];
  return Array.from({ length: times }, () => inner).flat();
}

function sliceUnits(part: Extract<TemplatePart, { slice: Template }>, fresh: FreshBytes): Unit[] {
  const inner = unitsOf(part.slice, fresh);
  const sizes = inner.map((unit) => unitBytes(unit, fresh));
  if (sizes.includes(undefined)) return [part];
  const cut: Unit[] = [];
  let at = 0;
  for (const [index, unit] of inner.entries()) {
    const end = at + (sizes[index] ?? 0);
    const from = Math.max(part.from, at);
    const to = Math.min(part.to ?? end, end);
    if (from === at && to === end) cut.push(unit);
    else if (from < to) cut.push({ slice: [unit], from: from - at, to: to - at });
    at = end;
  }
  return inner.length === 1 && cut.length === 1 && cut[0] !== inner[0] ? [part] : cut;
}

/** The bytes of a unit; undefined if they depend on the target. */
function unitBytes(unit: Unit, fresh: FreshBytes): number | undefined {
  if (typeof unit === "string") return Buffer.byteLength(unit);
  if ("base64" in unit) return Buffer.byteLength(unit.base64, "base64");
  if ("fresh" in unit) return fresh.get(unit.fresh);
  if ("slice" in unit && unit.slice.length === 1) {
    const [only = ""] = unit.slice;
    const whole = unitBytes(only, fresh);
    if (whole === undefined) return undefined;
    return Math.max(0, Math.min(unit.to ?? whole, whole) - unit.from);
  }
  return undefined;
}

/** Joins units to a template, text with text and bytes with bytes. */
export function joined(units: Unit[]): Template {
  const parts: Template = [];
  let text: string[] = [];
  let bytes: Buffer[] = [];
  const flush = (): void => {
    if (text.length > 0) parts.push(text.join(""));
    if (bytes.length > 0) parts.push({ base64: Buffer.concat(bytes).toString("base64") });
    text = [];
    bytes = [];
  };
  for (const unit of units) {
    const isText = typeof unit === "string";
    const isBytes = !isText && "base64" in unit;
    // Halves of a surrogate pair stay two parts: joined they would be another character.
    if (!(isText ? bytes.length === 0 && !isHalf(text.at(-1)) : isBytes && text.length === 0))
      flush();
    if (isText) text.push(unit);
    else if (isBytes) bytes.push(Buffer.from(unit.base64, "base64"));
    else parts.push(unit);
  }
  flush();
  return parts;
}

const isHalf = (text: string | undefined): boolean =>
  text !== undefined && text.length === 1 && (text.charCodeAt(0) & 0xfc00) === 0xd800;
