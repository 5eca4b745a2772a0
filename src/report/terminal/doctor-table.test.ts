import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import type { Diagnosis, DoctorAttempt, DoctorCheck } from "../../model/index.ts";
import { renderDoctor } from "./doctor-table.ts";
import { plain } from "../../text/index.ts";
import { Screen } from "./screen-text.ts";

const attempt = (p99Us: number, ...missed: DoctorCheck[]): DoctorAttempt => ({
  truth: { answered: 1200, unanswered: 3, p50Us: 1000, p99Us: 2000, perSecond: 800 },
  measured: { answered: 1200, unanswered: 3, p50Us: 1080, p99Us, perSecond: 796 },
  checks: missed,
});

const LATE: DoctorCheck = { name: "p99", kind: "time", held: false, text: "p99 is far away" };
const COUNT: DoctorCheck = { name: "answered", kind: "count", held: false, text: "one too few" };

const found = (...attempts: DoctorAttempt[]): Diagnosis => {
  const held = attempts.at(-1)?.checks.length === 0;
  return {
    version: 1,
    countsOnly: false,
    complete: true,
    held,
    machine: { cores: 2, node: "v20.20.0", platform: "linux", busy: 0 },
    rows: [{ name: "constant 1 ms", by: "closed", load: "2 connections", attempts, held }],
    durationMs: 1,
  };
};

const lines = (diagnosis: Diagnosis): string[] =>
  renderDoctor(diagnosis, new Screen(plain))
    .split("\n")
    .map((line) => line.replace(/ +/g, " "));

describe("what the doctor found", () => {
  test("a row that passed: truth, measurement and how far they are apart", () => {
    const text = lines(found(attempt(2200)));
    expect(text).toContain(
      " constant 1 ms 1,200 = 1,200 3 = 3 1.00 → 1.08 +0.08 2.00 → 2.20 +0.20 800 → 796 −0.5%",
    );
    expect(text).toContain(
      "passed: every count is exact, every percentile within 5% or 0.3 ms of the truth",
    );
    expect(text.join("\n")).not.toContain("measured again");
  });

  test("a row that passed the second time: how far each attempt was off", () => {
    expect(lines(found(attempt(4000, LATE), attempt(2100)))).toContain(
      " constant 1 ms (2 connections): 2 measurements, the second within the tolerance; off by p50 +0.08, +0.08 ms, p99 +2.00, +0.10 ms",
    );
  });

  test("a time that never passed: the machine is to blame, and what to do about it", () => {
    const text = lines(found(attempt(4000, LATE), attempt(5000, LATE), attempt(4500, LATE)));
    expect(text).toContain(" p99 is far away");
    expect(text.find((line) => line.startsWith(" constant 1 ms"))).toMatch(/! p99$/);
    expect(text.join(" ")).toContain("stop other programs and repeat the check");
  });

  test("interrupted: rows that missed have not been measured again", () => {
    const cut = { complete: false, held: false };
    expect(lines({ ...found(attempt(2200)), ...cut })).toContain(
      "interrupted: all measurements so far passed",
    );
    expect(lines({ ...found(attempt(4000, LATE)), ...cut })).toContain(
      "interrupted: marked rows were not measured again",
    );
  });

  test("a count that is off: witness is to blame", () => {
    const text = lines(found(attempt(2200, COUNT)));
    expect(text).toContain("! constant 1 ms (2 connections): failed");
    expect(text.join(" ")).toContain("a fault of witness");
  });
});

test.each([80, 100, 140])("fits into %d columns, with every figure and no word cut", (width) => {
  const diagnosis = found(attempt(4000, LATE), attempt(5000, LATE), attempt(4500, LATE));
  const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");
  const whole = renderDoctor(diagnosis, new Screen(plain));
  const narrow = renderDoctor(diagnosis, new Screen(plain, width));
  expect(narrow.split("\n").filter((line) => stringWidth(line) > width)).toEqual([]);
  expect(wordsOf(narrow).toSorted()).toEqual(wordsOf(whole).toSorted());
});
