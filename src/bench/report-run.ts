import { readFold } from "../jobs/read-stored.ts";
import { writeReports } from "../jobs/write-reports.ts";
import { peakMb, type Part } from "./part.ts";

/** What `witness report` does, but for the printing. */
export const reportRun: Part<{ folder: string }> = async ({ folder }) => {
  const beganMs = performance.now();
  writeReports(await readFold(folder, console.error), folder);
  return { seconds: (performance.now() - beganMs) / 1000, peakMb: peakMb() };
};
