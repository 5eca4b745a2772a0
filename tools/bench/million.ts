import { readdirSync } from "node:fs";
import { join } from "node:path";
import { RUN_FILE } from "../../src/record/index.ts";
import { readLines } from "../../src/record/run-lines.ts";
import { EMPTY, type Figure } from "./figure.ts";
import { emptyMb, measured, withServer, peakMb, type Part } from "./part.ts";
import { propertyNames } from "./property-run.ts";
import { whole } from "../../src/text/index.ts";
import { readFold, writeReports } from "../../src/jobs/index.ts";

/** Memory of a long run of properties; memory and seconds of its report from the record. */
export async function measureMillion(observations: number, outputDir: string): Promise<Figure[]> {
  const runs = Math.ceil(observations / propertyNames.length);
  const run = await withServer("strict", (url) =>
    measured("property-run", { url, properties: propertyNames, runs, outputDir }),
  );
  const folder = join(outputDir, readdirSync(outputDir)[0] ?? "");
  const parsed = await measured("parse-lines", { path: join(folder, RUN_FILE) });
  const report = await measured("report-run", { folder });
  const empty = { what: EMPTY, unit: "MB", values: [emptyMb()] };
  const count = `${whole(run("sent"))} observations`;
  return [
    {
      what: `peak memory, ${count} sent`,
      unit: "MB",
      measured: [run("peakMb")],
      yardstick: empty,
      goal: { of: "measured", most: 200 },
    },
    {
      what: `report of ${count}`,
      unit: "s",
      measured: [report("seconds")],
      yardstick: { what: "JSON.parse of every line", unit: "s", values: [parsed("seconds")] },
      goal: { of: "measured", most: 20 },
    },
    { what: "its peak memory", unit: "MB", measured: [report("peakMb")], yardstick: empty },
  ];
}

/** The same as `witness report`, without the printing. */
export const reportRun: Part<{ folder: string }> = async ({ folder }) => {
  const beganMs = performance.now();
  writeReports(await readFold(folder, console.error), folder);
  return { seconds: (performance.now() - beganMs) / 1000, peakMb: peakMb() };
};

/** The least that reading a record takes. */
export const parseLines: Part<{ path: string }> = async ({ path }) => {
  const beganMs = performance.now();
  let lines = 0;
  await readLines(path, ({ bytes }) => {
    if (bytes !== undefined && JSON.parse(bytes.toString()) !== null) lines += 1;
  });
  return { lines, seconds: (performance.now() - beganMs) / 1000 };
};
