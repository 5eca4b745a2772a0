import { writeFileSync } from "node:fs";
import { measuredRounds, type RunFold } from "../analyse/index.ts";
import { WitnessError } from "../errors.ts";
import { hgrmText, latenciesOf } from "../stats/index.ts";

/**
 * Writes the latencies of all rounds that have figures as HdrHistogram's percentile text, in milliseconds. Returns a
 * message.
 */
export function saveHgrm({ header, load }: RunFold, file: string): string {
  if (header?.options.load?.sweep === true)
    throw new WitnessError("save-hgrm", "a sweep has no single latency distribution to save");
  const latencies = latenciesOf(...measuredRounds(load).map(({ tally }) => tally));
  if (latencies.totalCount === 0) return "no latencies to save: no round was completed";
  try {
    writeFileSync(file, hgrmText(latencies));
  } catch (error) {
    throw new WitnessError("save-hgrm", `cannot write ${file}: ${(error as Error).message}`);
  }
  return `latencies in ${file}`;
}
