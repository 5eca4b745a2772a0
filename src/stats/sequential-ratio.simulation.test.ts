import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { mersenne } from "pure-rand/generator/mersenne";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";
import { expect, test } from "vitest";
import { sampled, statistics } from "../../test/statistics.ts";
import { balancedOrders } from "./balanced-order.ts";
import { median } from "./exact-ranks.ts";
import {
  againstVerdict,
  excludesMuchSlower,
  isLook,
  sequentialRatio,
  type SequentialRatio,
} from "./sequential-ratio.ts";

const SEED = 20_261_123;
/** As many paired rounds as fit into the default time. */
const MOST = 43;

const uniform = (random: RandomGenerator): number => 1 - uniformFloat64(random);
const normal = (random: RandomGenerator): number =>
  Math.sqrt(-2 * Math.log(uniform(random))) * Math.cos(2 * Math.PI * uniform(random));

/**
 * The noise of slots that follow each other: `s` of each slot alone; a slow part that keeps the share `memory` of its
 * deviation `slow` from slot to slot (other work on the machine); a drift of the whole; what the first of a pair loses;
 * and, in one slot of ten, a hiccup that only ever slows it.
 */
type Machine = {
  name: string;
  s: number;
  slow?: number;
  memory?: number;
  drift?: number;
  first?: number;
  hiccup?: number;
};

const MACHINES: Machine[] = [
  { name: "2% noise", s: 0.02 },
  { name: "5% noise, and the first of a pair 2% slower", s: 0.05, first: 0.02 },
  { name: "noise that lasts for some rounds", s: 0.03, slow: 0.1, memory: 0.9 },
  { name: "noise that lasts for a round", s: 0.03, slow: 0.1, memory: 0.5 },
  { name: "a drift", s: 0.03, drift: -0.005 },
  { name: "hiccups", s: 0.03, hiccup: 0.4 },
  { name: "20% noise", s: 0.2, slow: 0.1, memory: 0.7 },
];

/** A gate whose builds have this true ratio: rounds are added until it is decided. */
function gate(times: number, machine: Machine, seed: number): SequentialRatio {
  const { s, slow = 0, memory = 0, drift = 0, first = 0, hiccup = 0 } = machine;
  const random = mersenne(seed);
  let [lasting, slot] = [slow * normal(random), 0];
  const noise = (at: number): number => {
    lasting = memory * lasting + Math.sqrt(1 - memory ** 2) * slow * normal(random);
    slot += 1;
    const late = uniform(random) < 0.1 ? hiccup * uniform(random) : 0;
    return s * normal(random) + lasting + drift * slot - (at === 0 ? first : 0) - late;
  };
  const ratios: number[] = [];
  for (const order of balancedOrders(2, MOST, seed)) {
    const logs = [0, 0];
    for (const [at, index] of order.entries())
      logs[index] = noise(at) + (index === 0 ? Math.log(times) : 0);
    ratios.push((logs[0] ?? 0) - (logs[1] ?? 0));
    const now = isLook(ratios.length, MOST) ? sequentialRatio(ratios, MOST) : undefined;
    if (now !== undefined && now.verdict !== "undecided") return now;
  }
  return sequentialRatio(ratios, MOST);
}

const gates = (times: number, machine: Machine, count: number): SequentialRatio[] =>
  Array.from({ length: count }, (_, nth) => gate(times, machine, SEED + nth));

const share = (all: SequentialRatio[], verdict: SequentialRatio["verdict"]): number =>
  all.filter((each) => each.verdict === verdict).length / all.length;

const EXPERIMENTS = sampled("gates of each kind of noise", {
  all: 2000,
  some: 300,
  sample: 20,
});

test.each(MACHINES)("equal builds, $name: slower in at most 1 of 100 gates", (machine) => {
  expect(share(gates(1, machine, EXPERIMENTS), "slower")).toBeLessThanOrEqual(0.01);
});

test.each(MACHINES)("a slowdown by 20%, $name: excluded in at most 1 of 100 gates", (machine) => {
  const all = gates(0.8, machine, EXPERIMENTS);
  const excluded = all.filter((each) =>
    excludesMuchSlower({ ...each, ...againstVerdict(each, undefined), p99Us: 0, otherP99Us: 0 }),
  );
  expect(excluded.length / all.length).toBeLessThanOrEqual(0.01);
});

test("a slowdown by 10% is found where rounds differ by 2%", () => {
  const all = gates(0.9, { name: "", s: 0.02 }, EXPERIMENTS);
  expect(share(all, "slower")).toBeGreaterThan(0.9);
});

test("a slowdown by 20% is found where rounds differ by 15%, in part for several rounds", () => {
  const all = gates(0.8, { name: "", s: 0.1, slow: 0.1, memory: 0.7 }, EXPERIMENTS);
  expect(share(all, "slower")).toBeGreaterThan(0.9);
});

test("builds that are equally fast are soon found to be", () => {
  const all = gates(1, { name: "", s: 0.02 }, EXPERIMENTS);
  expect(share(all, "not-slower")).toBeGreaterThan(0.99);
});

test("an interval at the end of the time is narrower than one before, whenever the last round is", () => {
  const random = mersenne(SEED);
  const width = (ratios: number[]): number => {
    const { low = 0, high = Infinity } = sequentialRatio(ratios, MOST);
    return Math.log(high / low);
  };
  // Between the last look and the last round that fits into the time.
  for (const rounds of [40, 41, MOST]) {
    const all = Array.from({ length: 50 }, () => {
      const ratios = Array.from({ length: rounds }, () => normal(random));
      return width(ratios) / width(ratios.slice(0, 28));
    });
    expect(median(all)).toBeLessThan(0.88);
  }
});

statistics("gates at the limits", "14 tests of 300 gates each", () => {
  test.each(MACHINES)("95%, $name: slower in at most 1 of 100 gates", (machine) => {
    expect(share(gates(0.95, machine, EXPERIMENTS), "slower")).toBeLessThanOrEqual(0.01);
  });

  test.each(MACHINES)("90%, $name: not slower in at most 1 of 100 gates", (machine) => {
    expect(share(gates(0.9, machine, EXPERIMENTS), "not-slower")).toBeLessThanOrEqual(0.01);
  });
});
