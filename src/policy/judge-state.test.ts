import { expect, test } from "vitest";
import type { Drift } from "./compare-baseline.ts";
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

/** A case of concurrent duplicates, or of others, and what it gets now. */
const drift = (name: string, before: string, now: string): Drift => ({
  kind: "changed",
  name: `repetition/${name}`,
  before,
  now,
});
const five = drift("at-once-same-5", "201, 409 ×4", "201 ×2, 409 ×3 / 201 ×4, 409");
const burst = drift("burst-20", "201 ×20", "201 ×19, 503");

test("a race that opened is the cause of the cases that only vary because of it", () => {
  const [expected, observed] = ["race: none", "race: both were accepted with 201"];
  const ruled = {
    verdict: "fail" as const,
    found: "a race opened",
    breaches: [{ case: "repetition/at-once-same-10", expected, observed }],
  };
  const changed = { text: "repetition: 409 became 201", cases: ["repetition/at-once-same-10"] };
  const flaky = [{ drift: five }, { drift: burst }];
  expect(withRace([changed], ruled, { failing: [], flaky }, { race: "none" })).toEqual([
    {
      text: "a race opened: both were accepted with 201",
      cases: ["repetition/at-once-same-10", "repetition/at-once-same-5"],
    },
  ]);
});

test("cases show that a race opened, also in a run of too few rounds to say so by itself", () => {
  const causes = [five, burst].map(({ name }) => ({ text: name, cases: [name] }));
  const textsOf = (race: "none" | "open", ...drifts: Drift[]) => {
    const failing = drifts.map((each) => ({ drift: each }));
    return withRace(causes, undefined, { failing, flaky: [] }, { race }).map(({ text }) => text);
  };
  expect(textsOf("none", five)).toEqual([
    "a race opened: 4 of 5 concurrent duplicates got 201; before, one",
    "repetition/burst-20",
  ]);
  // It was there before, or duplicates are accepted one after the other, too.
  expect(textsOf("open", five)).toEqual([five.name, burst.name]);
  const again = { ...five, name: "repetition/same-id-twice" };
  expect(textsOf("none", five, again)).toEqual([five.name, burst.name]);
  const sometimes = { ...five, now: "201, 409, 503 ×3 / 201, 201, 409 ×3" };
  expect(textsOf("none", sometimes)).toEqual([five.name, burst.name]);
});
