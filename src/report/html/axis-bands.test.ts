import { expect, it } from "vitest";
import type { AxisSummary } from "../../model/index.ts";
import { axisScale, bandsOf } from "./axis-bands.tsx";

type Part = [from: number, to: number, ...signatures: string[]];

/** A logarithmic axis of bytes that is walked in these parts. */
function axisOf(...parts: Part[]): AxisSummary {
  const place = (at: number) => ({ at: String(at), text: at.toLocaleString("en") });
  const stretches = parts.map(([from, to, ...signatures]) => ({
    from: place(from),
    to: place(to),
    signatures,
  }));
  const rest = { boundaries: [], sentence: "", unstable: false, capped: false };
  return { axis: "a", title: "a", unit: "bytes", scale: "log", stretches, ...rest };
}

/** Everything changes close to the right edge, as where a limit is next to the largest body sent. */
const atTheEdge = axisOf(
  [51, 1_048_576, "201"],
  [1_048_577, 1_048_578, "413"],
  [1_048_578, 1_048_579, "413", "reset"],
  [1_048_579, 1_048_600, "413"],
  [1_048_601, 1_048_700, "400"],
  [1_048_701, 2_097_152, "413"],
);

it("has every range in its order, wide enough to be seen, up to the edge", () => {
  const bands = bandsOf(atTheEdge, axisScale(atTheEdge));
  expect(bands).toHaveLength(6);
  let end = 0;
  for (const { start, width } of bands) {
    expect(start).toBeCloseTo(end, 9);
    expect(width).toBeGreaterThan(0.011);
    end = start + width;
  }
  expect(end).toBe(1);
});
