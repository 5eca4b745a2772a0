import { bytes, times } from "../../template/index.ts";
import type { Slot, ValueAxis, ValueCaps } from "../kind.ts";
import { digitsAxis, exponentAxes, fractionAxis, magnitudeAxes } from "../magnitude-axes.ts";
import { aroundBounds, aroundPowersOfTwo, every, oneTwoFive } from "../rungs.ts";
import { decimalOf } from "../decimal.ts";
import { numberText } from "./text.ts";
import { boundsOf, outsideOf, type NumberType } from "./type.ts";

const EXAMPLE = 234_567_890;
const TENS = [10, 12, 15, 16, 18, 19, 20, 38, 39, 100, 200, 300, 308, 309, 400];
const MAGNITUDES = [
  ...oneTwoFive(10n ** 9n),
  ...aroundPowersOfTwo([7, 8, 15, 16, 31, 32, 53, 63, 64]),
  ...TENS.map((exponent) => 10n ** BigInt(exponent)),
  99_999_999n,
];
const EXPONENTS = [...every(0, 25), 38n, 39n, 100n, 300n, 307n, 308n, 309n, 310n];
const DIGITS = [...every(3, 22), 38n, 39n, 308n, 309n, 310n];
const SMALL_EXPONENTS = [...every(-20, 0), -38n, -45n, -46n, -100n, -300n, -308n, -323n, -324n];

/** The whole part of a valid number, to which digits after its point are added. */
function wholePart(type: NumberType): string {
  const [whole = "0"] = numberText({ ...type, fresh: undefined }, EXAMPLE).split(".");
  const inside = [whole, "0", "1"].find((digits) => {
    const value = decimalOf(`${digits}.1`);
    return (
      value !== undefined && outsideOf({ ...type, multipleOf: undefined }, value) === undefined
    );
  });
  return inside ?? whole;
}

/** The stated bounds, rounded towards 0. */
const wholeBounds = (type: NumberType): bigint[] =>
  Object.values(boundsOf(type)).map(({ at: { units, scale } }) => units / 10n ** BigInt(scale));

/** Every axis of a number: away from 0 in both directions, its fraction digits, its exponent, its length. */
export function numberAxes(
  { type, label: it }: Slot<NumberType>,
  { digits }: ValueCaps,
): ValueAxis[] {
  const whole = wholePart(type);
  return [
    ...magnitudeAxes(it, { magnitudes: MAGNITUDES, bounds: aroundBounds(wholeBounds(type)) }),
    fractionAxis("fraction-digits", `fraction digits of ${it}`, (at) =>
      at === 0n ? [whole] : bytes`${whole}.${times("1", Number(at))}`,
    ),
    ...exponentAxes(it, { up: EXPONENTS, down: SMALL_EXPONENTS, downProbes: ["values"] }),
    digitsAxis(it, digits, DIGITS),
  ];
}
