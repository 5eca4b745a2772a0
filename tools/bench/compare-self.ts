import { userSubmission } from "../../src/contract/index.ts";
import { suites } from "../../suites/index.ts";
import { compareWith } from "../../src/jobs/index.ts";
import type { PairedRatio } from "../../src/model/index.ts";
import { withServer } from "./part.ts";

const TIMES = 5;

/** One server compared with itself over real paired rounds: how often it is called faster or slower. */
export const measureCompareSelf = (outputDir: string): Promise<void> =>
  withServer("created", async (url) => {
    const said: string[] = [];
    for (let seed = 1; seed <= TIMES; seed += 1) {
      const { view } = await compareWith(
        ["one", "other"].map((name) => ({ name, baseUrl: url })),
        { interface: userSubmission, suites: [...suites] },
        { ...OPTIONS, seed, outputDir },
        { signal: new AbortController().signal, events: {} },
        { load: LOAD },
      );
      const pair = view.comparison.speed?.pairs[0];
      const ratios = { throughput: pair?.throughput, p50: pair?.p50, p99: pair?.p99 };
      said.push(...Object.values(ratios).map(verdictOf));
      const results = Object.entries(ratios).map(
        ([figure, ratio]) => `${figure}: ${ratio?.text ?? "not comparable"}`,
      );
      console.log(`  ${results.join("; ")}`);
    }
    const wrong = said.filter((verdict) => verdict === "more" || verdict === "less").length;
    console.log(`  called different ${wrong} of ${said.length} times (1 in 20 is what 95% allow)`);
  });

const verdictOf = (ratio: PairedRatio | undefined): string => ratio?.verdict ?? "not-comparable";

const OPTIONS = {
  suite: ["valid"],
  runs: 0,
  exclude: [],
  profile: "default" as const,
  hazards: true,
  hazardsOnly: false,
  repeats: 1,
  concurrency: 10,
  timeoutMs: 5000,
  waitForMs: 0,
  insecure: false,
};
const LOAD = {
  offered: { model: "closed" as const, connections: 10, pipelining: 1 },
  processes: 1,
  warmupMs: 300,
  durationMs: 1000,
  rounds: 10,
  timeoutMs: 10_000,
  sweep: false,
};
