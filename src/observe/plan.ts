import { createHash } from "node:crypto";
import { WitnessError } from "../errors.ts";
import { FRESH_RANGES } from "../fresh-numbers.ts";
import { casesWhere, drawCases, hazardOf, partOfSuite } from "../generate/index.ts";
import type { Case, Suite } from "../model/index.ts";
import { MAX_LINE_BYTES } from "../record/index.ts";

export type PlanOptions = {
  suites: readonly Suite[];
  only: string[];
  grep?: RegExp;
  /** False leaves out the cases that can exhaust the target (`generate/hazard.ts`). */
  hazards?: boolean | undefined;
  hazardsOnly?: boolean | undefined;
  seed: number;
  runsPerProperty: number;
  repeats: number;
};

/** One suite's share of the plan: hand-chosen cases, and a generator of the cases of properties. */
export type PlannedSuite = {
  name: string;
  about: string;
  cases: Case[];
  generated: () => Iterable<Case>;
  /** The same by property: the number of cases, and a function that draws them from a multiple of `DRAWN_AT_ONCE` on. */
  drawn: { runs: number; draw: (from: number) => Iterable<Case> }[];
  total: number;
};

/** Planned cases begin here. A target's own checks use other numbers, so that every target gets the same bytes. */
export const FIRST_PLANNED: number = FRESH_RANGES.planned.from;

/** Cases sent since the target last responded to a check, as far back as is worth replaying. */
export const RECENT = 2000;

/** Plans a run from catalogue, seed and counts only: no clock, nothing of the target. */
export function plan(options: PlanOptions): PlannedSuite[] {
  checkNames(options);
  return options.suites
    .filter(({ name }) => options.only.length === 0 || options.only.includes(name))
    .map((suite) => planSuite(suite, options))
    .filter(({ total }) => total > 0);
}

/** The suites that exploration draws from: the selected ones, with their selected cases. */
export function exploredSuites(
  options: Pick<PlanOptions, "suites" | "only" | "grep" | "hazards">,
): Suite[] {
  checkNames(options);
  const { grep, hazards = true } = options;
  const suites = options.suites.filter(
    ({ name }) => options.only.length === 0 || options.only.includes(name),
  );
  // Without a filter they stay as they are: not every exploration asks for their cases.
  if (grep === undefined && hazards) return suites;
  const wanted = (id: string): boolean => grep === undefined || grep.test(id);
  return suites.map((suite) =>
    partOfSuite(
      suite,
      (each) => wanted(each.id) && (hazards || hazardOf(each) === undefined),
      () => suite.properties.filter(({ name }) => wanted(`${suite.name}/${name}`)),
    ),
  );
}

function planSuite(suite: Suite, options: PlanOptions): PlannedSuite {
  const { hazards = true, hazardsOnly = false } = options;
  const wanted = (id: string): boolean => options.grep === undefined || options.grep.test(id);
  const cases = casesWhere(
    suite,
    (each) =>
      wanted(each.id) &&
      ((hazards && !hazardsOnly) || (hazardOf(each) !== undefined) === hazardsOnly),
  );
  const properties = hazardsOnly
    ? []
    : suite.properties.filter(({ name }) => wanted(`${suite.name}/${name}`));
  const { seed, runsPerProperty: runs } = options;
  const drawn = properties.map((property) => ({
    runs,
    draw: (from: number) => drawCases(suite.name, property, seed, runs, from),
  }));
  return {
    name: suite.name,
    about: suite.about,
    cases,
    *generated() {
      for (const { draw } of drawn) yield* draw(0);
    },
    drawn,
    total: cases.length * options.repeats + properties.length * options.runsPerProperty,
  };
}

function checkNames({ suites, only }: Pick<PlanOptions, "suites" | "only">): void {
  const names = suites.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new WitnessError("suite", `there are two suites named ${twice}`);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new WitnessError("unknown-suite", `there is no suite named ${JSON.stringify(unknown)}`, {
      hint: `use one of ${names.join(", ")}`,
    });
}

const LINE_AROUND_CASE = 1024;

/** Identifies the hand-chosen cases. Throws if a case does not fit into a record. */
export function catalogueHash(planned: PlannedSuite[]): string {
  const hash = createHash("sha256");
  for (const { cases } of planned)
    for (const each of cases) {
      const text = JSON.stringify(each);
      if (Buffer.byteLength(text) + LINE_AROUND_CASE > MAX_LINE_BYTES)
        throw new WitnessError(
          "case-size",
          `${each.id} is too large for the record: ${text.length} bytes, the limit is ${MAX_LINE_BYTES - LINE_AROUND_CASE}`,
          { hint: "leave the file out of the corpus, or write the case with `repeat` in a suite" },
        );
      hash.update(text);
    }
  return hash.digest("hex");
}
