import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { RUN_FILE } from "../record/run-folder.ts";
import { measured, withServer, peakMb, type Part } from "./part.ts";
import { propertyNames } from "./property-run.ts";
import { whole } from "../text/numbers.ts";
import { readFold } from "../jobs/read-stored.ts";
import { writeReports } from "../jobs/write-reports.ts";

/** Memory of a long run of properties; memory and seconds of its report from the record. */
export async function measureMillion(observations: number, outputDir: string): Promise<void> {
  const runs = Math.ceil(observations / propertyNames.length);
  const run = await withServer("strict", (url) =>
    measured("property-run", { url, properties: propertyNames, runs, outputDir }),
  );
  const sent = whole(run("sent"));
  console.log(
    `  sending: ${sent} requests in ${run("seconds").toFixed(1)} s, at most ${run("peakMb").toFixed(0)} MB (goal: below 200)`,
  );
  const folder = join(outputDir, readdirSync(outputDir)[0] ?? "");
  const recordMb = statSync(join(folder, RUN_FILE)).size / 2 ** 20;
  const report = await measured("report-run", { folder });
  console.log(
    `  report: ${recordMb.toFixed(0)} MB of record in ${report("seconds").toFixed(1)} s (goal: under 20), at most ${report("peakMb").toFixed(0)} MB`,
  );
}

/** The same as `witness report`, without the printing. */
export const reportRun: Part<{ folder: string }> = async ({ folder }) => {
  const beganMs = performance.now();
  writeReports(await readFold(folder, console.error), folder);
  return { seconds: (performance.now() - beganMs) / 1000, peakMb: peakMb() };
};
