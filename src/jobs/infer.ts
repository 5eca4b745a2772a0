import { axesOf } from "../generate/axes/all-axes.ts";
import { layoutOf } from "../generate/layout.ts";
import type { Interface } from "../model/interface.ts";
import type { GivenTarget } from "../model/target.ts";
import { defaultOptions } from "../options/resolve.ts";
import type { OptionsOf } from "../options/table.ts";
import type { Catalogue } from "./load-suites.ts";
import type { Control, FinishedRun } from "./open-run.ts";
import { runJob } from "./run.ts";

/** Suites whose cases say nothing about how a value, a document or a media type is read. */
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
  { interface: from, suites }: Pick<Catalogue, "interface" | "suites">,
  options: OptionsOf<"infer">,
): OptionsOf<"run"> {
  const about = suites.map(({ name }) => name).filter((name) => !NOT_ABOUT_VALUES.includes(name));
  return {
    ...defaultOptions("run"),
    ...options,
    suite: options.suite.length > 0 ? options.suite : about,
    axes: fieldAxisNames(from),
    hazards: false,
    load: false,
    infer: true,
  };
}

/** The axes along the values of fields. */
function fieldAxisNames(from: Interface): string[] {
  const slugs = layoutOf(from).fields.map(({ slug }) => `${slug}-`);
  return axesOf(from)
    .map(({ name }) => name)
    .filter((name) => slugs.some((slug) => name.replace(/^field-/, "").startsWith(slug)));
}
