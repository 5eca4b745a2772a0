import { z } from "zod";
import { compareDecimals, type Decimal, decimalOf, decimalText } from "../decimal.ts";
import { divideDown, divideUp, exactly, isMultipleOf, unitsAt } from "../decimal.ts";
import { wholeNumberText } from "../whole-number/type.ts";
import { jsonTypeOf } from "../case-families.ts";

const Shape = z.strictObject({
  kind: z.literal("number"),
  fresh: z.literal(true).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  exclusiveMin: z.number().optional(),
  exclusiveMax: z.number().optional(),
  multipleOf: z.number().positive().optional(),
});

/** A number as an interface describes it; `min` and `max` are included, the exclusive bounds are not. */
export type NumberType = z.infer<typeof Shape>;
export const NumberType = Shape.refine(numbersAreLeft, "the bounds leave no number");

/** The tighter of two bounds on one side; `open` if the bound itself is excluded. */
export type Bound = { at: Decimal; text: string; open: boolean };

export function boundsOf(type: NumberType): { least?: Bound; most?: Bound } {
  const least = tighter(bound(type.min, false), bound(type.exclusiveMin, true), 1);
  const most = tighter(bound(type.max, false), bound(type.exclusiveMax, true), -1);
  return { ...(least && { least }), ...(most && { most }) };
}

const bound = (value: number | undefined, open: boolean): Bound | undefined =>
  value === undefined ? undefined : { at: exactly(value), text: String(value), open };

function tighter(closed: Bound | undefined, open: Bound | undefined, sign: 1 | -1) {
  if (closed === undefined || open === undefined) return closed ?? open;
  return compareDecimals(closed.at, open.at) * sign > 0 ? closed : open;
}

function numbersAreLeft(type: NumberType): boolean {
  const { least, most } = boundsOf(type);
  if (least === undefined || most === undefined) return true;
  const order = compareDecimals(least.at, most.at);
  return order < 0 || (order === 0 && !least.open && !most.open);
}

function outsideOf(type: NumberType, value: Decimal): string | undefined {
  const { least, most } = boundsOf(type);
  if (least !== undefined && isBeyond(least, compareDecimals(least.at, value)))
    return least.open ? `${least.text} or below` : `below ${least.text}`;
  if (most !== undefined && isBeyond(most, compareDecimals(value, most.at)))
    return most.open ? `${most.text} or above` : `above ${most.text}`;
  if (type.multipleOf !== undefined && !isMultipleOf(value, exactly(type.multipleOf)))
    return `not a multiple of ${type.multipleOf}`;
  return undefined;
}

const isBeyond = ({ open }: Bound, order: number): boolean => order > 0 || (order === 0 && open);

/** Whether a JSON value is a number within the bounds, to the precision of a double. */
export function fitsNumber(type: NumberType, value: unknown): boolean {
  if (typeof value !== "number" || !Number.isFinite(value)) return false;
  return isStatedNumber(type, String(value));
}

export function numberWords(type: NumberType): string {
  const { least, most } = boundsOf(type);
  const range = [
    ...(least === undefined ? [] : [`${least.open ? "above" : "from"} ${least.text}`]),
    ...(most === undefined ? [] : [`${most.open ? "below" : "to"} ${most.text}`]),
  ].join(most?.open ? " and " : " ");
  const step = type.multipleOf === undefined ? "" : `that is a multiple of ${type.multipleOf}`;
  return ["a number", range, step].filter((part) => part !== "").join(" ");
}

/** Numbers for values that are not fresh: the first valid one. */
const EXAMPLES = ["12.34", "12.5", "12", "1.5", "1", "0.5", "0", "-1.5", "-12"];
/** Numbers of fraction digits that are tried until there are enough different numbers. */
const SCALES = [2, 3, 4, 5, 6, 7, 8, 9];
const ENOUGH = 1_000_000n;

/** The text of a valid number; a fresh one differs for each `unique`, all of one length. If there are few, they repeat. */
export function numberText(type: NumberType, unique: number): string {
  if (type.fresh !== true) {
    const { least, most } = boundsOf(type);
    const ends = [least, most].flatMap((end) => (end === undefined ? [] : [decimalText(end.at)]));
    const example = [...EXAMPLES, ...ends].find((text) => isStatedNumber(type, text));
    if (example !== undefined) return example;
  }
  const { scale, ...range } = unitRange(type);
  const digits = wholeNumberText({ kind: "whole-number", fresh: type.fresh, ...range }, unique);
  return decimalText({ units: BigInt(digits), scale });
}

export function isStatedNumber(type: NumberType, text: string): boolean {
  const decimal = decimalOf(text);
  return decimal !== undefined && outsideOf(type, decimal) === undefined;
}

/** The stated numbers as integers: their fraction digits, their range, and their step. */
export function unitRange(type: NumberType) {
  const step = type.multipleOf === undefined ? undefined : exactly(type.multipleOf);
  const scales = step === undefined ? SCALES : [step.scale];
  const ranges = scales.map((scale) => ({
    scale,
    ...unitBounds(type, scale),
    multipleOf: step === undefined ? 1 : Number(step.units),
  }));
  const enough = ranges.find(({ min, max, multipleOf }) => {
    if (min === undefined || max === undefined) return true;
    return (BigInt(max) - BigInt(min)) / BigInt(multipleOf) >= ENOUGH;
  });
  return enough ?? ranges.at(-1) ?? { scale: 0, multipleOf: 1, min: undefined, max: undefined };
}

function unitBounds(type: NumberType, scale: number): { min?: string; max?: string } {
  const { least, most } = boundsOf(type);
  const finest = Math.max(scale, least?.at.scale ?? 0, most?.at.scale ?? 0);
  const unit = 10n ** BigInt(finest - scale);
  const low = least && unitsAt(least.at, finest) + (least.open ? 1n : 0n);
  const high = most && unitsAt(most.at, finest) - (most.open ? 1n : 0n);
  return {
    ...(low !== undefined && { min: String(divideUp(low, unit)) }),
    ...(high !== undefined && { max: String(divideDown(high, unit)) }),
  };
}

/** Significant digits that distinguish any two doubles. */
const DOUBLE_DIGITS = 17;

/** How a value's JSON text differs from a plain number within its bounds, by default from 0; undefined if it does not. */
export function numberDeviation(type: NumberType, text: string): string | undefined {
  const jsonType = jsonTypeOf(text);
  if (jsonType !== "number") return jsonType;
  if (!Number.isFinite(Number(text))) return "too large for a double";
  if (/e/i.test(text)) return "exponent";
  const value = decimalOf(text);
  if (value === undefined) return "exponent";
  const outside = outsideOf(type, value);
  if (outside !== undefined) return outside;
  const { least, most } = boundsOf(type);
  const isUsual = least !== undefined || (most !== undefined && most.at.units < 0n);
  if (text.startsWith("-") && !isUsual) return "negative";
  const digits = text.replace(/[-.]/g, "").replace(/^0+/, "");
  return digits.length > DOUBLE_DIGITS ? "more digits than a double has" : undefined;
}
