import { readdirSync } from "node:fs";
import { join } from "node:path";
import { userSubmission } from "../../src/contract/index.ts";
import { suites } from "../../suites/index.ts";
import { runJob } from "../../src/jobs/index.ts";
import { defaultOptions } from "../../src/options/index.ts";
import { EMPTY, type Figure } from "./figure.ts";
import { emptyMb, peakMb, type Part, measured, withServer } from "./part.ts";
import { CONCURRENCY, SEED } from "./property-run.ts";
import { whole } from "../../src/text/index.ts";

/** A default run, from its start until the reports are written. */
export const catalogueRun: Part<{ url: string; outputDir: string }> = async ({
  url,
  outputDir,
}) => {
  const beganMs = performance.now();
  let lastMs = beganMs;
  const { outcome, summary, folder } = await runJob(
    { name: "bench", baseUrl: url },
    { interface: userSubmission, suites: [...suites] },
    {
      ...defaultOptions("run"),
      load: false,
      suite: [],
      runs: 200,
      seed: SEED,
      repeats: 2,
      concurrency: CONCURRENCY,
      timeoutMs: 5000,
      outputDir,
      waitForMs: 0,
    },
    {
      signal: new AbortController().signal,
      events: { progress: () => void (lastMs = performance.now()) },
    },
  );
  const endMs = performance.now();
  if (outcome.end !== "done") throw new Error(`the run ended ${outcome.end}`);
  const sent = summary.suites.reduce((sum, { observations }) => sum + observations, 0);
  return {
    sent,
    sending: (lastMs - beganMs) / 1000,
    after: (endMs - lastMs) / 1000,
    folder,
    peakMb: peakMb(),
  };
};

/** The longest wait of one case: the time-out of a default run. */
const TIMEOUT_S = 5;
const ROUNDS = 3;

/** The whole default catalogue, each case twice: sending, reports, memory. */
export async function measureCatalogueTime(outputDir: string): Promise<Figure[]> {
  const runs: { sent: number; sending: number; after: number; peak: number }[] = [];
  const reports: { seconds: number; peak: number }[] = [];
  const empties: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const into = join(outputDir, String(round));
    const run = await withServer("strict", (url) =>
      measured("catalogue-run", { url, outputDir: into }),
    );
    const folder = join(into, readdirSync(into)[0] ?? "");
    const report = await measured("report-run", { folder });
    runs.push({
      sent: run("sent"),
      sending: run("sending"),
      after: run("after"),
      peak: run("peakMb"),
    });
    reports.push({ seconds: report("seconds"), peak: report("peakMb") });
    empties.push(emptyMb());
    console.log(
      `  ${whole(run("sent"))} observations: ${run("sending").toFixed(1)} s, then ${run("after").toFixed(1)} s, ${run("peakMb").toFixed(0)} MB`,
    );
  }
  const seconds = { what: "its sending", unit: "s", values: runs.map(({ sending }) => sending) };
  const empty = { what: EMPTY, unit: "MB", values: empties };
  const waits = { what: "one time-out", unit: "s", values: runs.map(() => TIMEOUT_S) };
  const figure = (
    what: string,
    measured: number[],
    yardstick: Figure["yardstick"],
    most: number,
  ): Figure => ({
    what,
    unit: yardstick.unit,
    measured,
    yardstick,
    goal: { of: "measured", most },
  });
  const sent = whole(runs[0]?.sent ?? 0);
  return [
    figure(`default run of ${sent} observations, sending`, seconds.values, waits, 9),
    figure(
      "from its last response to the end",
      runs.map(({ after }) => after),
      seconds,
      1.5,
    ),
    figure(
      "its peak memory",
      runs.map(({ peak }) => peak),
      empty,
      300,
    ),
    figure(
      "witness report of it",
      reports.map((each) => each.seconds),
      seconds,
      1.5,
    ),
    figure(
      "peak memory of that report",
      reports.map(({ peak }) => peak),
      empty,
      250,
    ),
  ];
}
