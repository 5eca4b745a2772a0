import { describe, expect, test } from "vitest";
import { gateRun, loaded, told } from "../../test/policy/gate.ts";
import type { RunRecord } from "../model/index.ts";
import { judgeRuns } from "./judge-runs.ts";
import { measuresGrowth } from "./judge-threshold.ts";
import { parseThreshold } from "./threshold.ts";

const MB = 1e6;

const usage = (...megabytes: number[]): RunRecord[] =>
  megabytes.map((each, nth) => ({
    type: "usage",
    atMs: nth * 250,
    processes: 1,
    rssBytes: each * MB,
    cpuUs: 1,
    files: 1,
    threads: 1,
  }));

/** Memory after every 100 of 32,000 valid requests. */
const searched = (bytes: (nth: number) => number): RunRecord => ({
  type: "memory-search",
  atMs: 1,
  points: Array.from({ length: 320 }, (_, nth) => ({
    requests: (nth + 1) * 100,
    bytes: Math.round(bytes((nth + 1) * 100)),
  })),
});

const leaking = searched((nth) => 60 * MB + 4000 * nth);

const judged = (load: string[], records: RunRecord[]): string =>
  told(judgeRuns({ runs: [gateRun({ load }, records)] }));

describe("limits for memory", () => {
  test("the peak is that of the whole run, and needs no load", () => {
    expect(judged(["memory.peak<200MB", "memory.peak < 100MiB"], usage(60, 130, 90)))
      .toMatchInlineSnapshot(`
        "pass policy.load[0] | memory.peak<200MB
          measured 130 MB
        fail policy.load[1] | memory.peak < 100MiB
          measured 130 MB
          - expected memory.peak < 100MiB, observed 130 MB
        fail 1"
      `);
  });

  test("growth fails above its limit, and holds below it", () => {
    expect(
      judged(
        ["memory.growthPerRequest<1KB", "memory.growthPerRequest<=5kB"],
        [...usage(60), leaking],
      ),
    ).toMatchInlineSnapshot(`
      "fail policy.load[0] | memory.growthPerRequest<1KB
        memory grows by 4 kB a request (steps of 4 to 4 kB, 32,000 requests)
        - expected memory.growthPerRequest<1KB, observed memory grows by 4 kB a request (steps of 4 to 4 kB, 32,000 requests)
      pass policy.load[1] | memory.growthPerRequest<=5kB
        memory grows by 4 kB a request (steps of 4 to 4 kB, 32,000 requests)
      fail 1"
    `);
  });

  test("memory that does not grow holds", () => {
    const flat = searched((nth) => 60 * MB + (nth % 700) * 1000);
    expect(judged(["memory.growthPerRequest<1KB"], [...usage(60), flat])).toMatchInlineSnapshot(`
      "pass policy.load[0] | memory.growthPerRequest<1KB
        memory changes by 0 kB a request (steps of 0 to 0 kB, 32,000 requests)
      pass 0"
    `);
  });

  test("a target whose processes are not known is an error", () => {
    expect(judged(["memory.peak<200MB", "memory.growthPerRequest<1KB"], loaded(10_000, [1000])))
      .toMatchInlineSnapshot(`
      "error policy.load[0] | memory.peak<200MB
        the processes of the target are not known: start it with --serve, or on this machine outside a container
      error policy.load[1] | memory.growthPerRequest<1KB
        the processes of the target are not known: start it with --serve, or on this machine outside a container
      error 2"
    `);
  });

  test.each([
    ["memory.peak<200", /a size in B, kB/],
    ["memory.peek<200MB", /must look like/],
    ["memory.peak=200MB", /must look like/],
    ["memory<200MB", /must look like/],
  ])("%s is not one", (text, problem) => {
    expect(parseThreshold(text)).toMatch(problem);
  });

  test("only a rule about growth has it always measured", () => {
    expect(measuresGrowth({ load: ["memory.peak<200MB", "p(95)<20"] })).toBe(false);
    expect(measuresGrowth({ load: [{ rule: "memory.growthPerRequest<1KB" }] })).toBe(true);
  });
});

describe("without a rule", () => {
  test("memory that grows is a finding, which fails nothing", () => {
    const result = judgeRuns({ runs: [gateRun({}, [leaking])] });
    expect(result.findings).toEqual([
      {
        target: "go",
        text: "memory grows by 4 kB a request (steps of 4 to 4 kB, 32,000 requests)",
      },
    ]);
    expect(result.exitCode).toBe(0);
  });

  test("memory that does not is none", () => {
    const flat = searched(() => 60 * MB);
    expect(judgeRuns({ runs: [gateRun({}, [flat])] }).findings).toBeUndefined();
  });
});
