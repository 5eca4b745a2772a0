import { parseBaseUrl, userSubmission } from "../../src/contract/index.ts";
import { LOAD_NUMBERS } from "../../src/fresh-numbers.ts";
import { Generators } from "../../src/load/index.ts";
import type { Offered } from "../../src/model/index.ts";
import { mergeLatencies } from "../../src/stats/index.ts";
import { keepOnCore } from "./load-core.ts";
import type { Part } from "./part.ts";
import { FIRST_ID, SEED } from "./property-run.ts";

export type LoadRunOptions = {
  url: string;
  offered: Offered;
  processes: number;
  warmupMs: number;
  durationMs: number;
  /** The core to stay on; any by default. */
  core?: number;
};

/** One warm-up and one slot of load, by fresh generators. Times in microseconds. */
export const loadRun: Part<LoadRunOptions> = async (options) => {
  const { url, offered, warmupMs, durationMs } = options;
  if (options.core !== undefined) keepOnCore(process.pid, options.core);
  const generators = await Generators.start(options.processes, {
    interface: userSubmission,
    firstId: FIRST_ID,
    ids: LOAD_NUMBERS,
  });
  const plan = {
    target: parseBaseUrl(url),
    offered,
    timeoutMs: 5000,
    insecure: false,
    seed: SEED,
  };
  const { signal } = new AbortController();
  await generators.slot({ ...plan, durationMs: warmupMs }, signal);
  const tally = await generators.slot({ ...plan, durationMs }, signal);
  await generators.close();
  const { counts } = tally;
  const latencies = mergeLatencies(Object.values(tally.statuses).map(({ latency }) => latency));
  const unanswered = Object.values(counts.unanswered).reduce((total, count) => total + count, 0);
  const seconds = tally.durationMs / 1000;
  return {
    rate: counts.answered / seconds,
    sentRate: (counts.sent + tally.dropped.busy + tally.dropped.late) / seconds,
    p50Us: latencies.getValueAtPercentile(50),
    p99Us: latencies.getValueAtPercentile(99),
    cpuUs: tally.generators.reduce((total, { cpuUs }) => total + cpuUs, 0) / counts.answered,
    busiest: Math.max(...tally.generators.map(({ utilisation }) => utilisation)),
    unanswered,
    dropped: tally.dropped.busy + tally.dropped.late,
    statuses: Object.keys(tally.statuses).join(" "),
  };
};
