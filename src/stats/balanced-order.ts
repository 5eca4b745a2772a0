import { mersenne } from "pure-rand/generator/mersenne";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";
import { uniformInt } from "pure-rand/distribution/uniformInt";

/**
 * The order of targets (from 0) in each round, determined by the seed. For any number of rounds, the counts of a target in each
 * position differ by at most one. After whole blocks (as many rounds as targets, twice that for an odd number) every target
 * follows every other equally often. For an even number of targets and of rounds, each of any two comes first in half the rounds.
 */
export function balancedOrders(targets: number, rounds: number, seed: number): number[][] {
  if (targets < 1) return Array.from({ length: rounds }, () => []);
  const random = mersenne(seed);
  const orders: number[][] = [];
  while (orders.length < rounds) orders.push(...blockOf(targets, random));
  return orders.slice(0, rounds);
}

function blockOf(targets: number, random: RandomGenerator): number[][] {
  const names = shuffled([...Array(targets).keys()], random);
  const square = williamsSquare(targets).map((order) => order.map((at) => names[at] ?? 0));
  return targets % 2 === 0 ? inMirroredPairs(square, random) : withMirror(square, random);
}

/** In the square of an even number, each order also occurs backwards, half the square later. */
function inMirroredPairs(square: readonly number[][], random: RandomGenerator): number[][] {
  const half = square.length / 2;
  const pairs = square.slice(0, half).map((order, at) => [order, square[at + half] ?? []]);
  return shuffled(pairs, random).flatMap((pair) => shuffled(pair, random));
}

const withMirror = (square: readonly number[][], random: RandomGenerator): number[][] => [
  ...shuffled(square, random),
  ...shuffled(
    square.map((order) => order.toReversed()),
    random,
  ),
];

/** Everything takes every position once (Williams, 1949); for an even number everything also comes right after every other once. */
export function williamsSquare(size: number): number[][] {
  // 0, 1, n - 1, 2, n - 2, ...: each step between neighbours has another length.
  const first = Array.from({ length: size }, (_, at) =>
    at % 2 === 1 ? (at + 1) / 2 : (size - at / 2) % size,
  );
  return first.map((_, by) => first.map((thing) => (thing + by) % size));
}

function shuffled<Value>(values: readonly Value[], random: RandomGenerator): Value[] {
  const left = [...values];
  return values.flatMap((_, at) => left.splice(uniformInt(random, 0, values.length - 1 - at), 1));
}
