import { loadCatalogue } from "../jobs/index.ts";
import { z } from "zod";
import { apiShape, type ApiOptionsOf, type OptionsOf } from "../options/index.ts";
import {
  FOLLOW_SHAPE,
  INTERFACE,
  controlOf,
  type FollowOptions,
  type OwnOptions,
  readOptions,
} from "./options.ts";
import { runResult, type RunResult } from "./run-result.ts";
import { readTarget, type TargetInput } from "./target-input.ts";

/** Options of `load`; each has the default of `witness load`. Durations are milliseconds. */
export type LoadOptions = ApiOptionsOf<"load"> & FollowOptions & Pick<OwnOptions, "interface">;

/**
 * Measures throughput and latency with the stated request: `witness load`. Figures are in
 * `summary.load`. @throws WitnessError `options`, `load-options`, `base-url`, `target-name`,
 * `pipelining`, `output-dir`; exit code 70 if this machine cannot continue.
 */
export async function load(target: TargetInput, options: LoadOptions = {}): Promise<RunResult> {
  const schema = z.strictObject({ ...apiShape("load"), ...FOLLOW_SHAPE, interface: INTERFACE });
  const { signal, events, interface: from, ...wanted } = readOptions(schema, options, "load");
  const { loadJob } = await import("./jobs.lazy.ts");
  const settings = wanted as unknown as OptionsOf<"load">;
  return runResult(
    await loadJob(
      await readTarget(target),
      await loadCatalogue({ ...settings, interface: from }),
      settings,
      controlOf({ signal, events }),
    ),
  );
}
