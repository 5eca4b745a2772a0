import { expect, test } from "vitest";
import { judgeStateDrift } from "./judge-state.ts";

const verdictOf = (now: string, ...failing: string[]) =>
  judgeStateDrift(
    { state: { duplicate: "409" } },
    { folder: "run", summary: { stateFacts: { duplicate: now } } },
    failing.map((name) => ({ name })),
  )?.verdict;

test("what a repeated identity gets has changed only if a case that shows it has", () => {
  for (const now of ["varies", "per-connection", "201"]) {
    expect(verdictOf(now)).toBe("pass");
    expect(verdictOf(now, "valid/plain")).toBe("pass");
    expect(verdictOf(now, "repetition/same-id-twice")).toBe("fail");
  }
  expect(verdictOf("409", "repetition/same-id-twice")).toBe("pass");
});
