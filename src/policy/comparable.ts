import type { JudgedRun, CataloguePart } from "./judged-run.ts";
import { textsOf, whole, counted, andMore } from "../text/index.ts";
import type { Baseline, InterfaceName, Policy, Suite } from "../model/index.ts";
import { isStated, suiteOf } from "../model/index.ts";
import { interfaceName } from "../contract/index.ts";
import type { RunFold } from "../analyse/index.ts";
import { unmarkedCases } from "../generate/index.ts";
import type { GateFold } from "./gate-fold.ts";
import { parseSelector } from "./match.ts";

/** Why a run sent too different a catalogue for a baseline; one that has grown, or lost few cases, can be compared. */
export function otherCatalogue(baseline: Baseline, run: RunFold): string | undefined {
  const now = interfaceName(run.header ?? {});
  const stored = baseline.interface ?? interfaceName({});
  if (JSON.stringify(stored) !== JSON.stringify(now))
    return `the baseline is of another interface: ${nameOf(stored)} there, ${nameOf(now)} here`;
  if (run.header?.catalogue === baseline.catalogue) return undefined;
  const ids = Object.keys(baseline.cases);
  const shared = ids.filter((id) => run.cases.has(id)).length;
  const isNarrowed = narrowedBy(run).length > 0;
  if (isNarrowed ? !sharesOwn(baseline, run) : shared * 2 < ids.length)
    return `the baseline is of another catalogue: ${whole(ids.length)} cases there, ${whole(run.cases.size)} here, ${whole(shared)} in both; save one from this run, or run the whole catalogue`;
  if (isNarrowed) return undefined;
  const here = new Set([...run.cases.keys()].map(suiteOf));
  const missing = [...new Set(ids.map(suiteOf))].filter((suite) => !here.has(suite));
  if (missing.length === 0) return undefined;
  return `the baseline is of another catalogue: it has ${missing.length === 1 ? "the suite" : "the suites"} ${missing.join(", ")}, but this run sent none of its cases`;
}

/** Whether the baseline has a case that was selected for this run: the stated request is in every run. */
function sharesOwn(baseline: Baseline, run: RunFold): boolean {
  const own = [...run.cases.keys()].filter((id) => !isStated(id));
  const chosen = own.length === 0 ? [...run.cases.keys()] : own;
  return chosen.some((id) => baseline.cases[id] !== undefined);
}

const nameOf = ({ name, method, path }: InterfaceName): string => `${name} (${method} ${path})`;

export const notAsked = ({ gate: { run } }: JudgedRun): string =>
  `not asked (${narrowedBy(run).join(", ")})`;

/** The options that left a part of the catalogue out of a run, as they are written on the command line. */
export function narrowedBy({ header }: RunFold): string[] {
  const options = header?.options;
  if (options === undefined) return [];
  const { only = [], grep, exclude = [], profile, cases, hazards, hazardsOnly } = options;
  return textsOf(
    only.length > 0 && `--suite ${only.join(",")}`,
    grep !== undefined && `--grep ${grep}`,
    exclude.length > 0 && `--exclude ${exclude.join(",")}`,
    profile === "safe" ? "--profile safe" : hazards === false && "--no-hazards",
    cases !== undefined && "--only-failed",
    hazardsOnly === true && "--hazards-only",
  );
}

const SUITES_NAMED = 3;

/** What a run of a part of this catalogue left out; undefined if no option narrowed it. */
export function cataloguePart(
  { run, policy }: GateFold,
  suites: readonly Suite[],
): CataloguePart | undefined {
  const by = narrowedBy(run);
  if (by.length === 0) return undefined;
  const ids = suites.flatMap((suite) => unmarkedCases(suite).map(({ id }) => id));
  const unsent = ids.filter((id) => !run.cases.has(id));
  const sent = new Set([...run.cases.keys()].map(suiteOf));
  const left = suites.map(({ name }) => name).filter((name) => !sent.has(name));
  const named = andMore(left, SUITES_NAMED, (more) => counted(more, "more suite"));
  const of = left.length === 0 ? "" : `: ${named}`;
  return {
    matching: matchingSelectors(policy, suites),
    unsent: `${whole(unsent.length)} of ${counted(ids.length, "case")} not sent (${by.join(", ")})${of}`,
  };
}

function matchingSelectors(policy: Policy, suites: readonly Suite[]): Set<string> {
  const texts = Object.keys(policy.behaviour ?? {});
  return new Set(texts.filter((text) => suites.some((suite) => matches(text, suite))));
}

function matches(text: string, from: Suite): boolean {
  const { by, name, picks } = parseSelector(text);
  const suite = from.name;
  if (unmarkedCases(from).some((each) => picks(each))) return true;
  return from.properties.some((property) => {
    if (by === "tag") return property.clauses.includes(name);
    const [known = ""] = name.split(/[*?]/, 1);
    const id = `${suite}/${property.name}`;
    if (by === "case") return known !== name ? id.startsWith(known) : name.startsWith(id);
    return by === "all" || suite === name;
  });
}
