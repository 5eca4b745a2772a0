import { classOf, type HistoryRun, type Summary } from "../../model/index.ts";
import { offerText, requestCounts } from "../../stats/index.ts";
import type { RunRates } from "./run-ratio.ts";

/** Where a run is stored. */
export type StoredAt = { folder: string; hasReport: boolean };

/** One run as known without the others, and its data for comparisons. */
export type Headline = {
  run: HistoryRun;
  cases: Summary["cases"];
  rates: RunRates | undefined;
};

/** The headline figures of a run, from its summary. */
export function headlineOf(summary: Summary, { folder, hasReport }: StoredAt): Headline {
  const { runId, target, startedAt, tool, seed, complete, accepts, cases, record } = summary;
  return {
    run: {
      runId,
      folder,
      hasReport,
      target: target.name,
      baseUrl: target.baseUrl,
      startedAt,
      tool: tool.version,
      seed,
      complete,
      ...(record !== undefined && { record }),
      accepts,
      requests: requestCounts(summary).total,
      answers: classesOf(summary),
      ...loadOf(summary),
    },
    cases,
    rates: ratesOf(summary),
  };
}

function classesOf({ suites }: Summary): HistoryRun["answers"] {
  const counts = { "1xx": 0, "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0, other: 0, noAnswer: 0 };
  for (const { outcomes } of suites)
    for (const [signature, count] of Object.entries(outcomes)) counts[classOf(signature)] += count;
  return counts;
}

/** A sweep has no single throughput: its steps differ in the offered load. */
function loadOf({ load }: Summary): Pick<HistoryRun, "load"> {
  const { pooled } = load ?? {};
  if (load === undefined || pooled === undefined || pooled.answered === 0) return {};
  const ceiling = pooled.ceiling?.perSecond;
  return {
    load: {
      offer: offerText(load.options.offered),
      rounds: load.rounds.length,
      perSecond: pooled.perSecond,
      p99Us: pooled.latencyUs.p99,
      limited: isLimited(pooled),
      ...(ceiling !== undefined && { ceilingPerSecond: ceiling }),
    },
  };
}

/** In an open model the generator sets the rate as long as the target keeps up: such rates have no ratio. */
function ratesOf({ runId, load }: Summary): RunRates | undefined {
  if (load?.pooled === undefined || load.options.offered.model === "open") return undefined;
  const each = load.rounds.map(({ perSecond }) => perSecond).filter((rate) => rate > 0);
  const offer = JSON.stringify([load.options.offered, load.options.processes]);
  return { runId, offer, each, limited: isLimited(load.pooled) };
}

type Figures = NonNullable<NonNullable<Summary["load"]>["pooled"]>;
const isLimited = ({ checks }: Figures): boolean =>
  checks.some(({ name, held }) => name === "generator" && !held);
