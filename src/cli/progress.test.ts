import { afterEach, beforeEach, expect, test, vi } from "vitest";
import stringWidth from "string-width";
import { Progress } from "./progress.ts";

/** A terminal of this many columns that keeps the drawn text. */
function terminal(columns: number): { stream: NodeJS.WriteStream; lines: string[] } {
  const lines: string[] = [];
  const write = (text: string): boolean => {
    if (!text.startsWith("\r")) lines.push(text);
    return true;
  };
  return { stream: { columns, isTTY: true, write } as unknown as NodeJS.WriteStream, lines };
}

beforeEach(() => {
  vi.stubEnv("CI", undefined);
  vi.stubEnv("TERM", "xterm");
  vi.useFakeTimers({ toFake: ["performance"] });
  vi.advanceTimersByTime(10_000);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const SUITE = "field-billing-address-postal-code";

test.each([80, 100, 140])("progress keeps the time left at %d columns", (columns) => {
  const { stream, lines } = terminal(columns);
  const progress = new Progress({ quiet: false, stream });
  progress.update({ suite: SUITE, done: 1, total: 12_345 });
  vi.advanceTimersByTime(5000);
  progress.update({ suite: SUITE, done: 1500, total: 12_345 });
  progress.update({ suite: SUITE, done: 1500, total: 12_345 });
  const last = lines.at(-1) ?? "";
  expect(stringWidth(last)).toBeLessThan(columns);
  expect(last).toContain(`${SUITE}  1,500 of 12,345`);
  expect(last).toMatch(/·  0:37 left$/);
  vi.advanceTimersByTime(1000);
  const figures = {
    answered: 9_888_888,
    perSecond: 3841,
    p50Us: 2200,
    p99Us: 7400,
    statuses: { "201": 1_234_567, "400": 7_654_321, "503": 1_000_000 },
    unanswered: 0,
  };
  progress.load({ part: "round 3 of 10", leftMs: 61_000, figures });
  expect(lines.at(-1)).toContain("round 3 of 10  3,841/s");
  expect(lines.at(-1)).toMatch(/·  1:01 left$/);
  expect(stringWidth(lines.at(-1) ?? "")).toBeLessThan(columns);
});

test("more is sent than was planned: the bar is full", () => {
  const { stream, lines } = terminal(80);
  new Progress({ quiet: false, stream }).update({ suite: SUITE, done: 3, total: 2 });
  expect(lines.at(-1)).toContain(`${"█".repeat(24)}  ${SUITE}  3 of 2`);
});

test("no time is estimated before a second and a hundredth of the work have passed", () => {
  const { stream, lines } = terminal(100);
  const progress = new Progress({ quiet: false, stream });
  progress.update({ suite: "valid", done: 1, total: 3500 });
  vi.advanceTimersByTime(900);
  progress.update({ suite: "valid", done: 2, total: 3500 });
  vi.advanceTimersByTime(900);
  progress.update({ suite: "valid", done: 3, total: 3500 });
  expect(lines).toHaveLength(3);
  expect(lines.join("")).not.toMatch(/left|\/s/);
});

test("an exploration keeps target and axis at 80 columns: first the count goes, then the kind of search", () => {
  const title = "body size, by the digits of an unknown key's number";
  const text = `exploring express  boundaries  ${title}  ·  1,335 requests`;
  const at = (columns: number): string => {
    const { stream, lines } = terminal(columns);
    new Progress({ quiet: false, stream }).step(text);
    return (lines.at(-1) ?? "").trim();
  };
  expect(at(140)).toBe(text);
  expect(at(100)).toBe(`exploring express  boundaries  ${title}`);
  expect(at(80)).toBe(`exploring express  ${title}`);
});

test("the time left follows the effort, not the number of requests", () => {
  const { stream, lines } = terminal(100);
  const progress = new Progress({ quiet: false, stream });
  const state = { suite: "framing", done: 0, total: 8000, effort: { done: 0, left: 12_000 } };
  progress.update(state);
  vi.advanceTimersByTime(10_000);
  progress.update({ ...state, done: 7000, effort: { done: 8000, left: 4000 } });
  expect(lines.at(-1)).toMatch(/framing {2}7,000 of 8,000 {2}· {2}700\/s {2}· {2}0:05 left$/);
});

test("the rate of an operation of a document is its own", () => {
  const { stream, lines } = terminal(100);
  const progress = new Progress({ quiet: false, stream });
  const { phase, progress: update } = progress.events();
  for (const operation of ["addPet", "placeOrder"]) {
    phase?.(operation);
    update?.({ suite: "valid", done: 0, total: 1000 });
    vi.advanceTimersByTime(5000);
    update?.({ suite: "valid", done: 500, total: 1000 });
    expect(lines.at(-1)).toMatch(/500 of 1,000 {2}· {2}100\/s {2}· {2}0:05 left$/);
    vi.advanceTimersByTime(60_000);
  }
});

test("after the last request, the line names the responses that it waits for, and the longest wait", () => {
  const { stream, lines } = terminal(80);
  const progress = new Progress({ quiet: false, stream });
  const effort = { done: 8000, left: 0 };
  progress.update({ suite: "versioning", done: 7990, total: 8026, effort, atMostMs: 5000 });
  expect(lines.at(-1)).toMatch(/last responses {2}7,990 of 8,026 {2}· {2}at most 0:05 left$/);
});

test("the bar stays longer than the rate", () => {
  const { stream, lines } = terminal(80);
  const progress = new Progress({ quiet: false, stream });
  progress.update({ suite: "date-precision", done: 1, total: 8026 });
  vi.advanceTimersByTime(2000);
  progress.update({ suite: "date-precision", done: 1333, total: 8026 });
  expect(lines.at(-1)).toMatch(
    /^ {2}█{4}░{20} {2}date-precision {2}1,333 of 8,026 {2}· {2}0:11 left$/,
  );
});

test("a phase of several targets is said once", () => {
  const { stream, lines } = terminal(80);
  const { phase } = new Progress({ quiet: false, stream }).events();
  for (const what of ["checking", "checking", "measuring", "checking"]) phase?.(what);
  expect(lines.map((line) => line.trim())).toEqual(["checking", "measuring", "checking"]);
});
