const two = (exponent: number): bigint => 2n ** BigInt(exponent);

const WHOLE: ReadonlyMap<bigint, string> = new Map([
  [0n, "zero"],
  ...[8, 16, 32, 64].flatMap((bits): [bigint, string][] => [
    [two(bits - 1) - 1n, `the largest signed ${bits}-bit integer`],
    [-two(bits - 1), `the smallest signed ${bits}-bit integer`],
    [two(bits) - 1n, `the largest unsigned ${bits}-bit integer`],
  ]),
  [99_999_999n, "the last whole number of DECIMAL(10,2)"],
  [two(53) - 1n, "2^53 - 1, JavaScript's largest safe integer"],
  [two(53), "2^53, up to which float64 has every whole number"],
  [two(1024) - two(970) - 1n, "the largest whole number that a float64 holds without overflow"],
  [two(970) - two(1024) + 1n, "the smallest whole number that a float64 holds without overflow"],
]);

const TABLES: Record<string, Record<string, string>> = {
  "fraction-digits": {
    0: "no fraction",
    2: "2 fraction digits, as most currencies have",
    3: "3 fraction digits, as some currencies have",
    4: "4 fraction digits, as SQL Server's money has",
    15: "the digits that every decimal keeps in a float64",
    16: "the most fraction digits of 1.1… that a float64 tells apart",
    28: "the fraction digits of .NET's decimal",
    30: "the most fraction digits of MySQL's DECIMAL",
  },
  "exponent-upwards": {
    38: "10^38, the last power of ten that fits a float32",
    308: "10^308, the last power of ten that fits a float64",
  },
  "exponent-downwards": {
    "-45": "10^-45, the last power of ten that float32 does not round to 0",
    "-323": "10^-323, the last power of ten that float64 does not round to 0",
  },
  digits: {
    10: "the most digits 1 that fit 32-bit integers",
    16: "the most digits 1 up to 2^53",
    19: "the most digits 1 that fit signed 64-bit integers",
    39: "the most digits 1 that fit a float32",
    65: "the most digits of MySQL's DECIMAL",
    309: "the most digits 1 that fit a float64",
    1000: "the longest number that Jackson reads by default",
    4300: "the longest integer that Python reads by default",
  },
};

/** The well-known value at a place on an axis of a number. */
export const knownNumber = (axis: string, at: bigint): string | undefined =>
  axis === "upwards" || axis === "downwards" ? WHOLE.get(at) : TABLES[axis]?.[String(at)];
