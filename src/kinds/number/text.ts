import { wholeNumberText } from "../whole-number/type.ts";
import { decimalOf, decimalText, exactly, unitsAt } from "../decimal.ts";
import { boundsOf, outsideOf, type NumberType } from "./type.ts";

/** Numbers for values that are not fresh: the first valid one. */
const EXAMPLES = ["12.34", "12.5", "12", "1.5", "1", "0.5", "0", "-1.5", "-12"];
/** Numbers of fraction digits that are tried until there are enough different numbers. */
const SCALES = [2, 3, 4, 5, 6, 7, 8, 9];
const ENOUGH = 1_000_000n;

/**
 * The text of a valid number; different for each `unique` if the type is fresh, all of one length:
 * two fraction digits, more if the bounds are close together. If there are few numbers, they
 * repeat.
 */
export function numberText(type: NumberType, unique: number): string {
  if (type.fresh !== true) {
    const { least, most } = boundsOf(type);
    const ends = [least, most].flatMap((end) => (end === undefined ? [] : [decimalText(end.at)]));
    const example = [...EXAMPLES, ...ends].find((text) => isStated(type, text));
    if (example !== undefined) return example;
  }
  const { scale, ...range } = unitRange(type);
  const digits = wholeNumberText({ kind: "whole-number", fresh: type.fresh, ...range }, unique);
  return decimalText({ units: BigInt(digits), scale });
}

const isStated = (type: NumberType, text: string): boolean => {
  const decimal = decimalOf(text);
  return decimal !== undefined && outsideOf(type, decimal) === undefined;
};

/** The stated numbers as integers: their fraction digits, their range, and their step. */
export function unitRange(type: NumberType): {
  scale: number;
  min?: string;
  max?: string;
  multipleOf: number;
} {
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
  return enough ?? ranges.at(-1) ?? { scale: 0, multipleOf: 1 };
}

/** The bounds in units of 10^-scale, rounded inwards. */
function unitBounds(type: NumberType, scale: number): { min?: string; max?: string } {
  const { least, most } = boundsOf(type);
  const finest = Math.max(scale, least?.at.scale ?? 0, most?.at.scale ?? 0);
  const unit = 10n ** BigInt(finest - scale);
  const low = least && unitsAt(least.at, finest) + (least.open ? 1n : 0n);
  const high = most && unitsAt(most.at, finest) - (most.open ? 1n : 0n);
  return {
    ...(low !== undefined && { min: String(-floored(-low, unit)) }),
    ...(high !== undefined && { max: String(floored(high, unit)) }),
  };
}

const floored = (value: bigint, by: bigint): bigint =>
  value / by - (value < 0n && value % by !== 0n ? 1n : 0n);
