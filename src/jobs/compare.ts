import type { RunFold } from "../analyse/index.ts";
import { parseBaseUrl } from "../contract/index.ts";
import { type FinishedComparison, writeComparison } from "./compare-stored.ts";
import { concludeAndExport, type FinishedRun, keepNewest, shorter } from "./conclude-run.ts";
import type { Control, OpenRun } from "./open-run.ts";
import { drawFirstId, openRun, seedOf } from "./open-run.ts";
import type { Catalogue } from "./load-suites.ts";
import { comparedExploration } from "./explore.ts";
import { pairedLoad } from "./load.ts";
import { planSuites, type Selection, wantedSuites } from "./plan-suites.ts";
import { routed } from "./routed.ts";
import { sentText } from "./sent-text.ts";
import type { Settings } from "./settings.ts";
import { requireServed, servedTargets } from "./served-target.ts";
import { withFleet } from "./with-fleet.ts";
import type { Depth, ExplorePlan, GivenTarget, LoadPlan, Manner, RunEnd } from "../model/index.ts";
import type { CalibratedRun, RunOutcome } from "../observe/index.ts";
import {
  confirmCases,
  confirmDifferences,
  inferRules,
  loadSettingsOf,
  openTogether,
  outcomeOf,
  sendExploration,
  sendPairedLoad,
  sendSuites,
  probeState,
} from "../observe/index.ts";
import type { OptionsOf } from "../options/index.ts";
import { createPart, createRunFolder, replaceComparison } from "../record/index.ts";

export type ComparisonParts = {
  explore?: ExplorePlan | undefined;
  load?: LoadPlan | undefined;
  depth?: Depth;
  /** The folder of the comparison, replacing its content; by default a new folder. */
  folder?: string | undefined;
  inside?: { folder: string; name: string };
  /** How earlier runs treated each target. */
  manners?: readonly (Manner | undefined)[];
};

/** A longer name is replaced by the number of targets. */
const LONGEST_NAME = 40;
const INTERRUPTED: RunOutcome = { end: "interrupted" };

/** `witness compare`: the same bytes to every target, a run of each. @throws WitnessError if nothing can be sent or written. */
export const compareJob = (
  targets: readonly GivenTarget[],
  catalogue: Catalogue,
  options: OptionsOf<"compare">,
  control: Control,
): Promise<FinishedComparison> =>
  withFleet(options, control, (whole) =>
    compareWith(targets, catalogue, options, whole, {
      explore: comparedExploration(catalogue.interface, options),
      load: options.load ? pairedLoad(options) : undefined,
      depth: options.depth,
    }),
  );

/** Like `compareJob`, with additions to the suites. Several catalogues, one a target, differ only in their examples. */
export async function compareWith(
  given: readonly GivenTarget[],
  catalogues: Catalogue | readonly [Catalogue, ...Catalogue[]],
  options: Settings & Selection,
  control: Control,
  { explore, load, folder: replaced, inside, manners = [], depth = "class" }: ComparisonParts,
): Promise<FinishedComparison> {
  const seed = seedOf(options);
  requireServed(given, options);
  const targets = await servedTargets(given, options.serve);
  const planOf = (catalogue: Catalogue) => ({
    catalogue,
    planned: planSuites(catalogue, options, seed),
    explored: wantedSuites(catalogue, options),
  });
  const [first, ...others] = "suites" in catalogues ? [catalogues] : catalogues;
  const plans = [planOf(first), ...others.map(planOf)] as const;
  control.events.phase?.(sentText(plans[0].planned, first.interface));
  // Before the folder is made: it throws if an option cannot be used.
  for (const { baseUrl } of targets) routed(parseBaseUrl(baseUrl), options);
  const { path, runId } = folderFor(targets, { options, seed, replaced, inside });
  const common = { verb: "compare" as const, seed, explore };
  const paired = load && { ...load, pairedAs: runId };
  const sending = { ...options, firstId: options.firstId ?? drawFirstId() };
  const runs = targets.map((target, at) => {
    const plan = { ...common, ...(plans[at] ?? plans[0]), target, targets: targets.length };
    const manner = manners[at] ?? sending.manner;
    return openRun({ ...plan, load: paired }, { ...sending, manner }, control, path);
  });
  const outcomes = await sendTogether(runs);
  const finished: FinishedRun[] = [];
  for (const [index, run] of runs.entries())
    finished.push(await concludeAndExport(run, outcomes[index] ?? INTERRUPTED, options));
  const folder = shorter(path);
  const written = writeComparison(finished, folder, depth);
  const ends = finished.map(({ outcome }) => outcome);
  if (replaced === undefined && inside === undefined) await keepNewest(options, ends);
  return { runs: finished, ...written, folder };
}

/** Sends, explores and loads in paired rounds, as the first header says. A lost target takes no further part. */
const sendTogether = (runs: OpenRun[]): Promise<RunOutcome[]> =>
  openTogether(runs, async (all) => {
    const folds = new Map(all.map((each, at) => [each, runs[at]?.fold]));
    const ends = new Map<CalibratedRun, RunOutcome>();
    const left = (): CalibratedRun[] => all.filter((each) => isCarriedOn(ends.get(each)));
    // If one cannot continue, the others do.
    const sent = await sendSuitesTo(all, folds);
    for (const [index, each] of all.entries()) ends.set(each, sent[index] ?? INTERRUPTED);
    await confirmEach(left(), folds, ends);
    const [first, ...others] = left();
    if (first?.settings.header.options.explore !== undefined && others.length > 0) {
      const explored = await sendExploration([first, ...others]);
      for (const [index, each] of [first, ...others].entries())
        ends.set(each, { end: explored[index] ?? "interrupted" });
    }
    await inferEach(left(), folds, ends);
    await sendLoads(left(), ends);
    // What there was no time for stays unsent, however the rest went.
    return all.map((each, index) => {
      const end = ends.get(each) ?? INTERRUPTED;
      return end.end === "done" && sent[index]?.end === "out-of-time" ? sent[index] : end;
    });
  });

/** Sends to all targets together; with agents to one after the other, because an agent works for one run at a time. */
async function sendSuitesTo(
  all: readonly CalibratedRun[],
  folds: ReadonlyMap<CalibratedRun, RunFold | undefined>,
): Promise<RunOutcome[]> {
  const sendOne = async (each: CalibratedRun): Promise<RunEnd> => {
    const end = await sendSuites(each);
    const fold = folds.get(each);
    return end === "done" && fold !== undefined ? probeState(each, fold) : end;
  };
  const send = (each: CalibratedRun): Promise<RunOutcome> => orFailed(sendOne(each), each);
  if (all[0]?.settings.fleet === undefined) return Promise.all(all.map(send));
  const sent: RunOutcome[] = [];
  for (const each of all) sent.push(await send(each));
  return sent;
}

/** Sends again what differs from a baseline, and then what differs between targets. */
async function confirmEach(
  sent: readonly CalibratedRun[],
  folds: ReadonlyMap<CalibratedRun, RunFold | undefined>,
  ends: Map<CalibratedRun, RunOutcome>,
): Promise<void> {
  const keep = (each: CalibratedRun, outcome: RunOutcome): void => {
    if (outcome.end !== "done") ends.set(each, outcome);
  };
  // One after the other: what gives one target a fresh store may give it to all.
  for (const each of sent) keep(each, await orFailed(confirmCases(each), each));
  const all = sent.flatMap((run) => {
    const fold = folds.get(run);
    return fold === undefined || !isCarriedOn(ends.get(run)) ? [] : [{ run, fold }];
  });
  const [first] = all;
  if (first === undefined) return;
  const outcome = await orFailed(confirmDifferences(all), first.run);
  for (const { run } of all) keep(run, outcome);
}

async function inferEach(
  left: readonly CalibratedRun[],
  folds: ReadonlyMap<CalibratedRun, RunFold | undefined>,
  ends: Map<CalibratedRun, RunOutcome>,
): Promise<void> {
  const infer = async (each: CalibratedRun): Promise<void> => {
    const fold = folds.get(each);
    if (fold === undefined || each.settings.header.options.infer !== true) return;
    const outcome = await orFailed(inferRules(each, fold), each);
    if (outcome.end !== "done") ends.set(each, outcome);
  };
  await Promise.all(left.map(infer));
}

const isCarriedOn = (outcome: RunOutcome | undefined): boolean =>
  outcome?.end === "done" || outcome?.end === "out-of-time";

const orFailed = (work: Promise<RunEnd>, { journal }: CalibratedRun): Promise<RunOutcome> =>
  work.then(
    (end) => ({ end }),
    (error: unknown) => outcomeOf(error, journal),
  );

async function sendLoads(
  left: readonly CalibratedRun[],
  ends: Map<CalibratedRun, RunOutcome>,
): Promise<void> {
  const [first, ...others] = left.flatMap((each) => {
    const { load } = each.settings.header.options;
    return load === undefined ? [] : [loadSettingsOf(each, load)];
  });
  if (first === undefined) return;
  const loaded = await sendPairedLoad([first, ...others]);
  for (const [index, each] of left.entries()) ends.set(each, loaded[index] ?? INTERRUPTED);
}

function nameOf(targets: readonly GivenTarget[]): string {
  const names = targets.map(({ name }) => name).join("-vs-");
  return names.length > LONGEST_NAME ? `${targets.length}-targets` : names;
}

function folderFor(
  targets: readonly GivenTarget[],
  of: { options: Settings; seed: number } & Pick<ComparisonParts, "inside"> & {
      replaced: ComparisonParts["folder"];
    },
): { path: string; runId: string } {
  const { options, seed, replaced, inside } = of;
  if (inside !== undefined) return createPart(inside.folder, inside.name);
  if (replaced !== undefined) return replaceComparison(replaced);
  const name = { startedAt: new Date(), target: nameOf(targets), seed };
  return createRunFolder(options.outputDir, name);
}
