import type { RunFold } from "../analyse/index.ts";
import { parseBaseUrl } from "../contract/index.ts";
import { type FinishedComparison, writeComparison } from "./compare-stored.ts";
import { concludeAndExport, type FinishedRun, keepNewest, shownPath } from "./conclude-run.ts";
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
import type {
  Depth,
  ExplorePlan,
  GivenTarget,
  LoadPlan,
  SendLimits,
  RunEnd,
} from "../model/index.ts";
import { endedAsPlanned } from "../model/index.ts";
import type { CalibratedRun, RunOutcome } from "../observe/index.ts";
import * as observe from "../observe/index.ts";
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
  manners?: readonly (SendLimits | undefined)[];
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
  const folder = shownPath(path);
  const written = writeComparison(finished, folder, depth);
  const ends = finished.map(({ outcome }) => outcome);
  if (replaced === undefined && inside === undefined) await keepNewest(options, ends);
  return { runs: finished, ...written, folder };
}

/** A target in a comparison: what was found until now, and how its run has ended so far. */
type Lane = { run: CalibratedRun; fold: RunFold | undefined; outcome: RunOutcome };

/** Sends, explores and loads in paired rounds, as the first header says. A lost target takes no further part. */
const sendTogether = (runs: OpenRun[]): Promise<RunOutcome[]> =>
  observe.openTogether(runs, async (all) => {
    const lanes = all.map((run, at): Lane => ({ run, fold: runs[at]?.fold, outcome: INTERRUPTED }));
    // If one cannot continue, the others do.
    const left = (): Lane[] => lanes.filter(({ outcome }) => endedAsPlanned(outcome));
    await sendSuitesTo(lanes);
    const sent = lanes.map(({ outcome }) => outcome);
    await confirmEach(left());
    await exploreTogether(left());
    await inferEach(left());
    await loadTogether(left());
    // What there was no time for stays unsent, however the rest went.
    return lanes.map(({ outcome }, at) =>
      outcome.end === "done" && sent[at]?.end === "out-of-time" ? sent[at] : outcome,
    );
  });

/** Sends to all targets together; with agents to one after the other, because an agent works for one run at a time. */
async function sendSuitesTo(lanes: readonly Lane[]): Promise<void> {
  const sendOne = async ({ run, fold }: Lane): Promise<RunEnd> => {
    const end = await observe.sendSuites(run);
    return end === "done" && fold !== undefined ? observe.probeState(run, fold) : end;
  };
  const send = async (lane: Lane): Promise<void> => {
    lane.outcome = await orFailed(sendOne(lane), lane.run);
  };
  if (lanes[0]?.run.settings.fleet === undefined) await Promise.all(lanes.map(send));
  else for (const lane of lanes) await send(lane);
}

/** Sends again what differs from a baseline, and then what differs between targets. */
async function confirmEach(lanes: readonly Lane[]): Promise<void> {
  // One after the other: what gives one target a fresh store may give it to all.
  for (const lane of lanes)
    keepUnlessDone(lane, await orFailed(observe.confirmCases(lane.run), lane.run));
  const followed = lanes.filter(isFolded).filter(({ outcome }) => endedAsPlanned(outcome));
  const [first] = followed;
  if (first === undefined) return;
  const outcome = await orFailed(observe.confirmDifferences(followed), first.run);
  for (const lane of followed) keepUnlessDone(lane, outcome);
}

async function exploreTogether(lanes: readonly Lane[]): Promise<void> {
  const [first, ...others] = lanes.map(({ run }) => run);
  if (first?.settings.header.options.explore === undefined || others.length === 0) return;
  const ends = await observe.sendExploration([first, ...others]);
  for (const [at, lane] of lanes.entries()) lane.outcome = { end: ends[at] ?? "interrupted" };
}

async function inferEach(lanes: readonly Lane[]): Promise<void> {
  const infer = async (lane: Lane): Promise<void> => {
    const { run, fold } = lane;
    if (fold === undefined || run.settings.header.options.infer !== true) return;
    keepUnlessDone(lane, await orFailed(observe.inferRules(run, fold), run));
  };
  await Promise.all(lanes.map(infer));
}

async function loadTogether(lanes: readonly Lane[]): Promise<void> {
  const [first, ...others] = lanes.flatMap(({ run }) => {
    const { load } = run.settings.header.options;
    return load === undefined ? [] : [observe.loadSettingsOf(run, load)];
  });
  if (first === undefined) return;
  const loaded = await observe.sendPairedLoad([first, ...others]);
  for (const [at, lane] of lanes.entries()) lane.outcome = loaded[at] ?? INTERRUPTED;
}

const isFolded = (lane: Lane): lane is Lane & { fold: RunFold } => lane.fold !== undefined;

function keepUnlessDone(lane: Lane, outcome: RunOutcome): void {
  if (outcome.end !== "done") lane.outcome = outcome;
}

const orFailed = (work: Promise<RunEnd>, { journal }: CalibratedRun): Promise<RunOutcome> =>
  work.then(
    (end) => ({ end }),
    (error: unknown) => observe.outcomeOf(error, journal),
  );

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
