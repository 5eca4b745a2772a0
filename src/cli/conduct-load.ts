import type { LoadOptions } from "../model/load.ts";
import type { Target } from "../model/target.ts";
import { runLoad } from "../run/run-load.ts";
import { drawSeed, recordRun, type Conducted, type Control, type SendFlags } from "./record-run.ts";

/** Loads a target, records the rounds, and writes the reports. */
export async function conductLoad(
  target: Target,
  load: LoadOptions,
  flags: SendFlags,
  control: Control,
): Promise<Conducted> {
  const { loadSuites } = await import("./load-suites.ts");
  const plan = {
    target,
    suites: await loadSuites({}),
    planned: [],
    seed: flags.seed ?? drawSeed(),
    options: {
      verb: "load" as const,
      runsPerProperty: 0,
      repeats: 0,
      concurrency: 1,
      timeoutMs: load.timeoutMs,
      ...(flags.insecure && { insecure: true as const }),
      load,
    },
  };
  return recordRun(plan, flags, control, runLoad);
}
