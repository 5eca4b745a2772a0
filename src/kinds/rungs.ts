/** 1, 2, 5, 10, 20, 50, ... up to `last`. */
export function oneTwoFive(last: bigint): bigint[] {
  const series: bigint[] = [];
  for (let ten = 1n; ten <= last; ten *= 10n) series.push(ten, 2n * ten, 5n * ten);
  return series.filter((at) => at <= last);
}

/** For each exponent the power of two with the number before it and the number after it. */
export const aroundPowersOfTwo = (exponents: number[]): bigint[] =>
  exponents.map((exponent) => 2n ** BigInt(exponent)).flatMap((at) => [at - 1n, at, at + 1n]);

/** Integers from one to the other, both included. */
export const every = (from: number, to: number): bigint[] =>
  Array.from({ length: to - from + 1 }, (_, index) => BigInt(from + index));

const ascending = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** From `start` up to `end`: both of them, and the places between, each once and in order. */
export function upwards(start: bigint, end: bigint, places: bigint[]): bigint[] {
  const between = places.filter((at) => at > start && at < end);
  return [...new Set([start, ...between, ...(end > start ? [end] : [])])].toSorted(ascending);
}

/** From `start` down to `end`: both of them, and the places between, each once and in order. */
export const downwards = (start: bigint, end: bigint, places: bigint[]): bigint[] =>
  upwards(-start, -end, places.map(negative)).map(negative);

const negative = (at: bigint): bigint => -at;

const KIB = 1024n;

/** Places for sizes in bytes: 1-2-5, powers of two from 64, and 10 KiB, 100 KiB and 10 MiB. */
export function sizeRungs(start: bigint, end: bigint): bigint[] {
  const powers = every(6, 40).map((exponent) => 2n ** exponent);
  return upwards(start, end, [
    ...oneTwoFive(end),
    ...powers,
    10n * KIB,
    100n * KIB,
    10n * KIB * KIB,
  ]);
}

/** Places for counts: 1-2-5, powers of two from 16, neighbours of some of those, and `further`. */
export function countRungs(start: bigint, end: bigint, further: bigint[] = []): bigint[] {
  const powers = every(4, 40).map((exponent) => 2n ** exponent);
  return upwards(start, end, [
    ...oneTwoFive(end),
    ...powers,
    ...aroundPowersOfTwo([7, 8, 15, 16]),
    ...further,
  ]);
}

/** A stated range may lie between two places, so its ends and their neighbours are places too. */
export const aroundBounds = (bounds: readonly (bigint | number | string | undefined)[]): bigint[] =>
  bounds.flatMap((bound) =>
    bound === undefined ? [] : [-1n, 0n, 1n].map((offset) => BigInt(bound) + offset),
  );
