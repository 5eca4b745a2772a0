import { describe, expect, it } from "vitest";
import { axisFinding, stretchesOf } from "../../../../test/analyse/explore/explored.ts";
import { axisView } from "../../../analyse/index.ts";
import { userSubmission } from "../../../contract/index.ts";
import type { AxisSummary } from "../../../model/index.ts";
import { textWidth } from "../load/labels.ts";
import { axisGeometry, axisSizes } from "./axes.tsx";

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

describe.each(axisSizes)("an axis with changes close to its right edge: $name", ({ width }) => {
  const { segments, labels, names } = axisGeometry(atTheEdge, width);

  it("has every range in its order, wide enough to be seen, up to the edge", () => {
    expect(segments).toHaveLength(6);
    let end = 0;
    for (const { from, to } of segments) {
      expect(from).toBeGreaterThanOrEqual(end - 1e-9);
      expect(to - from).toBeGreaterThan(5);
      end = to;
    }
    expect(end).toBe(width);
  });

  it("has no two values on each other, and none beyond the edge", () => {
    const texts = labels.map(({ text }) => text);
    expect(texts).toContain("1,048,576 │ 1,048,577");
    for (const { x, text } of labels) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + textWidth(text)).toBeLessThanOrEqual(width + 1e-9);
    }
    for (const row of new Set(labels.map((label) => label.row))) {
      const sorted = labels.filter((each) => each.row === row).toSorted((a, b) => a.x - b.x);
      for (const [at, { x }] of sorted.slice(1).entries()) {
        const before = sorted[at];
        expect(x).toBeGreaterThan((before?.x ?? 0) + textWidth(before?.text ?? ""));
      }
    }
  });

  it("has no two responses on each other", () => {
    for (const [at, { at: x, label }] of names.slice(1).entries()) {
      const before = names[at];
      const half = (textWidth(label) + textWidth(before?.label ?? "")) / 2;
      expect(x - (before?.at ?? 0)).toBeGreaterThan(half);
    }
  });
});

it("values beneath an axis are in their order, also where a place inside of a range is unstable", () => {
  const finding = axisFinding("body-digits", "body size, by the digits of a number", {
    stretches: [
      ...stretchesOf(["51", "201", "1048576"]),
      ...stretchesOf(["1048577", "413", "2097152"]),
    ],
    unstable: [{ from: "1048578", to: "1048579", signatures: ["413", "reset"] }],
    unit: "bytes",
  });
  const { labels } = axisGeometry(axisView(finding, userSubmission), 700);
  const values = labels
    .toSorted((a, b) => a.x - b.x)
    .flatMap(({ text }) => text.match(/\d[\d,]*/g) ?? [])
    .map((digits) => Number(digits.replaceAll(",", "")));
  expect(values.length).toBeGreaterThanOrEqual(3);
  expect(values).toEqual(values.toSorted((a, b) => a - b));
});

describe("two long values next to each other", () => {
  const long = (at: string) => ({ at, text: `179769…${at} (309 digits)` });
  const axis: AxisSummary = {
    ...axisOf(),
    stretches: [
      { from: { at: "0", text: "0" }, to: long("497791"), signatures: ["422"] },
      { from: long("497792"), to: { at: "500000", text: "10^400" }, signatures: ["400"] },
    ],
  };
  const valuesAt = (width: number) =>
    axisGeometry(axis, width).labels.filter(({ kind }) => kind === "value");

  it("are whole where there is room, and lose their lengths on a phone", () => {
    expect(valuesAt(720).map(({ text }) => text)).toEqual([
      "179769…497791 (309 digits) │ 179769…497792 (309 digits)",
    ]);
    const narrow = valuesAt(300);
    expect(narrow.map(({ text }) => text)).toEqual(["179769…497791 │ 179769…497792"]);
    for (const { x, text } of narrow) expect(x + textWidth(text)).toBeLessThanOrEqual(300);
  });

  it("are left out where they do not fit at all", () => {
    expect(valuesAt(100)).toEqual([]);
  });
});
