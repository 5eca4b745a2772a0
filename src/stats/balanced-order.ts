import { mersenne } from "pure-rand/generator/mersenne";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";
import { shuffled } from "./seeded-shuffle.ts";
import { williamsSquare } from "./williams-square.ts";

/**
 * The order of targets (from 0) in each round; the same seed gives the same. However many rounds,
 * the counts of a target in each position differ by at most one. After whole blocks (as many rounds
 * as targets, twice that for an odd number) each follows each other equally often. For an even
 * number of targets and of rounds, each of any two comes before the other in half the rounds.
 */
export function balancedOrders(targets: number, rounds: number, seed: number): number[][] {
  if (targets < 1) return Array.from({ length: rounds }, () => []);
  const random = mersenne(seed);
  const orders: number[][] = [];
  while (orders.length < rounds) orders.push(...blockOf(targets, random));
  return orders.slice(0, rounds);
}

/** One block with the targets in random places of the square. */
function blockOf(targets: number, random: RandomGenerator): number[][] {
  const names = shuffled([...Array(targets).keys()], random);
  const square = williamsSquare(targets).map((order) => order.map((at) => names[at] ?? 0));
  return targets % 2 === 0 ? inMirroredPairs(square, random) : withMirror(square, random);
}

/** In the square of an even number, each order also stands there backwards, half the square later. */
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
