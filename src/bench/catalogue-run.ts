import { userSubmission } from "../contract/user-submission.ts";
import { suites } from "../../suites/index.ts";
import { runJob } from "../jobs/run.ts";
import { defaultOptions } from "../options/resolve.ts";
import { peakMb, type Part, measured, withServer } from "./part.ts";
import { CONCURRENCY, SEED } from "./property-run.ts";
import { whole } from "../text/numbers.ts";

/** A default run, from its start until the reports are written. */
export const catalogueRun: Part<{ url: string; outputDir: string }> = async ({
  url,
  outputDir,
}) => {
  const beganMs = performance.now();
  const { outcome, summary } = await runJob(
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
    { signal: new AbortController().signal, events: {} },
  );
  if (outcome.end !== "done") throw new Error(`the run ended ${outcome.end}`);
  const seconds = (performance.now() - beganMs) / 1000;
  const sent = summary.suites.reduce((sum, { observations }) => sum + observations, 0);
  return { sent, seconds, peakMb: peakMb() };
};

/** Seconds for the whole default catalogue, each case twice, reports included. */
export async function measureCatalogueTime(outputDir: string): Promise<void> {
  const run = await withServer("strict", (url) => measured("catalogue-run", { url, outputDir }));
  console.log(
    `  ${whole(run("sent"))} requests in ${run("seconds").toFixed(1)} s (goal: under 10.5), ${run("peakMb").toFixed(0)} MB (goal: under 300)`,
  );
}
