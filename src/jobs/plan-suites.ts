import { WitnessError } from "../errors.ts";
import { STATED_IDS, type Suite } from "../model/index.ts";
import type { Profile } from "../options/index.ts";
import { exploredSuites, plan, type PlannedSuite, type ValidCases } from "../observe/index.ts";
import { failedCases } from "./failed-cases.ts";
import type { Catalogue } from "./load-suites.ts";
import { selectCases, type LeftOut } from "./select-cases.ts";

/** What can be selected: suites, and the interface that they are of. */
type Choice = Pick<Catalogue, "interface"> & { suites: readonly Suite[] };

/** The selected part of the catalogue, and the counts. */
export type Selection = {
  suite: string[];
  grep?: RegExp;
  hazards: boolean;
  hazardsOnly: boolean;
  runs: number;
  repeats: number;
  exclude: string[];
  profile: Profile;
  onlyFailed?: string;
};

/**
 * The cases to send, determined by catalogue, seed and counts. @throws WitnessError `nothing-to-send` if no case is
 * selected, `options` if `hazardsOnly` contradicts `hazards`.
 */
export function planSuites(
  { suites, interface: from }: Choice,
  selection: Selection,
  seed: number,
): PlannedSuite[] {
  const { suite: only, grep, hazards, hazardsOnly, runs: runsPerProperty, repeats } = selection;
  if (hazardsOnly && !hazards)
    throw new WitnessError("options", "--hazards-only and --no-hazards exclude each other", {
      hint: "leave one of them out",
    });
  const planned = plan({
    suites: selectCases(suites, leftOutBy(selection), from),
    only,
    ...(grep && { grep }),
    hazards,
    hazardsOnly,
    seed,
    runsPerProperty,
    repeats,
  });
  if (planned.length > 0) return planned;
  throw new WitnessError("nothing-to-send", "no case is selected: the options leave none", {
    hint: "--suite, --grep, --exclude, --profile, --only-failed, --hazards-only select; witness run --list prints the cases",
  });
}

/** The suites that exploration draws from. */
export const wantedSuites = (
  { suites, interface: from }: Choice,
  { suite: only, grep, hazards, ...others }: Pick<Selection, "suite" | "grep"> & Partial<Selection>,
): Suite[] =>
  exploredSuites({
    suites: selectCases(suites, leftOutBy(others), from),
    only,
    hazards,
    ...(grep && { grep }),
  });

/** What options leave out of the catalogue. */
const leftOutBy = ({ exclude, profile, onlyFailed }: Partial<Selection>): LeftOut => ({
  exclude,
  profile,
  ...(onlyFailed !== undefined && { cases: failedCases(onlyFailed).cases }),
});

/** The stated request by each sender, from the built-in suite. */
export function validCases(suites: readonly Suite[]): ValidCases {
  const find = (id: string): ValidCases["client"] => {
    const suite = suites.find(({ name }) => id.startsWith(`${name}/`));
    const found = suite?.cases.find((each) => each.id === id);
    if (found === undefined) throw new Error(`the catalogue lacks ${id}`);
    return found;
  };
  return { client: find(STATED_IDS.client), raw: find(STATED_IDS.raw) };
}
