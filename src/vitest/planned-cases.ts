import { z } from "zod";
import { suites as builtIn } from "../../suites/index.ts";
import { readOptions } from "../api/read-options.ts";
import { SelectionShape } from "../api/send-options.ts";
import { WitnessError } from "../errors.ts";
import type { Case } from "../model/case.ts";
import { plan } from "../run/plan.ts";

/** The cases of one suite that a run sends, hand-chosen ones first. */
export type PlannedCases = { name: string; cases: Case[] };

/** Every case that a run with these options sends: known before anything is sent. */
export function plannedCases(
  options: z.input<z.ZodObject<typeof SelectionShape>>,
  seed: number,
): PlannedCases[] {
  const chosen = readOptions(z.object(SelectionShape), options, "describeTarget");
  const planned = plan({
    suites: [...builtIn, ...chosen.suites],
    only: chosen.suite,
    ...(chosen.grep && { grep: chosen.grep }),
    seed,
    runsPerProperty: chosen.runs,
    repeats: chosen.repeats,
  });
  if (planned.length === 0)
    throw new WitnessError("nothing-to-send", "no case fits `suite` and `grep`");
  return planned.map(({ name, cases, generated }) => ({ name, cases: [...cases, ...generated()] }));
}
