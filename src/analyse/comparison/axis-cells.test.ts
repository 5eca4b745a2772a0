import { expect, test } from "vitest";
import type { ComparedAxis } from "../../model/comparison.ts";
import { axisCells } from "./join-findings.ts";
import { knownCurve } from "./compare-speed.ts";
import { notComparedOf } from "./not-compared.ts";
import { headerOf, recordsOf, runOf } from "../../../test/analyse/comparison/runs.ts";
import { nameRuns } from "./share-cases.ts";

const place = (at: string) => ({ at, text: at });
const line = (
  target: number,
  ...parts: [from: string, to: string, ...signatures: string[]][]
): ComparedAxis["targets"][number] => ({
  target,
  sentence: "",
  unstable: false,
  capped: false,
  boundaries: [],
  stretches: parts.map(([from, to, ...signatures]) => ({
    from: place(from),
    to: place(to),
    signatures,
  })),
});

test("a cell for each target: the last value before a change, none, at random, or why it was not walked", () => {
  const targets = [
    line(0, ["0", "9", "201"], ["10", "99", "400"]),
    line(1, ["0", "99", "201"]),
    line(
      3,
      ["0", "9", "201"],
      ["10", "20", "201", "reset"],
      ["21", "99", "413"],
      ["100", "200", "400"],
    ),
    { ...line(4), cut: "max-time" as const },
  ];
  const cells = axisCells({ targets }, ["", "", "target lost", "", "not explored"]);
  expect(cells.map(({ state, text }) => [state, text])).toEqual([
    ["boundary", "9 → 400"],
    ["none", "none: 201"],
    ["not-walked", "not walked (target lost)"],
    ["random", "9 → at random, 20 → 413, 1 more"],
    ["not-walked", "not walked (time)"],
  ]);
});

test("one line for each target on what was not compared", () => {
  const runs = nameRuns([
    runOf(headerOf("a"), recordsOf([{ id: "s/x" }, 201])),
    runOf(headerOf("b"), recordsOf([{ id: "s/x" }, 201])),
  ]);
  const cells = axisCells({ targets: [line(0, ["0", "9", "201"])] }, ["time", "time"]);
  expect(
    notComparedOf(
      runs,
      {
        unstable: [{ case: "s/u", signatures: [["201"], ["201", "400"]] }],
        lacking: [
          { chosen: 0, generated: 0 },
          { chosen: 2, generated: 1 },
        ],
        repeated: [0, 3],
        byChance: [0, 0],
      },
      [{ cells }, { cells }],
    ),
  ).toEqual([
    "",
    "1 unstable case; 2 hand-chosen cases not sent; 1 generated case not sent; 3 cases with a repeated value; 2 axes not walked (time)",
  ]);
});

test("a curve ends where fewer than ten responses were slower", () => {
  const points = [0.5, 0.9, 0.99, 0.999].map((percentile) => ({ percentile, us: 1 }));
  const ends = (responses: number) =>
    knownCurve(points, { "201": responses - 5, "400": 5 }).at(-1)?.percentile;
  expect([100, 999, 1000, 9999, 10_000].map(ends)).toEqual([0.9, 0.9, 0.99, 0.99, 0.999]);
});
