import { join } from "node:path";
import { RUN_FILE } from "../../src/record/index.ts";
import { EMPTY, type Figure } from "./figure.ts";
import { emptyMb, measured, peakMb, type Part } from "./part.ts";
import { whole } from "../../src/text/index.ts";
import { buildComparison } from "../../src/analyse/index.ts";
import { readFolds } from "../../src/jobs/read-stored.ts";

const RUNS = 12;
const OBSERVATIONS = 10_000;

/** Seconds and memory of reading stored runs and comparing them. */
export async function measureCompareStored(outputDir: string): Promise<Figure[]> {
  const folders = Array.from({ length: RUNS }, (_, nth) => join(outputDir, `run-${nth}`));
  // In another process: otherwise its memory would count as that of this one's children.
  await measured("stored-runs", { folders, observations: OBSERVATIONS });
  let parsing = 0;
  for (const folder of folders)
    parsing += (await measured("parse-lines", { path: join(folder, RUN_FILE) }))("seconds");
  const run = await measured("compare-run", { folders });
  const empty = emptyMb();
  console.log(
    `  ${whole(run("compared"))} cases compared, ${whole(run("groups"))} groups, ${whole(run("evidence"))} with evidence`,
  );
  const what = `comparison of ${RUNS} stored runs, ${whole(OBSERVATIONS)} observations each`;
  return [
    {
      what,
      unit: "s",
      measured: [run("seconds")],
      yardstick: { what: "JSON.parse of every line", unit: "s", values: [parsing] },
      goal: { of: "measured", most: 10 },
    },
    {
      what: "its peak memory",
      unit: "MB",
      measured: [run("peakMb")],
      yardstick: { what: EMPTY, unit: "MB", values: [empty] },
      goal: { of: "measured", most: 400 },
    },
  ];
}

/** The same as `witness compare` with stored runs, without the reports. */
export const compareRun: Part<{ folders: string[] }> = async ({ folders }) => {
  const beganMs = performance.now();
  const folds = await readFolds(folders, console.error);
  const readMs = performance.now() - beganMs;
  const runs = folds.map((fold, at) => ({ fold, run: folders[at] ?? "" }));
  const { comparison, evidence } = buildComparison(runs);
  const { compared, groups } = comparison.behaviour;
  return {
    seconds: (performance.now() - beganMs) / 1000,
    readSeconds: readMs / 1000,
    peakMb: peakMb(),
    compared,
    groups: groups.length,
    evidence: evidence.size,
  };
};
