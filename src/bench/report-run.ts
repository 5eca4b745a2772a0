import { readFold } from "../cli/read-fold.ts";
import { writeReports } from "../cli/write-reports.ts";
import { peakMb, type Part } from "./part.ts";

/** What `witness report` does, but for the printing. */
export const reportRun: Part<{ folder: string }> = async ({ folder }) => {
  const beganMs = performance.now();
  writeReports(await readFold(folder), folder);
  return { seconds: (performance.now() - beganMs) / 1000, peakMb: peakMb() };
};
