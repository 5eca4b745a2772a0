import type { History, HistoryRun } from "../../../../src/model/index.ts";

const HOSTILE = '</script><img src=x onerror="struck=1">\u202E';

function run(nth: number, over: Partial<HistoryRun> = {}): HistoryRun {
  const runId = `2026-11-${String(nth + 1).padStart(2, "0")}-go-1`;
  const perSecond = nth < 7 ? 20_000 + nth * 10 : 14_000;
  const ratio = perSecond / 20_000;
  const to = (against: string) => ({
    against,
    ratio,
    low: ratio * 0.93,
    high: ratio * 1.06,
    verdict: nth < 7 ? ("cannot-tell" as const) : ("less" as const),
  });
  return {
    runId,
    folder: runId,
    hasReport: true,
    target: "go",
    baseUrl: "http://localhost:8080",
    startedAt: `2026-11-${String(nth + 1).padStart(2, "0")}T09:30:00.000Z`,
    tool: "0.3.0",
    seed: 1000 + nth,
    complete: true,
    accepts: "held",
    requests: 102_345,
    answers: {
      "1xx": 0,
      "2xx": 900,
      "3xx": 0,
      refusal: 0,
      "4xx": 1100,
      "5xx": 6,
      other: 0,
      noAnswer: 4,
    },
    ...(nth > 0 && {
      changes: {
        since: `2026-11-${String(nth).padStart(2, "0")}-go-1`,
        compared: 1034,
        changed: Array.from({ length: nth === 4 ? 61 : nth % 3 }, (_, at) => ({
          case: `malformed-json/case-${at}`,
          before: "400",
          after: at === 0 ? "timed-out" : "500",
        })),
        added: nth === 2 ? 12 : 0,
        missing: 0,
      },
    }),
    load: {
      offer: "10 connections",
      rounds: 3,
      perSecond,
      p99Us: 1900,
      limited: nth === 5,
      ceilingPerSecond: 34_600,
      ...(nth > 0 && {
        toFirst: { ...to("2026-11-01-go-1"), ...(nth === 5 && { bound: "at-least" as const }) },
        toPrevious: to(`2026-11-${String(nth).padStart(2, "0")}-go-1`),
      }),
    },
    ...over,
  };
}

/** Twelve runs of one target, one of another without load, and one with hostile strings. */
export function someHistory(): History {
  const { load: _load, changes: _changes, ...bare } = run(12);
  const hostile = { ...bare, target: HOSTILE, folder: `${HOSTILE}/x`, baseUrl: HOSTILE };
  return {
    $schema: "urn:api-witness:history:1",
    schemaVersion: 1,
    tool: { name: "api-witness", version: "0.3.0" },
    runs: [
      ...Array.from({ length: 12 }, (_, nth) => run(nth)),
      { ...bare, target: "express", hasReport: false, complete: false, accepts: "not-held" },
      hostile,
    ],
  };
}
