import { expect, test } from "vitest";
import stringWidth from "string-width";
import type { Summary } from "../../model/index.ts";
import { runView } from "../../../test/report/html/browser/run-view.ts";
import { plain } from "../../text/index.ts";
import { renderLoad } from "./render-load.ts";
import { renderTerminal } from "./render-terminal.ts";
import { Screen } from "./screen-text.ts";

const WHERE = {
  run: "reports/2026-11-21-app-1843320",
  report: "reports/2026-11-21-app-1843320/report.html",
};

/** A run with findings of every sort. */
function foundMuch(): Summary {
  const { summary } = runView();
  const death = {
    cases: ["malformed-json/unclosed-root-arrays-100000"],
    reason:
      "the stated request follows one whose body is 100000 opening brackets, on one connection",
    tried: 3,
    times: 3,
    count: 1,
    text: 'malformed-json/unclosed-root-arrays-100000 ends the server: exit code 134, "panic: nested too deep", 3 of 3 times',
  };
  return {
    ...summary,
    deaths: [
      { kind: "ended", ...death },
      { kind: "hung", ...death },
    ],
    suites: summary.suites.map((suite) => ({
      ...suite,
      classes: { ...suite.classes, noAnswer: 27 },
    })),
    limits: Array.from({ length: 12 }, (_, nth) => ({
      of: [`scale ${nth}`],
      last: "9 bytes",
      next: "10 bytes",
      outcome: "400",
      case: `headers/limit-${nth}`,
    })),
    remarks: Array.from({ length: 95 }, (_, nth) => ({
      kind: "step",
      signature: "201 → 400",
      text: "bytes of one header: 201 at 15360 bytes, 431 at 16384 bytes",
      count: 1,
      case: `headers/one-header-${nth}-kib`,
      signatures: nth > 11 ? ["400", "413"] : ["201", "400"],
    })),
  };
}

const linesAt = (width: number): string[] =>
  String(renderTerminal(foundMuch(), new Screen(plain, width), WHERE)).split("\n");

test("a run ends with what is stated, what was found, how fast it was, and where the report is", () => {
  const suites = foundMuch().suites.length;
  expect(linesAt(140).slice(-4)).toEqual([
    "stated   ✓ held 220/220",
    `found    1 crash · 1 hang · 12 limits · ${27 * suites} without response · ${suites} unstable`,
    "speed    ≥ 24,310/s ±2.1%   p99 1.9 ms   ! the generator was the limit, shares 2 cores with the generator",
    `report   ${WHERE.report}`,
  ]);
});

test.each([80, 100, 140])("everything fits into %d columns, and no word is cut", (width) => {
  const lines = linesAt(width);
  expect(lines.filter((line) => stringWidth(line) > width)).toEqual([]);
  const words = (text: readonly string[]): string[] =>
    text
      .filter((line) => !line.includes("more in the report"))
      .flatMap((line) => line.split(/\s+/).filter((word) => word !== ""));
  const known = new Set(words(linesAt(Infinity)));
  expect(words(lines).filter((word) => !known.has(word))).toEqual([]);
  expect(lines.filter((line) => line.includes("headers/one-header-"))).toHaveLength(10);
});

test("nothing is cut where the output is redirected", () => {
  expect(linesAt(Infinity).filter((line) => /\S…/.test(line))).toEqual([]);
});

test("a check whose name is true where it holds is a doubt with `not`", () => {
  const summary = foundMuch();
  const { pooled, ...load } = summary.load!;
  const unsteady = {
    name: "stationary" as const,
    held: false,
    text: "not stationary: second half −15%",
  };
  const figures = { ...pooled!, checks: [...pooled!.checks, unsteady] };
  const doubtful = { ...summary, load: { ...load, pooled: figures } };
  const text = String(renderTerminal(doubtful, new Screen(plain), WHERE));
  expect(text).toContain(
    "! the generator was the limit, the rate was not steady, shares 2 cores with the generator",
  );
});

test("a load ends with the same rows", () => {
  const { summary, load } = runView();
  const alone = { ...summary, suites: [], cases: [], remarks: [] };
  const lines = String(renderLoad(alone, load, new Screen(plain), WHERE)).split("\n");
  expect(lines.slice(-3)).toEqual([
    "stated   ✓ held 220/220",
    "speed    ≥ 24,310/s ±2.1%   p99 1.9 ms   ! the generator was the limit, shares 2 cores with the generator",
    `report   ${WHERE.report}`,
  ]);
});

test("a verdict that every response agrees with says why it is not held", () => {
  const ends = (own: Partial<Summary>): string => {
    const summary: Summary = { ...foundMuch(), accepts: "not-held", ...own };
    return (
      String(renderTerminal(summary, new Screen(plain, 140), WHERE))
        .split("\n")
        .at(-4) ?? ""
    );
  };
  const [ended, hung] = foundMuch().deaths ?? [];
  const deaths = [ended, ended, hung].flatMap((each) => each ?? []);
  expect(ends({ deaths })).toBe(
    "stated   ✗ not held: the server ended 2 times, hung 1 time (220/220 while it ran)",
  );
  expect(ends({ deaths: [] })).toBe(
    "stated   ✗ not held: the server was lost (220/220 until then)",
  );
  const { stated } = foundMuch();
  const breach = {
    clause: "status",
    expected: "201",
    observed: "200",
    count: 3,
    case: "valid/plain",
  };
  expect(ends({ deaths: [], stated: { ...stated, breaches: [breach] } })).toBe(
    "stated   ✗ not held: 3 responses not as documented",
  );
  expect(ends({ deaths, stated: { ...stated, answered: 9 } })).toBe("stated   ✗ not held 9/220");
});
