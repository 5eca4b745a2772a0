import { describe, expect, it } from "vitest";
import { halfPage, wholePage } from "./chart-card.tsx";
import { latencyAxis, namedPercentiles, nines, percentileText } from "./latency-axis.ts";
import { latencyGeometry } from "./latency-chart.tsx";
import { overTimeGeometry, roundExtents, slicesOf } from "./over-time-chart.tsx";
import { saturationGeometry, throughputGeometry } from "./sweep-charts.tsx";

import { spacedTicks, labelsAtPoints } from "./labels.ts";

const middle = halfPage[1]!;
const curve = (label: string, points: [number, number][]) => ({
  label,
  points: points.map(([percentile, us]) => ({ percentile, us })),
});
const texts = (ticks: readonly { label: string }[]) => ticks.map(({ label }) => label);

describe("the axis of percentiles", () => {
  it.each([
    [0, 0],
    [0.5, 0.30103],
    [0.9, 1],
    [0.99, 2],
    [0.9999, 4],
  ])("has %d at %d", (percentile, at) => expect(nines(percentile)).toBeCloseTo(at, 5));

  it("names what a reader looks for", () => {
    expect(namedPercentiles(3).map(percentileText)).toEqual(["0%", "50%", "90%", "99%", "99.9%"]);
    expect(namedPercentiles(2.5).map(percentileText)).toEqual(["0%", "50%", "90%", "99%"]);
  });
});

describe("a known latency curve", () => {
  const known = curve("latency", [
    [0, 1000],
    [0.5, 2000],
    [0.9, 3000],
    [0.99, 4000],
  ]);
  const { lines, xTicks, axis } = latencyGeometry([known], middle);

  it("lies where it has to: from 46 to 474 pixels, 50% at log10(2) / 2 of the way", () => {
    const xs = lines[0]!.map(({ x }) => Math.round(x * 10) / 10);
    expect(xs).toEqual([46, 110.4, 260, 474]);
    expect(lines[0]!.map(({ y }) => Math.round(y))).toEqual([206, 147, 89, 30]);
    expect(axis.log).toBe(false);
    expect(texts(axis.ticks)).toEqual(["0", "1", "2", "3", "4"]);
  });

  it("has its figures under the axis", () =>
    expect(xTicks.map(({ label, below }) => [label, below])).toEqual([
      ["0%", undefined],
      ["50%", "2.0 ms"],
      ["90%", "3.0 ms"],
      ["99%", "4.0 ms"],
    ]));

  it("is drawn on a logarithmic axis where the range is wide", () => {
    const wide = curve("latency", [
      [0, 300],
      [0.5, 1000],
      [0.99, 900_000],
    ]);
    const drawn = latencyGeometry([wide], middle);
    expect(drawn.axis.log).toBe(true);
    expect(drawn.axis.title).toContain("logarithmic");
    expect(texts(drawn.axis.ticks)).toEqual(["1", "10", "100", "1,000"]);
    // From 0.2 to 1000 ms, 234 pixels: 1 ms is log10(5) / log10(5000) of the way.
    expect(Math.round(drawn.lines[0]![1]!.y)).toBe(264 - 44);
  });

  it("stays within the picture at every size, with any number of nines", () => {
    for (const size of wholePage)
      for (const last of [0.5, 0.9, 0.9999999]) {
        const drawn = latencyGeometry(
          [
            curve("latency", [
              [0, 0],
              [last, 7],
            ]),
          ],
          size,
        );
        for (const { x, y } of drawn.lines.flat()) {
          expect(x).toBeGreaterThanOrEqual(size.plot.left);
          expect(x).toBeLessThanOrEqual(size.plot.right + 0.001);
          expect(y).toBeGreaterThanOrEqual(size.plot.top);
          expect(y).toBeLessThanOrEqual(size.plot.bottom);
        }
      }
  });
});

describe("an axis of latencies", () => {
  const drawn = (least: number, usual: number, most: number) =>
    latencyAxis({ least, usual, most, many: true }, { top: 0, bottom: 100 });

  it("does not begin at 0 where all of it lies close together, and says so", () => {
    const { ticks, title } = drawn(20_100, 21_000, 27_800);
    expect(title).toBe("latency, ms (not from 0)");
    expect(texts(ticks)).toEqual(["20", "22", "24", "26", "28"]);
  });

  it("makes no picture of noise", () => {
    const { y } = drawn(20_990, 21_000, 21_010);
    expect(Math.abs(y(20_990) - y(21_010))).toBeLessThan(1);
  });

  it("is logarithmic where the most is far beyond the usual", () =>
    expect(drawn(20_000, 21_000, 150_000).title).toBe("latency, ms (logarithmic)"));

  it("begins at 0 for a line alone", () => {
    const alone = { least: 20_100, usual: 21_000, most: 27_800, many: false };
    expect(latencyAxis(alone, { top: 0, bottom: 100 }).title).toBe("latency, ms");
  });
});

it("an axis of seconds says so", () => {
  const range = { least: 1_000_000, usual: 9_000_000, most: 12_000_000, many: false };
  expect(latencyAxis(range, { top: 0, bottom: 100 }).title).toBe("latency, s");
});

describe("rounds over time", () => {
  it("lie side by side, with a gap between them", () => {
    expect(roundExtents([2000, 2000, 2000], 0, 328)).toEqual([
      { left: 0, right: 100 },
      { left: 114, right: 214 },
      { left: 228, right: 328 },
    ]);
    expect(roundExtents([500], 10, 20)).toEqual([{ left: 10, right: 20 }]);
  });

  it("take neighbouring intervals together: rates by time, latencies by responses", () => {
    const round = { nth: 1, everyMs: 100, perSecond: [10, 30, 0], meanUs: [1000, 2000, 0] };
    expect(slicesOf(round, 2)).toEqual([
      { fromMs: 0, toMs: 200, perSecond: 20, meanUs: 1750 },
      { fromMs: 200, toMs: 300, perSecond: 0, meanUs: undefined },
    ]);
    expect(slicesOf(round, 3)).toHaveLength(3);
  });
});

describe("texts in a chart", () => {
  it("are left out where they would lie on others, the first ones kept", () => {
    const ticks = [10, 20, 60].map((at) => ({ at, label: "99%" }));
    expect(spacedTicks(ticks).map(({ at }) => at)).toEqual([10, 60]);
  });
});

describe("names of points", () => {
  const within = { left: 0, right: 200, bottom: 100 };
  const name = (x: number, y: number) => ({ at: { x, y }, text: "16" });
  const heights = (...names: ReturnType<typeof name>[]) =>
    labelsAtPoints(names, [names.map(({ at }) => at)], within).map(({ y }) => y);

  it("stand above them, or below where the curve goes up", () => {
    expect(heights(name(20, 50), name(100, 50))).toEqual([41, 41]);
    expect(heights(name(20, 50), name(22, 0))).toEqual([67, -9]);
  });

  it("are left out where there is no room, but for the first", () => {
    expect(heights(name(20, 50), name(23, 50), name(26, 50))).toEqual([41, 67]);
    expect(
      labelsAtPoints(
        [name(20, 50)],
        [
          [
            { x: 20, y: 0 },
            { x: 20, y: 100 },
          ],
        ],
        within,
      ),
    ).toHaveLength(1);
  });

  it("stand beside a ring, before it where there is room", () => {
    const ringed = (x: number) => labelsAtPoints([{ ...name(x, 50), sides: 10 }], [], within)[0]?.x;
    expect(ringed(100)).toBeLessThan(90);
    expect(ringed(5)).toBe(15);
  });
});

describe("a sweep", () => {
  const zero = { min: 0, p90: 0, p95: 0, p999: 0, max: 0, mean: 0 };
  const step = (goodput: number, p50: number, p99: number) => ({
    goodput,
    latencyUs: { ...zero, p50, p99 },
  });

  it("lies with goodput to the right and latency upwards, both from 0", () => {
    const steps = [step(0, 1000, 2000), step(5000, 1000, 3000), step(10_000, 1000, 4000)];
    const { p50, p99, axis, xTicks } = saturationGeometry(steps, middle);
    expect(p99.map(({ x }) => x)).toEqual([46, 260, 474]);
    expect(p99.map(({ y }) => y)).toEqual([147, 88.5, 30]);
    expect(new Set(p50.map(({ y }) => y)).size).toBe(1);
    expect(axis.log).toBe(false);
    expect(xTicks.at(-1)).toEqual({ at: 474, label: "10,000" });
  });

  it("has doublings of connections at equal distances, below the ceiling, from 0", () => {
    const steps = [1, 2, 4].map((offered, at) => ({ offered, goodput: 500 * (at + 1) }));
    const scale = { most: 2000, ceilings: [2000, undefined, 2000] };
    const drawn = throughputGeometry(steps, scale, middle);
    expect(drawn.steps.map(({ x }) => Math.round(x))).toEqual([62, 260, 458]);
    expect(drawn.steps.map(({ y }) => y)).toEqual([205.5, 147, 88.5]);
    expect(drawn.ceilings.map(({ y }) => y)).toEqual([30, 30]);
    expect(drawn.yTicks[0]).toEqual({ at: 264, label: "0" });
  });
});

it("throughput over time begins at 0, and leaves room for the rate that was asked for", () => {
  const slices = slicesOf({ nth: 1, everyMs: 1000, perSecond: [50, 100], meanUs: [1, 1] }, 2);
  const { y, panels } = overTimeGeometry([{ slices }], 200, middle);
  expect([y(0), y(100), y(200)]).toEqual([264, 147, 30]);
  expect(panels[0]?.span).toEqual({ left: 46, right: 474 });
});
