import type { KnownPlaces, Slot, ValueAxis, ValueCaps } from "../kind.ts";
import { aroundBounds, aroundPowersOfTwo, every, INTEGER_WIDTHS, oneTwoFive } from "../axes.ts";
import { two } from "../axes.ts";
import { digitsAxis, exponentAxes, fractionAxis, magnitudeAxes, placesNamed } from "../axes.ts";
import { bytes, times } from "../../template/index.ts";
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

export const wholeNumberAxes = (
  { type, label: it, content }: Slot<WholeNumberType>,
  { digits }: ValueCaps,
): ValueAxis[] => [
  ...magnitudeAxes(it, { magnitudes: MAGNITUDES, bounds: aroundBounds([type.min, type.max]) }),
  fractionAxis("fraction", `${it}, zeros after its point`, (at) =>
    at === 0n ? content() : bytes`${content()}.${times("0", Number(at))}`,
  ),
  ...exponentAxes(it, { up: EXPONENTS, down: NEGATIVE_EXPONENTS, downProbes: ["values", "type"] }),
  digitsAxis(it, digits, DIGITS),
];

/** Numbers from 2^1024 - 2^970 on round to infinity (IEEE 754, 4.3.1), from 2^128 - 2^103 on as float32, or 2^74 less by way of float64. */
const rounding: [bigint, string][] = [
  [two(53) - 1n, "2^53 - 1, JavaScript's largest safe integer"],
  [two(53), "2^53, up to which float64 has every whole number"],
  [two(53) + 1n, "2^53 + 1, the last that float64 rounds to 2^53"],
  [two(63) - two(9) - 1n, "the largest whole number that float64 does not round up to 2^63"],
  [two(64) - two(10) - 1n, "the largest whole number that float64 does not round up to 2^64"],
  [two(128) - two(104), "the largest float32"],
  [two(128) - two(103) - 1n, "the largest whole number that a float32 holds without overflow"],
  [
    two(128) - two(103) - two(74) - 1n,
    "the largest whole number that a float32 holds, read as float64 first",
  ],
  [two(1024) - two(971), "the largest float64"],
  [two(1024) - two(970) - 1n, "the largest whole number that a float64 holds without overflow"],
];

/** The same away from 0 the other way: names that differ are given. */
const below: [bigint, string][] = [
  [1n - two(53), "1 - 2^53, JavaScript's smallest safe integer"],
  [-two(53), "-2^53, down to which float64 has every whole number"],
  [-two(53) - 1n, "-2^53 - 1, the last that float64 rounds to -2^53"],
  [-two(63) - two(10), "the smallest whole number that float64 rounds to -2^63"],
  [two(104) - two(128), "the smallest float32"],
  [two(103) - two(128) + 1n, "the smallest whole number that a float32 holds without overflow"],
  [
    two(103) + two(74) - two(128) + 1n,
    "the smallest whole number that a float32 holds, read as float64 first",
  ],
  [two(971) - two(1024), "the smallest float64"],
  [two(970) - two(1024) + 1n, "the smallest whole number that a float64 holds without overflow"],
];

const VALUES = placesNamed([[0n, "zero"], ...INTEGER_WIDTHS, ...rounding, ...below]);

/** Numbers of the digit 1: the boundary is at the last that still fits. */
export const KNOWN_DIGITS: KnownPlaces = {
  10: "the most digits 1 that fit 32-bit integers",
  16: "the most digits 1 up to 2^53",
  19: "the most digits 1 that fit signed 64-bit integers",
  20: "the most digits 1 that fit unsigned 64-bit integers",
  39: "the most digits 1 that fit a float32",
  309: "the most digits 1 that fit a float64",
  // StreamReadConstraints.DEFAULT_MAX_NUM_LEN of Jackson 2.15.
  1000: "the longest number that Jackson reads by default",
  // sys.int_info.default_max_str_digits.
  4300: "the longest integer that Python reads by default",
};

export const KNOWN_WHOLE_NUMBERS: Record<string, KnownPlaces> = {
  upwards: VALUES,
  downwards: VALUES,
  digits: KNOWN_DIGITS,
  fraction: { 0: "no fraction" },
  "exponent-upwards": {
    9: "10^9, the last power of ten that fits 32-bit integers",
    15: "10^15, the last power of ten up to 2^53",
    18: "10^18, the last power of ten that fits signed 64-bit integers",
    19: "10^19, the last power of ten that fits unsigned 64-bit integers",
    38: "10^38, the last power of ten that fits a float32",
    308: "10^308, the last power of ten that fits a float64",
  },
  "exponent-downwards": {
    0: "10^0, the last power of ten that is whole",
    [-45]: "10^-45, the last power of ten that float32 does not round to 0",
    [-323]: "10^-323, the last power of ten that float64 does not round to 0",
  },
};
