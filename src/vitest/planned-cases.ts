import { suites as builtIn } from "../../suites/index.ts";
import { verbOptions } from "../api/options.ts";
import type { RunOptions } from "../api/run.ts";
import type { Case } from "../model/case.ts";
import { planSuites } from "../jobs/run.ts";

/** The cases of one suite that a run sends, hand-chosen ones first. */
export type PlannedCases = { name: string; cases: Case[] };

/** Every case that a run with these options sends: known before anything is sent. */
export function plannedCases(given: RunOptions, seed: number): PlannedCases[] {
  const { options, suites } = verbOptions("run", given);
  const planned = planSuites([...builtIn, ...suites], options, seed);
  return planned.map(({ name, cases, generated }) => ({ name, cases: [...cases, ...generated()] }));
}
