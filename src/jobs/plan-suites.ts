import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { WitnessError } from "../errors.ts";
import { allowedBy, anyRequest, casesWhere, drawCases, partOfSuite } from "../generate/index.ts";
import { unmarkedCases } from "../generate/index.ts";
import { type Catalogue, loadCatalogue } from "./load-suites.ts";
import { readJson } from "./read-stored.ts";
import type { CaseRequest, Interface, Property, RunHeader, Suite } from "../model/index.ts";
import { STATED_IDS } from "../model/index.ts";
import type { PlannedRun, PlannedSuite, ValidCases } from "../observe/index.ts";
import { exploredSuites, plan } from "../observe/index.ts";
import type { OptionsOf, Profile } from "../options/index.ts";
import { globTest } from "../policy/index.ts";
import { shellWord, suggestion } from "../text/index.ts";

export type Selection = Pick<
  OptionsOf<"run">,
  | "suite"
  | "grep"
  | "hazards"
  | "hazardsOnly"
  | "runs"
  | "repeats"
  | "exclude"
  | "profile"
  | "onlyFailed"
>;

type Choice = Pick<Catalogue, "interface"> & { suites: readonly Suite[] };

/** Determined by catalogue, seed and counts. @throws WitnessError `nothing-to-send`, or `options` for contradictions. */
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
    grep,
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

export const wantedSuites = (
  { suites, interface: from }: Choice,
  { suite: only, grep, hazards, ...others }: Pick<Selection, "suite" | "grep"> & Partial<Selection>,
): Suite[] =>
  exploredSuites({
    suites: selectCases(suites, leftOutBy({ grep, ...others }), from),
    only,
    hazards,
    grep,
  });

const leftOutBy = ({ exclude, grep, profile, onlyFailed }: Partial<Selection>): LeftOut => ({
  exclude,
  grep,
  profile,
  cases: onlyFailed === undefined ? undefined : failedCases(onlyFailed).cases,
});

/** The stated request by each sender, from the built-in suite. */
export function validCases(suites: readonly Suite[]): ValidCases {
  const find = (id: string): ValidCases["client"] => {
    const suite = suites.find(({ name }) => id.startsWith(`${name}/`));
    const [found] = suite === undefined ? [] : casesWhere(suite, (each) => each.id === id);
    if (found === undefined) throw new Error(`the catalogue lacks ${id}`);
    return found;
  };
  return { client: find(STATED_IDS.client), raw: find(STATED_IDS.raw) };
}

/** Suites that break the message itself: proxies and shared environments may suffer from them. */
const NOT_SAFE = ["framing", "size", "connection"];
/** Of this many draws of a property, half must be allowed: the others are drawn again. */
const TRIED = 20;

/** The cases to leave out of the catalogue, by options or by the header of a record. */
type LeftOut = {
  exclude?: readonly string[] | undefined;
  /** Only names that it fits are asked whether the profile allows them, which takes long. */
  grep?: RegExp | undefined;
  profile?: Profile | undefined;
  /** Ids of the only cases to send. Properties that have made some of them are sent too. */
  cases?: readonly string[] | undefined;
};

/** Without what is left out or the profile does not allow; a suite may become empty. @throws WitnessError `exclude` */
function selectCases(
  suites: readonly Suite[],
  { exclude = [], grep, profile, cases }: LeftOut,
  from: Interface,
): Suite[] {
  for (const glob of exclude) requireMatch(glob, suites);
  const excluded = exclude.map((glob) => ({ glob, test: globTest(glob) }));
  // A generated case stands for its property: `fields/extra` of `fields/extra#17`.
  const only = cases && new Set(cases.map((id) => id.replace(/#\d+$/, "")));
  const isOut = (suite: string): boolean =>
    (profile === "safe" && NOT_SAFE.includes(suite)) ||
    excluded.some(({ glob, test }) => !glob.includes("/") && test(suite));
  const isWanted = (id: string): boolean =>
    !excluded.some(({ glob, test }) => glob.includes("/") && test(id)) &&
    (only === undefined || only.has(id)) &&
    (grep === undefined || grep.test(id));
  const isAllowed = allowedBy(profile, from);
  if (excluded.length === 0 && isAllowed === anyRequest && only === undefined) return [...suites];
  // Cases that are not wanted anyway are not made.
  return suites.map((suite) =>
    isOut(suite.name)
      ? { name: suite.name, about: suite.about, cases: [], properties: [] }
      : // Its cases are made when they are first read; most suites' cases never are.
        partOfSuite(
          suite,
          ({ id, request }) => isWanted(id) && isAllowed(request),
          () =>
            suite.properties
              .filter((each) => isWanted(`${suite.name}/${each.name}`))
              .flatMap((each) => allowedOf(each, isAllowed)),
        ),
  );
}

function allowedOf(property: Property, isAllowed: (request: CaseRequest) => boolean): Property[] {
  if (isAllowed === anyRequest) return [property];
  const tried = [...drawCases("", property, 1, TRIED)].filter(({ request }) => isAllowed(request));
  if (tried.length < TRIED / 2) return [];
  return [{ ...property, arbitrary: property.arbitrary.filter(isAllowed) }];
}

const namesFor = (glob: string, suites: readonly Suite[]): string[] =>
  glob.includes("/")
    ? suites.flatMap((suite) => [
        ...unmarkedCases(suite).map(({ id }) => id),
        ...suite.properties.map((property) => `${suite.name}/${property.name}`),
      ])
    : suites.map(({ name }) => name);

/** Whether a glob of --exclude matches a suite or a case. */
export const excludesSome = (glob: string, suites: readonly Suite[]): boolean =>
  namesFor(glob, suites).some(globTest(glob));

/** @throws WitnessError `exclude` if a glob matches nothing. */
export function requireMatch(glob: string, suites: readonly Suite[]): void {
  const names = namesFor(glob, suites);
  if (names.some(globTest(glob))) return;
  throw new WitnessError("exclude", `--exclude ${JSON.stringify(glob)} matches nothing`, {
    hint: glob.includes("/") ? "witness run --list prints the cases" : suggestion(glob, names),
  });
}

const Gate = z.object({
  judgements: z.array(z.object({ breaches: z.array(z.object({ case: z.string().optional() })) })),
});
const Seeded = z.object({ seed: z.int() });

/** The cases that the gate of a run named, and its seed. @throws WitnessError `only-failed` if there are none. */
export function failedCases(path: string): { cases: string[]; seed: number | undefined } {
  const file = join(path, "gate.json");
  if (!existsSync(file))
    throw new WitnessError("only-failed", `no gate.json in ${path}`, {
      hint: `witness gate ${shellWord(path)} judges the run and writes it`,
    });
  const gate = Gate.safeParse(readJson(file));
  if (!gate.success) throw new WitnessError("only-failed", `${file} is not a result of the gate`);
  const named = gate.data.judgements.flatMap(({ breaches }) =>
    breaches.flatMap((breach) => breach.case ?? []),
  );
  const cases = [...new Set(named)].filter((id) => !id.startsWith("explore/"));
  if (cases.length === 0)
    throw new WitnessError("only-failed", `the gate of ${path} named no case: nothing to send`);
  const summary = Seeded.safeParse(readJson(join(path, "summary.json")));
  return { cases, seed: summary.success ? summary.data.seed : undefined };
}

export async function planAgain(
  header: RunHeader,
  inline: readonly Suite[] = [],
): Promise<PlannedRun> {
  const { options, seed } = header;
  const { verb, corpus, only = [], grep: source, runsPerProperty, repeats } = options;
  const { suites: own } = options;
  const { suites, interface: from } = await loadCatalogue({
    interface: header.interface,
    suitesModule: typeof own === "string" ? own : undefined,
    inline,
    corpus,
  });
  const grep = source === undefined ? undefined : new RegExp(source, options.grepFlags);
  const { hazards, hazardsOnly } = options;
  const selectedSuites = selectCases(suites, { ...options, grep }, from);
  const selected = { only, grep, hazards, hazardsOnly };
  const planned =
    verb === "run" || verb === "compare"
      ? plan({ suites: selectedSuites, ...selected, seed, runsPerProperty, repeats })
      : [];
  return {
    planned,
    suites:
      verb === "load"
        ? suites
        : wantedSuites({ suites: selectedSuites, interface: from }, { suite: only, grep, hazards }),
    valid: validCases(suites),
  };
}
