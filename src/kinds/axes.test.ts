import { expect, test } from "vitest";
import {
  aroundPowersOfTwo,
  countRungs,
  downwards,
  every,
  oneTwoFive,
  sizeRungs,
  upwards,
} from "./axes.ts";

const numbers = (places: bigint[]): number[] => places.map(Number);

test("1-2-5 ends with the last that fits", () => {
  expect(numbers(oneTwoFive(200n))).toEqual([1, 2, 5, 10, 20, 50, 100, 200]);
  expect(numbers(oneTwoFive(199n))).toEqual([1, 2, 5, 10, 20, 50, 100]);
  expect(oneTwoFive(0n)).toEqual([]);
});

test("powers of two come with their neighbours", () => {
  expect(numbers(aroundPowersOfTwo([7, 16]))).toEqual([127, 128, 129, 65535, 65536, 65537]);
});

test("every place from one to the other", () => {
  expect(numbers(every(-1, 2))).toEqual([-1, 0, 1, 2]);
});

test.each<[string, bigint[], number[]]>([
  ["upwards", upwards(0n, 9n, [12n, 5n, 2n, 5n, -3n]), [0, 2, 5, 9]],
  ["downwards", downwards(3n, -9n, [-12n, -5n, 2n, -5n, 7n]), [3, 2, -5, -9]],
  ["an end before the start", upwards(50n, 10n, [20n]), [50]],
  ["an end at the start", upwards(5n, 5n, [5n]), [5]],
])("each once, in order, with both ends: %s", (_, places, expected) => {
  expect(numbers(places)).toEqual(expected);
});

test("sizes up to 1 MiB and one more", () => {
  expect(numbers(sizeRungs(50n, 1_048_577n))).toEqual(
    [50, 64, 100, 128, 200, 256, 500, 512, 1000, 1024, 2000, 2048, 4096, 5000, 8192].concat(
      [10_000, 10_240, 16_384, 20_000, 32_768, 50_000, 65_536, 100_000, 102_400, 131_072],
      [200_000, 262_144, 500_000, 524_288, 1_000_000, 1_048_576, 1_048_577],
    ),
  );
});

test("counts up to 300, with a further one", () => {
  expect(numbers(countRungs(0n, 300n, [93n]))).toEqual([
    0, 1, 2, 5, 10, 16, 20, 32, 50, 64, 93, 100, 127, 128, 129, 200, 255, 256, 257, 300,
  ]);
});
