import type { Template, TemplatePart } from "../../template/index.ts";
import type { FreshBytes } from "../layout.ts";

/** What shrinking removes: one character, one byte (`{ base64 }`), or a hole; a large `repeat` is one part. */
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

export type Range = [from: number, to: number];

/** Up to this many, single ones are left out; of more, at least about a 64th. */
export const FEW = 400;
const COARSEST = 64;

/** What to leave out of this many: all, halves, quarters, and so on to single ones. */
export function* chunks(count: number): Generator<Range> {
  const least = count > FEW ? Math.ceil(count / COARSEST) : 1;
  for (let size = count; size >= least; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < count; from += size) yield [from, Math.min(from + size, count)];
}

export function without<T>(list: readonly T[], ranges: readonly Range[]): T[] {
  const kept: T[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    kept.push(...list.slice(at, from));
    at = to;
  }
  return kept.concat(list.slice(at));
}

export const replaced = <T>(list: readonly T[], [from, to]: Range, by: readonly T[]): T[] => [
  ...list.slice(0, from),
  ...by,
  ...list.slice(to),
];

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

const MOST_REPEATED = 100_000;

export function plainText(units: readonly Unit[]): string | undefined {
  const text = units.map((unit) => (typeof unit === "string" ? unit : repeatedText(unit)));
  return text.includes(undefined) ? undefined : text.join("");
}

function repeatedText(unit: Exclude<Unit, string>): string | undefined {
  if (!("repeat" in unit)) return undefined;
  const { repeat, times } = unit;
  const text = repeat.every((part) => typeof part === "string") ? repeat.join("") : undefined;
  return text === undefined || text.length * times > MOST_REPEATED ? undefined : text.repeat(times);
}
