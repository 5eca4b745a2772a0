import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { mersenne } from "pure-rand/generator/mersenne";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";
import { describe, expect, test } from "vitest";
import { sampled } from "../../test/statistics.ts";
import { growthText, memoryGrowth, type MemoryPoint } from "./memory-growth.ts";

const MB = 1e6;
const EVERY = 100;

/** Memory after every 100 of these requests. */
const after = (requests: number, bytes: (nth: number) => number): MemoryPoint[] =>
  Array.from({ length: requests / EVERY }, (_, nth) => ({
    requests: (nth + 1) * EVERY,
    bytes: Math.round(bytes((nth + 1) * EVERY)),
  }));

/** A heap that is collected when it has grown to twice what is kept: `kept` bytes, and garbage of 10 kB a request. */
function collected(kept: (nth: number) => number): (nth: number) => number {
  let garbage = 0;
  let before = 0;
  let limit = 2 * kept(0);
  return (nth) => {
    garbage += 10_000 * (nth - before);
    before = nth;
    if (kept(nth) + garbage > limit) [garbage, limit] = [0, 2 * kept(nth)];
    return kept(nth) + garbage;
  };
}

describe("memory that grows", () => {
  test.each([400, 4000, 64_000])("by %i bytes a request, kept at once", (each) => {
    const growth = memoryGrowth(after(64_000, (nth) => 30 * MB + each * nth));
    expect(growth).toMatchObject({ verdict: "grows", perRequest: each, low: each, high: each });
  });

  test("under garbage that is collected the later the more is kept: the size is that of what is kept", () => {
    const growth = memoryGrowth(
      after(
        64_000,
        collected((nth) => 60 * MB + 4000 * nth),
      ),
    );
    expect(growth?.verdict).toBe("grows");
    expect(growth?.low).toBeGreaterThan(2500);
    expect(growth?.high).toBeLessThan(6500);
  });

  test("under garbage, from within a cycle: the size is that of what is kept", () => {
    const memory = collected((nth) => 250 * MB + 4400 * nth);
    const growth = memoryGrowth(after(150_000, (nth) => memory(nth + 7000)));
    expect(growth?.verdict).toBe("grows");
    expect(growth?.low).toBeGreaterThan(4000);
    expect(growth?.high).toBeLessThan(5000);
  });

  test("in a sentence", () => {
    const growth = memoryGrowth(after(32_000, (nth) => 30 * MB + 4100 * nth));
    expect(growth && growthText(growth)).toBe(
      "memory grows by 4.1 kB a request (steps of 4.1 to 4.1 kB, 32,000 requests)",
    );
  });
});

test("steps that differ by more than a factor of two show no rate", () => {
  const growth = { perRequest: 22_000, low: 8500, high: 28_000, requests: 1103 };
  expect(growthText({ ...growth, verdict: "grows" })).toBe(
    "memory grows, by 8.5 to 28 kB a request: 1,103 requests are too few for the rate",
  );
});

describe("memory that does not", () => {
  test("a heap that is collected", () => {
    expect(
      memoryGrowth(
        after(
          32_000,
          collected(() => 60 * MB),
        ),
      )?.verdict,
    ).toBe("flat");
  });

  test("three heaps that warm up, in as many requests as a slow machine sends", () => {
    const warm = (nth: number): number => 177 * MB + 36_000 * nth;
    expect(memoryGrowth(after(3000, warm))?.verdict).toBe("unclear");
    expect(memoryGrowth(after(6000, warm))?.verdict).toBe("grows");
    expect(memoryGrowth(after(3000, (nth) => 177 * MB + 200_000 * nth))?.verdict).toBe("grows");
  });

  test("a cache of 20 MB that fills, and then stays", () => {
    const cache = (nth: number): number => Math.min(4000 * nth, 20 * MB);
    expect(memoryGrowth(after(16_000, (nth) => 60 * MB + cache(nth)))?.verdict).not.toBe("grows");
    expect(memoryGrowth(after(32_000, (nth) => 60 * MB + cache(nth)))?.verdict).toBe("flat");
  });

  test("a process that warms up more and more slowly", () => {
    const warm = (nth: number): number => 100 * MB - 60 * MB * Math.exp(-nth / 4000);
    expect(memoryGrowth(after(16_000, warm))?.verdict).toBe("unclear");
    expect(memoryGrowth(after(64_000, warm))?.verdict).toBe("flat");
  });

  test("less than 200 bytes a request", () => {
    expect(memoryGrowth(after(32_000, (nth) => 60 * MB + 150 * nth))?.verdict).toBe("flat");
  });

  test("little, which more requests have to show", () => {
    expect(memoryGrowth(after(16_000, (nth) => 60 * MB + 600 * nth))?.verdict).toBe("unclear");
    expect(memoryGrowth(after(32_000, (nth) => 60 * MB + 600 * nth))?.verdict).toBe("unclear");
    expect(memoryGrowth(after(64_000, (nth) => 60 * MB + 600 * nth))?.verdict).toBe("grows");
  });

  test("too few points show nothing", () => {
    expect(memoryGrowth([])).toBeUndefined();
    expect(memoryGrowth(after(1000, (nth) => nth))).toBeUndefined();
  });

  // The bound is 1 / 315 whatever the size of the noise: it is so large here that the other conditions hold often.
  test("noise is called a growth in at most 1 of 315 searches", () => {
    const tried = sampled("searches", { all: 20_000, sample: 1000 });
    const random: RandomGenerator = mersenne(20_261_123);
    const grows = Array.from({ length: tried }, () =>
      memoryGrowth(after(6400, () => 1000 * MB * uniformFloat64(random))),
    ).filter((each) => each?.verdict === "grows");
    expect(grows.length).toBeLessThanOrEqual(tried / 315 + 3 * Math.sqrt(tried / 315));
  });
});
