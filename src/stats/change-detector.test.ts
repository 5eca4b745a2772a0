import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { mersenne } from "pure-rand/generator/mersenne";
import { expect, test } from "vitest";
import { sampled } from "../../test/statistics.ts";
import { ChangeDetector, FALSE_ALARMS } from "./change-detector.ts";

/** The number of controls in a run of 7,000 requests. */
const MOST = 460;

test("a change is found after five controls of a long run, and after four of a short one", () => {
  for (const [most, needed] of [
    [MOST, 5],
    [102, 4],
  ] as const) {
    const detector = new ChangeDetector(most);
    for (let nth = 0; nth < 50; nth += 1) expect(detector.add(false)).toBe(false);
    const found = Array.from({ length: needed }, () => detector.add(true));
    expect(found).toEqual([...Array<boolean>(needed - 1).fill(false), true]);
  }
});

test("noise is no change in 999 of 1,000 runs, also where each control that differs is asked again at once", () => {
  const runs = sampled("runs with noise", { all: 200_000, part: 4000, sample: 4000 });
  for (const share of [0.02, 0.05]) {
    const random = mersenne(20_261_123);
    let alarms = 0;
    for (let run = 0; run < runs; run += 1) {
      const detector = new ChangeDetector(MOST);
      let isFound = false;
      for (let nth = 0; nth < MOST && !isFound; nth += 1)
        isFound = detector.add(uniformFloat64(random) < share);
      alarms += Number(isFound);
    }
    // The bound, and three standard deviations of the count.
    const expected = runs * FALSE_ALARMS;
    expect(alarms, `${share}`).toBeLessThanOrEqual(expected + 3 * Math.sqrt(expected));
  }
});
