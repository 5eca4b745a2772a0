import { expect, test } from "vitest";
import type { LoadSummary } from "../../model/index.ts";
import { plain } from "../../text/index.ts";
import { sweepLines } from "./render-load.ts";
import { Screen } from "./screen-text.ts";

/** A sweep of these steps: connections, goodput, and the ceiling. */
function linesOf(steps: readonly (readonly [number, number, number?])[]): string[] {
  const rounds = steps.map(([connections, goodput, perSecond], at) => ({
    nth: at + 1,
    offered: { model: "closed", connections, pipelining: 1 },
    goodput,
    checks: [],
    ...(perSecond !== undefined && { ceiling: { perSecond, reached: goodput / perSecond } }),
  }));
  const options = { sweep: true, offered: rounds[0]?.offered };
  return sweepLines(
    { rounds, options, sweep: { knee: 2 } } as unknown as LoadSummary,
    new Screen(plain),
  );
}

test("bars begin at 0, with the ceiling and the knee", () => {
  expect(
    linesOf([
      [1, 500, 2000],
      [2, 1000, 2000],
      [4, 2000, 2000],
    ]),
  ).toEqual([
    "goodput by connections; │ this machine's ceiling",
    `  1  ${"█".repeat(10)}${" ".repeat(29)}│  500/s`,
    `  2  ${"█".repeat(20)}${" ".repeat(19)}│  1,000/s  ← knee`,
    `  4  ${"█".repeat(39)}│  2,000/s`,
    "",
  ]);
});

test("a ceiling far above is named, and does not flatten the steps", () => {
  const [head, first, second] = linesOf([
    [1, 500, 40_000],
    [2, 1000, 39_000],
  ]);
  expect(head).toBe("goodput by connections; this machine's ceiling of 39,000/s is far above");
  expect(first).toContain(`${"█".repeat(20)} `);
  expect(second).toContain("█".repeat(40));
});

test("without a ceiling, bars alone", () =>
  expect(linesOf([[8, 10]])[0]).toBe("goodput by connections"));
