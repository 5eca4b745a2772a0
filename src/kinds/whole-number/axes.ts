import { bytes, times } from "../../template/index.ts";
import type { Slot, ValueAxis, ValueCaps } from "../kind.ts";
import { digitsAxis, exponentAxes, fractionAxis, magnitudeAxes } from "../magnitude-axes.ts";
import { aroundBounds, aroundPowersOfTwo, every, oneTwoFive } from "../rungs.ts";
import type { WholeNumberType } from "./type.ts";

const WIDTHS = [7, 8, 15, 16, 31, 32, 53, 63, 64];
const POWERS_OF_TEN = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]
  .concat([38, 39, 100, 200, 300, 307, 308, 309, 400])
  .map((exponent) => 10n ** BigInt(exponent));
const MAGNITUDES = [...oneTwoFive(10n ** 9n), ...aroundPowersOfTwo(WIDTHS), ...POWERS_OF_TEN];
const EXPONENTS = every(0, 25).concat(
  [30n, 37n, 38n, 39n, 50n],
  [100n, 200n, 300n, 307n, 308n, 309n, 310n],
);
const NEGATIVE_EXPONENTS = every(-20, 0).concat(
  [-30n, -37n, -38n, -44n, -45n, -46n, -50n, -100n, -200n, -300n, -307n, -308n, -309n],
  [-322n, -323n, -324n, -325n],
);
const DIGITS = every(3, 22).concat([38n, 39n, 40n, 308n, 309n, 310n, 4300n, 4301n]);

/** Every axis on which an integer moves; `digits` is the longest in digits. */
export const wholeNumberAxes = (
  { type, label: it, content }: Slot<WholeNumberType>,
  { digits }: ValueCaps,
): ValueAxis[] => [
  ...magnitudeAxes(it, { magnitudes: MAGNITUDES, bounds: aroundBounds([type.min, type.max]) }),
  fractionAxis("fraction", `${it}, zeros after its point`, (at) =>
    at === 0n ? content() : bytes`${content()}.${times("0", Number(at))}`,
  ),
  ...exponentAxes(it, {
    up: EXPONENTS,
    down: NEGATIVE_EXPONENTS,
    downProbes: ["values", "type"],
  }),
  digitsAxis(it, digits, DIGITS),
];
