const two = (exponent: number): bigint => 2n ** BigInt(exponent);

const widths: [bigint, string][] = [8, 16, 32, 64].flatMap((bits): [bigint, string][] => [
  [two(bits - 1) - 1n, `the largest signed ${bits}-bit integer`],
  [-two(bits - 1), `the smallest signed ${bits}-bit integer`],
  [two(bits) - 1n, `the largest unsigned ${bits}-bit integer`],
]);

/**
 * Rounding to the nearest, ties to even (IEEE 754, 4.3.1). Numbers from 2^1024 - 2^970 on, half
 * way from the largest float64 to 2^1024, become infinite; from 2^128 - 2^103 on as float32, or
 * from 2^74 less where they were read as float64 first. Float64s just below 2^63 are 2^10 apart.
 */
const rounding: [bigint, string][] = [
  [two(53) - 1n, "2^53 - 1, JavaScript's largest safe integer"],
  [two(53), "2^53, up to which float64 has every whole number"],
  [two(53) + 1n, "2^53 + 1, the last that float64 rounds to 2^53"],
  [two(63) - two(9) - 1n, "the last that float64 does not round up to 2^63"],
  [two(64) - two(10) - 1n, "the last that float64 does not round up to 2^64"],
  [two(128) - two(104), "the largest float32"],
  [two(128) - two(103) - 1n, "the last that does not overflow a float32"],
  [
    two(128) - two(103) - two(74) - 1n,
    "the last that does not overflow a float32 by way of float64",
  ],
  [two(1024) - two(971), "the largest float64"],
  [two(1024) - two(970) - 1n, "the last that does not overflow a float64"],
];

/** The same away from 0 the other way: names that differ are given. */
const below: [bigint, string][] = [
  [1n - two(53), "1 - 2^53, JavaScript's smallest safe integer"],
  [-two(53), "-2^53, down to which float64 has every whole number"],
  [-two(53) - 1n, "-2^53 - 1, the last that float64 rounds to -2^53"],
  [-two(63) - two(10), "the last that float64 rounds to -2^63"],
  [two(104) - two(128), "the smallest float32"],
  [two(103) - two(128) + 1n, "the last that does not overflow a float32"],
  [
    two(103) + two(74) - two(128) + 1n,
    "the last that does not overflow a float32 by way of float64",
  ],
  [two(971) - two(1024), "the smallest float64"],
  [two(970) - two(1024) + 1n, "the last that does not overflow a float64"],
];

/** Names of well-known whole numbers. */
export const KNOWN_IDS: ReadonlyMap<bigint, string> = new Map([
  [0n, "zero"],
  ...widths,
  ...rounding,
  ...below,
]);
