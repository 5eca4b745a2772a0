import { describe, expect, test } from "vitest";
import { balancedOrders, williamsSquare } from "./balanced-order.ts";

/** How often each target is in each position: `[target][position]`. */
function positionsOf(orders: number[][], targets: number): number[][] {
  return Array.from({ length: targets }, (_, target) =>
    Array.from(
      { length: targets },
      (_, position) => orders.filter((order) => order[position] === target).length,
    ),
  );
}

/** How often each target comes right after each other one: "0 1" is 1 after 0. */
function followers(orders: number[][]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const order of orders) {
    for (const [at, target] of order.slice(1).entries()) {
      const pair = `${order[at]} ${target}`;
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    }
  }
  return counts;
}

const SEEDS = [0, 1, 2, 1843320, -7];

describe("Williams squares", () => {
  test("by hand", () => {
    expect(williamsSquare(2)).toEqual([
      [0, 1],
      [1, 0],
    ]);
    expect(williamsSquare(4)).toEqual([
      [0, 1, 3, 2],
      [1, 2, 0, 3],
      [2, 3, 1, 0],
      [3, 0, 2, 1],
    ]);
  });
});

describe("balanced orders", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 12])("%d targets: every round has each once", (targets) => {
    const everyone = Array.from({ length: targets }, (_, target) => target);
    for (const order of balancedOrders(targets, 25, 1)) {
      expect(order.toSorted((a, b) => a - b)).toEqual(everyone);
    }
  });

  test("two targets: each comes first in exactly half the rounds", () => {
    for (const seed of SEEDS) {
      const orders = balancedOrders(2, 10, seed).map((order) => order.join(""));
      expect(orders.toSorted()).toEqual([
        ...Array.from({ length: 5 }, () => "01"),
        ...Array.from({ length: 5 }, () => "10"),
      ]);
    }
  });

  test.each([2, 3, 4, 5, 6, 7, 12])("%d targets: positions differ by at most one", (targets) => {
    for (const rounds of [1, 3, 5, 10, 14, 30]) {
      for (const seed of SEEDS) {
        const counts = positionsOf(balancedOrders(targets, rounds, seed), targets).flat();
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      }
    }
  });

  test.each([
    { targets: 3, rounds: 6, each: 2 },
    { targets: 4, rounds: 4, each: 1 },
    { targets: 4, rounds: 12, each: 3 },
    { targets: 5, rounds: 10, each: 2 },
    { targets: 6, rounds: 6, each: 1 },
    { targets: 12, rounds: 12, each: 1 },
  ])("$targets targets in $rounds rounds: each follows each other $each times", (plan) => {
    for (const seed of SEEDS) {
      const counts = followers(balancedOrders(plan.targets, plan.rounds, seed));
      expect(counts.size).toBe(plan.targets * (plan.targets - 1));
      expect(new Set(counts.values())).toEqual(new Set([plan.each]));
    }
  });

  test.each([2, 4, 6, 12])("%d targets in 10 rounds: each comes before each 5 times", (targets) => {
    const orders = balancedOrders(targets, 10, 3);
    for (let a = 0; a < targets; a += 1) {
      for (let b = 0; b < a; b += 1) {
        expect(orders.filter((order) => order.indexOf(a) < order.indexOf(b))).toHaveLength(5);
      }
    }
  });

  test("the seed decides the order, and nothing else does", () => {
    expect(balancedOrders(4, 10, 5)).toEqual(balancedOrders(4, 10, 5));
    expect(balancedOrders(4, 10, 5)).not.toEqual(balancedOrders(4, 10, 6));
    const firsts = Array.from({ length: 20 }, (_, seed) => balancedOrders(2, 10, seed).join(" "));
    expect(new Set(firsts).size).toBeGreaterThan(10);
  });

  test("more rounds go on where fewer stopped", () => {
    expect(balancedOrders(5, 20, 9).slice(0, 7)).toEqual(balancedOrders(5, 7, 9));
  });

  test("nothing to order", () => {
    expect(balancedOrders(3, 0, 1)).toEqual([]);
    expect(balancedOrders(1, 2, 1)).toEqual([[0], [0]]);
    expect(balancedOrders(0, 2, 1)).toEqual([[], []]);
  });
});
