import { expect, test } from "vitest";
import { judgeStateDrift } from "./judge-state.ts";
import { withRace } from "./order-causes.ts";

const verdictOf = (now: string, ...failing: string[]) =>
  judgeStateDrift(
    { state: { duplicate: "409" } },
    { folder: "run", summary: { stateFacts: { duplicate: now } } },
    failing.map((name) => ({ name })),
  )?.verdict;

test("an identity that is forgotten sooner than before fails a gate, also where a fact is as before", () => {
  const verdictOfMemory = (ms: number) =>
    judgeStateDrift(
      {
        state: { duplicate: "409" },
        memory: { held: { ms: 10_000, accepted: 900, requests: 2000 } },
      },
      {
        folder: "run",
        summary: { stateFacts: { duplicate: "409" } },
        memory: { lost: { ms, accepted: 300, requests: 700 } },
      },
      [],
    );
  expect(verdictOfMemory(3400)).toMatchObject({
    verdict: "fail",
    found:
      "an identity is forgotten after 3.4 s and 300 accepted requests; before, it was still known after 10 s and 900 accepted requests",
  });
  expect(verdictOfMemory(8000)?.verdict).toBe("pass");
});

test("what a repeated identity gets has changed only if a case that shows it has", () => {
  for (const now of ["varies", "per-connection", "201"]) {
    expect(verdictOf(now)).toBe("pass");
    expect(verdictOf(now, "valid/plain")).toBe("pass");
    expect(verdictOf(now, "repetition/same-id-twice")).toBe("fail");
  }
  expect(verdictOf("409", "repetition/same-id-twice")).toBe("pass");
});

test("a race that opened is the cause of the cases that only vary because of it", () => {
  const [expected, observed] = ["race: none", "race: both were accepted with 201"];
  const ruled = {
    verdict: "fail" as const,
    found: "a race opened",
    breaches: [{ case: "repetition/at-once-same-10", expected, observed }],
  };
  const changed = { text: "repetition: 409 became 201", cases: ["repetition/at-once-same-10"] };
  const varying = ["at-once-same-5", "burst-20"].map((name) => ({
    drift: { name: `repetition/${name}` },
  }));
  expect(withRace([changed], ruled, varying)).toEqual([
    {
      text: "a race opened: both were accepted with 201",
      cases: ["repetition/at-once-same-10", "repetition/at-once-same-5"],
    },
  ]);
});
