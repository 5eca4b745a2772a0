import { median } from "../stats/spread.ts";
import { measured, withServer } from "./part.ts";

const PROPERTIES = ["valid/any", "id-bounds/text"];
const ROUNDS = 7;

/**
 * Requests per second of a property run with recording, as a share of the rate of a bare undici
 * loop.
 */
export async function measurePropertyRate(runs: number, outputDir: string): Promise<void> {
  for (const property of PROPERTIES) {
    const ratios: number[] = [];
    const processor: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { bare, run } = await measureBoth(property, runs, outputDir, round % 2 === 0);
      const ratio = run("rate") / bare("rate");
      ratios.push(ratio);
      processor.push(run("cpuUs") / bare("cpuUs"));
      console.log(`  ${property}  bare ${tell(bare)}, recorded ${tell(run)}: ${ratio.toFixed(2)}`);
    }
    console.log(`  ${property}  rate ${spreadOf(ratios)} of the bare loop's (goal: at least 0.85)`);
    console.log(`  ${property}  processor time ${spreadOf(processor)} of it (goal: at most 1.25)`);
  }
}

/** Each side in a new process and with a new server; the order changes from round to round. */
async function measureBoth(property: string, runs: number, outputDir: string, runFirst: boolean) {
  const bareLoop = () =>
    withServer("created", (url) => measured("bare-loop", { url, property, runs }));
  const propertyRun = () =>
    withServer("created", (url) =>
      measured("property-run", { url, properties: [property], runs, outputDir }),
    );
  const early = runFirst ? await propertyRun() : undefined;
  const bare = await bareLoop();
  const run = early ?? (await propertyRun());
  return { bare, run };
}

const spreadOf = (ratios: readonly number[]): string =>
  `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;

const tell = (part: (key: string) => number): string =>
  `${part("rate").toFixed(0)}/s (${part("cpuUs").toFixed(0)} µs of processor time each)`;
