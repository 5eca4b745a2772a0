import { FRESH_ID_MIN } from "../../fresh-numbers.ts";
import { z } from "zod";
import { oncePer } from "../../remember.ts";
import { jsonTypeOf } from "../case-families.ts";
import { divideDown, divideUp } from "../decimal.ts";

/** A bound: a number, or its digits if a double is not exact. */
export const WholeBound = z.union([z.int(), z.string().regex(/^-?\d{1,400}$/, "digits")]);

const Shape = z.strictObject({
  kind: z.literal("whole-number"),
  fresh: z.literal(true).optional(),
  min: WholeBound.optional(),
  max: WholeBound.optional(),
  multipleOf: z.int().min(1).optional(),
  /** New values have so many digits where the bounds allow it; nine by default. */
  digits: z.int().min(1).max(9).optional(),
});

/** An integer as an interface describes it; bounds are inclusive. */
export type WholeNumberType = z.infer<typeof Shape>;
export const WholeNumberType = Shape.refine(numbersAreLeft, "the bounds leave no whole number");

function numbersAreLeft({ min, max, multipleOf = 1 }: WholeNumberType): boolean {
  if (min === undefined || max === undefined) return true;
  const step = BigInt(multipleOf);
  return divideUp(BigInt(min), step) <= divideDown(BigInt(max), step);
}

/** Nine digits fit into every common integer type. */
const USUAL_DIGITS = 9;
const MOST_DIGITS = 19;
/** Enough different numbers that no other length is searched. */
const ENOUGH = 1_000_000n;

type Range = { from: bigint; to: bigint };
const sizeOf = ({ from, to }: Range): bigint => (to < from ? 0n : to - from + 1n);

/** The digits of a valid number, different for each `unique`, all of one length. If the bounds allow few numbers, they repeat. */
export function wholeNumberText(type: WholeNumberType, unique: number): string {
  const { from, count, step } = numbersOf(type);
  const nth = type.fresh === true ? BigInt(unique - FRESH_ID_MIN) % count : 0n;
  return String((from + nth) * step);
}

/** Computed once for each type: every request has one of its numbers. */
const numbersOf = oncePer((type: WholeNumberType) => {
  const step = BigInt(type.multipleOf ?? 1);
  const { from, to } = validRange(type, step);
  return { from, count: to - from + 1n, step };
});

/** The multiples of `step` within the bounds, divided by it: nine digits, else the most frequent length. */
function validRange({ min, max, digits }: WholeNumberType, step: bigint): Range {
  const least = min === undefined ? undefined : BigInt(min);
  const most = max === undefined ? undefined : BigInt(max);
  const within = (low: bigint, high: bigint): Range => ({
    from: divideUp(least === undefined || least < low ? low : least, step),
    to: divideDown(most === undefined || most > high ? high : most, step),
  });
  const ofLength = (digits: number): Range => {
    const [low, high] = [10n ** BigInt(digits - 1), 10n ** BigInt(digits) - 1n];
    return within(digits === 1 ? 0n : low, high);
  };
  const below = (digits: number): Range =>
    within(1n - 10n ** BigInt(digits), -(10n ** BigInt(digits - 1)));
  const asked = digits === undefined ? undefined : ofLength(digits);
  if (asked !== undefined && sizeOf(asked) > 0n) return asked;
  const usual = ofLength(USUAL_DIGITS);
  if (sizeOf(usual) >= ENOUGH) return usual;
  const lengths = Array.from({ length: MOST_DIGITS }, (_, index) => index + 1);
  // Negative ones only if there are no others.
  for (const ranges of [lengths.map(ofLength), lengths.map(below)]) {
    const best = ranges.reduce((one, other) => (sizeOf(other) > sizeOf(one) ? other : one));
    if (sizeOf(best) > 0n) return best;
  }
  const only = divideDown(most ?? least ?? 0n, step);
  return { from: only, to: only };
}

/** Whether a JSON value is an integer within the bounds, to the precision of a double. */
export const fitsWholeNumber = (type: WholeNumberType, value: unknown): boolean =>
  typeof value === "number" &&
  Number.isInteger(value) &&
  value >= Number(type.min ?? -Infinity) &&
  value <= Number(type.max ?? Infinity) &&
  value % (type.multipleOf ?? 1) === 0;

export function wholeNumberWords({ min, max, multipleOf }: WholeNumberType): string {
  const range = [
    ...(min === undefined ? [] : [`from ${min}`]),
    ...(max === undefined ? [] : [`to ${max}`]),
    ...(multipleOf === undefined ? [] : [`that is a multiple of ${multipleOf}`]),
  ];
  return ["a whole number", ...range].join(" ");
}

/** How a value's JSON text differs from a plain integer within its bounds, by default 2^53-1; undefined if it does not. */
export function wholeNumberDeviation(type: WholeNumberType, text: string): string | undefined {
  const jsonType = jsonTypeOf(text);
  if (jsonType !== "number") return jsonType;
  const value = Number(text);
  if (!Number.isFinite(value)) return "too large for a double";
  if (/e/i.test(text)) return "exponent";
  if (text.includes(".")) return "fraction";
  if (text.startsWith("-") && type.min === undefined) return "negative";
  return outOfBounds(type, BigInt(text));
}

function outOfBounds(
  { min, max, multipleOf = 1 }: WholeNumberType,
  value: bigint,
): string | undefined {
  if (min !== undefined && value < BigInt(min)) return value < 0n ? "negative" : "below its bound";
  if (max !== undefined && value > BigInt(max)) return "above its bound";
  if (value % BigInt(multipleOf) !== 0n) return "not a multiple";
  return max === undefined && value > Number.MAX_SAFE_INTEGER ? "beyond 2^53" : undefined;
}
