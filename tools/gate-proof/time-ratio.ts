import { rmSync } from "node:fs";
import { join } from "node:path";
import { median } from "../../src/stats/index.ts";
import type { ServerName } from "./real-servers.ts";
import type { Proof } from "./unchanged-gates.ts";
import { gate, run } from "./witness-process.ts";

const MOST = 1.3;

/**
 * Measures a gate with a baseline and a run of the same server in turn, and prints the seconds and the median of the
 * ratios. Returns whether that is at most 1.3 for each server.
 */
export async function measureTimeRatio(
  servers: readonly ServerName[],
  times: number,
  { setting, baselineOf }: Pick<Proof, "setting" | "baselineOf">,
): Promise<boolean> {
  if (times === 0) return true;
  console.log("\nseconds of a gate with a baseline, and of a run");
  let isFast = true;
  for (const name of servers) {
    const baseline = await baselineOf(name);
    const pairs: [number, number][] = [];
    for (let time = 0; time < times; time += 1) {
      const into = join(setting.folder, `${name}-run`);
      const ofRun = await run(name, setting, into);
      rmSync(into, { recursive: true, force: true });
      pairs.push([(await gate(name, setting, baseline, { beside: false })).seconds, ofRun]);
    }
    const ratio = median(pairs.map(([ofGate, ofRun]) => ofGate / ofRun));
    const shown = pairs.map((pair) => pair.map((each) => each.toFixed(1)).join("/")).join(", ");
    console.log(`  ${name.padEnd(8)} ${shown}; median ratio ${ratio.toFixed(2)}, at most ${MOST}`);
    isFast &&= ratio <= MOST;
  }
  return isFast;
}
