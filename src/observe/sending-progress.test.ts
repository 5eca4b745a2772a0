import { expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import type { Case } from "../model/index.ts";
import { effortOf, SendingProgress } from "./case-sender.ts";
import { plan } from "./plan.ts";
import type { SuiteProgress } from "./run-settings.ts";

const planned = plan({ suites: [...suites], only: [], seed: 1, runsPerProperty: 5, repeats: 2 });

test("the effort that is left falls to nothing with the last request", () => {
  const told: SuiteProgress[] = [];
  const progress = new SendingProgress({ progress: (state) => told.push(state) });
  progress.plan(planned, 2);
  for (const { name, cases, generated } of planned) {
    for (const each of [...cases, ...cases]) progress.sent(name, each);
    for (const each of generated()) progress.sent(name, each);
  }
  expect(told).toHaveLength(progress.total);
  const last = told.at(-1);
  expect(last).toMatchObject({ done: progress.total, total: progress.total });
  expect(last?.effort?.left).toBeCloseTo(0, 6);
  progress.awaitLast(5000);
  expect(told).toHaveLength(progress.total);
});

test("what was sent before is left out of both", () => {
  const told: SuiteProgress[] = [];
  const progress = new SendingProgress({ progress: (state) => told.push(state) });
  progress.plan(planned, 2);
  const [first, second] = planned[0]?.cases ?? [];
  if (first === undefined || second === undefined) throw new Error("no cases");
  progress.skip(1, effortOf(first));
  progress.sent("valid", second);
  expect(told[0]).toMatchObject({ done: 2, effort: { done: effortOf(second) } });
  progress.awaitLast(5000);
  expect(told[1]).toMatchObject({ done: 2, atMostMs: 5000 });
});

test("cases that nothing is sent beside, and sequences, take longer", () => {
  const all = planned.flatMap(({ cases }) => cases);
  const of = (wanted: (each: Case) => boolean): Case => {
    const found = all.find(wanted);
    if (found === undefined) throw new Error("no such case");
    return found;
  };
  const plain = effortOf(of(({ id }) => id === "valid/plain"));
  expect(plain).toBe(1);
  expect(effortOf(of(({ alone }) => alone === true))).toBeGreaterThan(10);
  expect(effortOf(of(({ id }) => id.startsWith("connection/after-")))).toBeGreaterThan(2);
});
