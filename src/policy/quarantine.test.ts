import { expect, test } from "vitest";
import { judgeRuns } from "./judge-runs.ts";
import { suggestQuarantine } from "./quarantine.ts";
import { baselineOf } from "./baseline.ts";
import { gateRun, sent, type RunGiven } from "../../test/policy/gate.ts";
import type { RunRecord } from "../model/index.ts";

const plain = sent("valid/plain", [201, 201]);
const before = [...plain, ...sent("fields/a", [201, 201]), ...sent("fields/b", [400, 400])];
const now = [...plain, ...sent("fields/a", [500, 500]), ...sent("fields/b", [400, 400])];

/** The verdict of each rule of a run on this day, with the case under quarantine until the last of June. */
function ruled(cases: string, records: RunRecord[], startedAt: string): Record<string, string> {
  const policy = {
    behaviour: { "fields/*": { never: "5xx" as const, stable: true as const } },
    quarantine: [{ cases, reason: "a race that is being mended", until: "2026-06-30" }],
  };
  const given: RunGiven = { startedAt };
  const { judgements } = judgeRuns({
    runs: [gateRun(policy, records, given)],
    baseline: { value: baselineOf([gateRun({}, before).gate.run]) },
  });
  return Object.fromEntries(judgements.map(({ rule, verdict }) => [rule, verdict]));
}

const NEVER = 'policy.behaviour["fields/*"].never';

test("a case is left out by rules and baseline until the end of a day, then warns, then fails", () => {
  const others = { stated: "pass", "baseline.cases": "pass", [NEVER]: "pass" };
  const on = (day: string) => ruled("fields/a", now, `${day}T23:59:00.000Z`);
  expect(on("2026-06-30")).toMatchObject({ ...others, "policy.quarantine[0]": "skipped" });
  expect(on("2026-07-01")).toMatchObject({ ...others, "policy.quarantine[0]": "warn" });
  expect(on("2026-07-14")).toMatchObject({ ...others, "policy.quarantine[0]": "warn" });
  expect(on("2026-07-15")).toMatchObject({ ...others, "policy.quarantine[0]": "fail" });
});

test("other cases are judged as before", () => {
  const found = ruled("fields/b", now, "2026-06-01T00:00:00.000Z");
  expect(found).toMatchObject({ "baseline.cases": "fail", [NEVER]: "fail" });
});

test("cases that varied in runs are proposed, until 30 days later", () => {
  const run = (word: number): RunRecord[] => [...plain, ...sent("fields/a", [201, word])];
  const folds = [201, 500, 201].map((word) => gateRun({}, run(word)).gate.run);
  const [first, ...others] = folds;
  const proposed = first === undefined ? [] : suggestQuarantine([first, ...others]);
  expect(proposed).toEqual([
    { cases: "fields/a", reason: "varied in 3 runs: 201 / 500", until: "2026-12-20" },
  ]);
});
