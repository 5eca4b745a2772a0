import { userSubmission } from "../../src/contract/index.ts";
import { suites } from "../../suites/index.ts";
import { runJob } from "../../src/jobs/index.ts";
import { defaultOptions } from "../../src/options/index.ts";
import { peakMb, type Part } from "./part.ts";
import { Stopwatch } from "./stopwatch.ts";
import { whole } from "../../src/text/index.ts";

/** This many requests are sent before the clock starts, on either side of a comparison. */
export const WARM_UP = 10_000;
export const CONCURRENCY = 10;
export const FIRST_ID = 100_000_000;
export const SEED = 1;

const TOLD_EVERY = 100_000;

export const propertyNames: readonly string[] = suites.flatMap(({ name, properties }) =>
  properties.map((property) => `${name}/${property.name}`),
);

/** The main job with properties only; the clock runs from the last warm-up request to the last request. */
export const propertyRun: Part<{
  url: string;
  properties: readonly string[];
  runs: number;
  outputDir: string;
  /** The broker of agents that send. */
  fleet?: string;
}> = async ({ url, properties, runs, outputDir, fleet }) => {
  const watch = new Stopwatch();
  let sent = 0;
  const progress = ({ done, total }: { done: number; total: number }): void => {
    sent = done;
    if (done === WARM_UP) watch.start();
    if (done === total) watch.lap();
    if (done % TOLD_EVERY === 0) tell(done);
  };
  const control = { signal: new AbortController().signal, events: { progress } };
  const conducted = await runJob(
    { name: "bench", baseUrl: url },
    { interface: userSubmission, suites: [...suites] },
    {
      ...defaultOptions("run"),
      load: false,
      suite: [],
      grep: new RegExp(`^(${properties.join("|")})$`),
      runs,
      seed: SEED,
      firstId: FIRST_ID,
      repeats: 1,
      concurrency: CONCURRENCY,
      timeoutMs: 5000,
      outputDir,
      waitForMs: 0,
      ...(fleet !== undefined && { fleet }),
    },
    control,
  );
  if (conducted.outcome.end !== "done") {
    const { end, failure } = conducted.outcome;
    throw new Error(`the run ended ${end}`, { cause: failure });
  }
  return { sent, ...watch.over(sent - WARM_UP), peakMb: peakMb(), run: conducted.folder };
};

function tell(done: number): void {
  const nowMb = Math.round(process.memoryUsage().rss / 2 ** 20);
  process.stderr.write(`    ${whole(done)} sent, ${nowMb} MB now\n`);
}
