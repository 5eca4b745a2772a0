import { z } from "zod";
import { compareDecimals, decimalOf, exactly, isMultipleOf, type Decimal } from "../decimal.ts";

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

/** The stated bounds, each side's tighter one. */
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

/** How a number is out of its range; undefined if it is inside. */
export function outsideOf(type: NumberType, value: Decimal): string | undefined {
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
  const decimal = decimalOf(String(value));
  return decimal !== undefined && outsideOf(type, decimal) === undefined;
}

/** The stated rule: `a number from 0 and below 10`. */
export function numberWords(type: NumberType): string {
  const { least, most } = boundsOf(type);
  const range = [
    ...(least === undefined ? [] : [`${least.open ? "above" : "from"} ${least.text}`]),
    ...(most === undefined ? [] : [`${most.open ? "below" : "to"} ${most.text}`]),
  ].join(most?.open ? " and " : " ");
  const step = type.multipleOf === undefined ? "" : `that is a multiple of ${type.multipleOf}`;
  return ["a number", range, step].filter((part) => part !== "").join(" ");
}
