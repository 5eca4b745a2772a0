import type { FieldType } from "../../kinds/index.ts";
import type { SeenValue } from "./seen-values.ts";

/** A place on the scale of a limit: the number itself, or a count of characters or items. */
export type Point = { figure: bigint | number; accepted: boolean; seen?: SeenValue };

export type Limit = {
  bound: "minimum" | "maximum";
  /** The last accepted place, and the first refused one beyond it. */
  inside: Point;
  outside?: Point | undefined;
  /** The two are next to each other. */
  exact: boolean;
  /** A number beyond all doubles, which is accepted although `outside` is refused. */
  again?: Point | undefined;
};

const isDouble = ({ figure }: Point): boolean => Number.isFinite(Number(figure));

const DIGITS = /^-?\d+$/;
const DECIMALS = /^-?\d+(\.\d+)?$/;
const LONGEST = 400;

/** How a length in another unit than characters is computed, by the name of the unit. */
const LENGTHS: Readonly<Record<string, (text: string) => number>> = {
  bytes: (text) => new TextEncoder().encode(text).length,
  "UTF-16 code units": (text) => text.length,
};

/** The figure of a value, if its kind is limited by one; of a text, its length in this unit. */
export function figureOf(
  { kind }: FieldType,
  { value, text }: SeenValue,
  unit = "characters",
): Point["figure"] | undefined {
  if (kind === "whole-number" && typeof value === "number" && text.length <= LONGEST)
    return DIGITS.test(text) ? BigInt(text) : undefined;
  if (kind === "number" && typeof value === "number")
    return DECIMALS.test(text) ? value : undefined;
  if (["text", "email", "uri", "uuid", "date", "ipv4"].includes(kind) && typeof value === "string")
    return BigInt(LENGTHS[unit]?.(value) ?? Array.from(value).length);
  if (kind === "list" && Array.isArray(value)) return BigInt(value.length);
  return undefined;
}

const WRITTEN = /^(-?)(\d+)(?:\.(\d+))?[eE]([-+]?\d+)$/;

/**
 * The figure of a value in whatever form it is written, `1e3` as well; `unknown` for a number that is too large or too
 * small to compute, undefined if the kind has no figure.
 */
export function magnitudeOf(
  type: FieldType,
  seen: SeenValue,
  unit: string | undefined,
): Point["figure"] | "unknown" | undefined {
  const plain = figureOf(type, seen, unit);
  if (plain !== undefined || typeof seen.value !== "number") return plain;
  const [, , , , exponent = "0"] = WRITTEN.exec(seen.text) ?? [];
  const isFar = Math.abs(Number(exponent)) > LONGEST || !Number.isFinite(seen.value);
  if (isFar || seen.text.length > LONGEST) return "unknown";
  return Number.isInteger(seen.value) ? BigInt(seen.value) : seen.value;
}

/** The lower or upper limit of the accepted values; undefined if no value was accepted. */
export function limitOf(points: readonly Point[], bound: Limit["bound"]): Limit | undefined {
  const isBeyond = (one: Point, other: Point): boolean =>
    bound === "maximum" ? one.figure > other.figure : one.figure < other.figure;
  const outermost = ([first, ...others]: readonly Point[]): Point | undefined =>
    first && others.reduce((best, each) => (isBeyond(each, best) ? each : best), first);
  const far = points.filter((each) => each.accepted && !isDouble(each));
  const near = points.filter(isDouble);
  const last = outermost(near.filter(({ accepted }) => accepted));
  // Servers that read numbers as doubles take what is beyond all doubles for infinity, which some do not compare with a limit.
  if (far.length > 0 && last !== undefined && near.some((each) => isBeyond(each, last))) {
    const limit = limitOf(near, bound);
    const beyond = far.filter((each) => isBeyond(each, last));
    return limit && (beyond.length === 0 ? limit : { ...limit, again: outermost(beyond) });
  }
  const inside = outermost(points.filter(({ accepted }) => accepted));
  if (inside === undefined) return undefined;
  const beyond = points.filter((each) => !each.accepted && isBeyond(each, inside));
  const [first, ...others] = beyond;
  const outside =
    first && others.reduce((best, each) => (isBeyond(best, each) ? each : best), first);
  const exact = outside !== undefined && isNext(inside.figure, outside.figure);
  return { bound, inside, outside, exact };
}

const isNext = (one: Point["figure"], other: Point["figure"]): boolean =>
  typeof one === "bigint" &&
  typeof other === "bigint" &&
  (one - other === 1n || other - one === 1n);
