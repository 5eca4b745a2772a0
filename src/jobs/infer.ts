import type { GivenTarget } from "../model/target.ts";
import { defaultOptions } from "../options/resolve.ts";
import type { OptionsOf } from "../options/table.ts";
import type { Catalogue } from "./load-suites.ts";
import type { Control, FinishedRun } from "./open-run.ts";
import { runJob } from "./run.ts";

/** Suites that are not sent: their cases are not about how a value, a document or a media type is read. */
const NOT_ABOUT_VALUES: readonly string[] = [
  "framing",
  "headers",
  "connection",
  "repetition",
  "size",
  "versions",
  "versioning",
  "methods",
  "credentials",
];

/**
 * `witness infer`: a run of the suites about values, boundaries along the axes of every field, and then the
 * experiments. @throws WitnessError as `runJob`.
 */
export const inferJob = (
  given: GivenTarget,
  catalogue: Catalogue,
  options: OptionsOf<"infer">,
  control: Control,
): Promise<FinishedRun> => runJob(given, catalogue, runOptions(catalogue, options), control);

/** The options of the run that `witness infer` makes. */
function runOptions(
  { suites }: Pick<Catalogue, "suites">,
  options: OptionsOf<"infer">,
): OptionsOf<"run"> {
  const about = suites.map(({ name }) => name).filter((name) => !NOT_ABOUT_VALUES.includes(name));
  return {
    ...defaultOptions("run"),
    ...options,
    suite: options.suite.length > 0 ? options.suite : about,
    hazards: false,
    load: false,
    infer: true,
  };
}
