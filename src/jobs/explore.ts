import { WitnessError } from "../errors.ts";
import { withFreshResource } from "../contract/index.ts";
import { axesOf, layoutOf } from "../generate/index.ts";
import type { Catalogue } from "./load-suites.ts";
import type { FinishedRun, PartRun } from "./conclude-run.ts";
import { concludeRun, keepNewest, partRunOf } from "./conclude-run.ts";
import { type Control, drawFirstId, openRun, seedOf } from "./open-run.ts";
import type { Settings } from "./settings.ts";
import { wantedSuites } from "./plan-suites.ts";
import { servedTargets } from "./served-target.ts";
import { MESSAGE_AXES } from "../learn/index.ts";
import type { ExplorePart, ExplorePlan, GivenTarget, Interface } from "../model/index.ts";
import { openTogether, type RunOutcome, type RunTask, sendExploration } from "../observe/index.ts";
import { DEFAULT_CAPS, defaultOptions, HARMLESS_CAPS, type OptionsOf } from "../options/index.ts";

/** `witness explore`: a run of each target, in their order. @throws WitnessError if options or folder cannot be used. */
export async function exploreJob(
  given: readonly GivenTarget[],
  stated: Catalogue,
  options: OptionsOf<"explore">,
  control: Control,
): Promise<FinishedRun[]> {
  const catalogue = options.states ? await withNewResources(stated) : stated;
  const targets = await servedTargets(given, options.serve);
  // Every target gets the same bytes.
  const plan = planOf(catalogue, targets.length, options);
  const sending = { ...options, firstId: options.firstId ?? drawFirstId() };
  const runs = targets.map((target) => openRun({ ...plan, target }, sending, control));
  const outcomes = await exploreTogether(runs);
  const finished = runs.map((run, index) =>
    concludeRun(run, outcomes[index] ?? { end: "interrupted" }),
  );
  await keepNewest(
    options,
    finished.map(({ outcome }) => outcome),
  );
  return finished;
}

const planOf = (catalogue: Catalogue, targets: number, options: OptionsOf<"explore">) => ({
  verb: "explore" as const,
  catalogue,
  planned: [],
  explored: wantedSuites(catalogue, options),
  seed: seedOf(options),
  explore: planExploration(catalogue.interface, targets, options),
  targets,
});

/** The catalogue with a new resource for each sequence: the resource of an earlier one may be in another state. */
export async function withNewResources(stated: Catalogue): Promise<Catalogue> {
  const from = withFreshResource(stated.interface);
  if (from === stated.interface) return stated;
  const { suitesFor } = await import("./suites.lazy.ts");
  const made = suitesFor(from);
  const suites = stated.suites.map(
    (suite) => made.find(({ name }) => name === suite.name) ?? suite,
  );
  return { ...stated, interface: from, suites };
}

/** Explores one target as a part of a whole document; the run is in this folder. @throws as `exploreJob`. */
export async function explorePart(
  target: GivenTarget,
  catalogue: Catalogue,
  options: OptionsOf<"explore"> & Pick<Settings, "manner">,
  control: Control,
  inside: { folder: string; name: string },
): Promise<PartRun> {
  const plan = { ...planOf(catalogue, 1, options), target, part: inside.name };
  const run = openRun(plan, options, control, inside.folder);
  const [outcome = { end: "interrupted" as const }] = await exploreTogether([run]);
  return partRunOf(run, outcome, inside.folder);
}

export const exploreTogether = (runs: RunTask[]): Promise<RunOutcome[]> =>
  openTogether(runs, async (all) => (await sendExploration(all)).map((end) => ({ end })));

/** Exploring is a part of a comparison, not the whole of it. */
const COMPARED = { runsPerProperty: 100, maxRequests: 20_000, maxTimeMs: 30_000 };

/** Examples and boundaries of one target, divergences of several, unless `parts` says otherwise. @throws `parts`, `axis` */
export function planExploration(
  from: Interface,
  targets: number,
  options: OptionsOf<"explore">,
): ExplorePlan {
  const { caps, axes, hazards } = options;
  return within(hazards, {
    ...withoutAxes(targets, options),
    ...(axes.length > 0 && { axes: knownAxes(from, axes, caps) }),
  });
}

/** With `--no-hazards`, every axis ends where its requests could exhaust the target. */
function within(hazards: boolean, plan: ExplorePlan): ExplorePlan {
  if (hazards) return plan;
  const caps = Object.entries(plan.caps).map(([name, cap]): [string, number] => [
    name,
    Math.min(cap, HARMLESS_CAPS[name] ?? cap),
  ]);
  return { ...plan, caps: Object.fromEntries(caps) };
}

function withoutAxes(targets: number, options: OptionsOf<"explore">): ExplorePlan {
  const { compare, ignore, runs: runsPerProperty, maxRequests, maxTimeMs, caps } = options;
  const parts = partsOf(targets, options);
  return { parts, compare, ignore, runsPerProperty, maxRequests, maxTimeMs, caps };
}

function partsOf(targets: number, { parts: named, states }: OptionsOf<"explore">): ExplorePart[] {
  const parts = states ? [...new Set([...(named ?? []), "states" as const])] : named;
  if (targets > 1) return parts ?? ["divergences"];
  if (parts?.includes("divergences"))
    throw new WitnessError("parts", "divergences require at least two targets");
  return parts ?? ["examples", "boundaries"];
}

type Wanted = Pick<OptionsOf<"run">, "explore" | "axes" | "hazards"> &
  Partial<Pick<OptionsOf<"run">, "infer" | "states">>;

/** The parts of an exploration: all with `--explore`, given axes with only `--axis`, fields' axes with only `--infer`. */
export function explorationOf(from: Interface, options: Wanted): ExplorePlan | undefined {
  const { explore, hazards, states = false } = options;
  const plan = boundariesOf(from, options);
  // A run sends PUT to the resource that the document or its example names: that one would not begin in the first state.
  const isNew = withFreshResource(from) === from;
  if (!states && !(explore && isNew)) return plan;
  const { parts = [], ...rest } = plan ?? usualPlan(hazards);
  return { ...rest, parts: plan === undefined ? ["states"] : ["states", ...parts] };
}

const usualPlan = (hazards: boolean): ExplorePlan =>
  within(hazards, withoutAxes(1, defaultOptions("explore")));

function boundariesOf(
  from: Interface,
  { explore, axes, hazards, infer = false }: Wanted,
): ExplorePlan | undefined {
  const usual = usualPlan(hazards);
  const named = [
    ...new Set([...knownAxes(from, axes), ...(infer && !explore ? ruleAxisNames(from) : [])]),
  ];
  if (explore) return named.length === 0 ? usual : { ...usual, axes: usualAnd(from, named) };
  return named.length === 0 ? undefined : forAxes(usual, named);
}

/** Time for one axis: a server that responds in 20 ms gets through most of them in that. */
const AXIS_MS = 3000;

/** The boundaries along these axes. The more fields a request has, the longer that may take: else the last ones get no time. */
const forAxes = (plan: ExplorePlan, axes: string[]): ExplorePlan => ({
  ...plan,
  parts: ["boundaries"],
  axes,
  maxTimeMs: Math.max(plan.maxTimeMs, axes.length * AXIS_MS),
});

/** The axes whose boundaries are limits of rules: the values of fields, documents and heads. */
function ruleAxisNames(from: Interface): string[] {
  const slugs = layoutOf(from).fields.map(({ slug }) => `${slug}-`);
  return axesOf(from)
    .map(({ name }) => name)
    .filter(
      (name) =>
        MESSAGE_AXES.includes(name) ||
        slugs.some((slug) => name.replace(/^field-/, "").startsWith(slug)),
    );
}

export const comparedDefaults = (): ExplorePlan => ({
  ...withoutAxes(1, defaultOptions("explore")),
  ...COMPARED,
});

/** The parts of a comparison's exploration: all, with smaller limits; without `explore`, the ones that experiments need. */
export function comparedExploration(
  from: Interface,
  { explore, infer = false, states = false, hazards }: Omit<Wanted, "axes">,
): ExplorePlan | undefined {
  if (!explore && !infer && !states) return undefined;
  const learned = states ? ["states" as const] : [];
  const plan = comparedDefaults();
  const limited = infer && !explore ? forAxes(plan, ruleAxisNames(from)) : plan;
  const searched = explore
    ? (["examples", "boundaries", "divergences"] as const)
    : infer
      ? limited.parts
      : [];
  return within(hazards, { ...limited, parts: [...learned, ...searched] });
}

const usualAnd = (from: Interface, named: string[]): string[] => [
  ...new Set([
    ...axesOf(from)
      .filter(({ slow }) => slow !== true)
      .map(({ name }) => name),
    ...named,
  ]),
];

function knownAxes(
  from: Interface,
  named: string[],
  caps: OptionsOf<"explore">["caps"] = DEFAULT_CAPS,
): string[] {
  const known = axesOf(from, caps).map(({ name }) => name);
  const unknown = named.find((name) => !known.includes(name));
  if (unknown === undefined) return named;
  throw new WitnessError("axis", `unknown axis ${JSON.stringify(unknown)}`, {
    hint: `axes: ${known.join(", ")}`,
  });
}
