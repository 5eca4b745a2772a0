import { dirname, join, relative } from "node:path";
import { buildComparison, type RunFold } from "../analyse/index.ts";
import { interfaceOf, parseBaseUrl, withoutGiven } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import { concludeAndExport, type FinishedRun, keepNewest, shorter } from "./conclude-run.ts";
import type { ExportOptions } from "./export-run.ts";
import {
  type Control,
  drawFirstId,
  openRun,
  type OpenRun,
  seedOf,
  type SendOptions,
} from "./open-run.ts";
import type { Catalogue } from "./load-suites.ts";
import { comparedExploration } from "./explore.ts";
import { pairedLoad } from "./load.ts";
import { planSuites, type Selection, wantedSuites } from "./plan-suites.ts";
import { readFolds, type Warn } from "./read-stored.ts";
import { routed } from "./routed.ts";
import { sentText } from "./sent-text.ts";
import { requireServed, servedTargets } from "./served-target.ts";
import { withFleet } from "./with-fleet.ts";
import {
  Interface,
  type ComparisonView,
  type Depth,
  type ExplorePlan,
  type GivenTarget,
  type LoadPlan,
  type RunEnd,
} from "../model/index.ts";
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
  type CalibratedRun,
  type RunOutcome,
  probeState,
} from "../observe/index.ts";
import type { OptionsOf } from "../options/index.ts";
import { createRunFolder, findRunFile, replaceComparison, writeReport } from "../record/index.ts";
import { comparisonMarkdown, renderComparisonPage } from "../report/index.ts";

/** A finished comparison; `runs` are in the order of the targets, empty if stored runs were compared. */
export type FinishedComparison = {
  runs: FinishedRun[];
  view: ComparisonView;
  folder: string;
  report: string;
};

/** The parts of a comparison besides the suites. */
export type ComparisonParts = {
  explore?: ExplorePlan | undefined;
  load?: LoadPlan | undefined;
  /** The depth of equality that reports begin with. */
  depth?: Depth;
  /** The folder of the comparison, replacing its content; by default a new folder. */
  folder?: string | undefined;
};

/** A longer name is replaced by the number of targets. */
const LONGEST_NAME = 40;
const INTERRUPTED: RunOutcome = { end: "interrupted" };

/**
 * `witness compare`: sends the same bytes to every target, records a run of each inside one folder,
 * and compares them. @throws WitnessError if nothing can be sent, or the folder cannot be written
 * to.
 */
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

/** Like `compareJob`, with additions to the suites. */
export async function compareWith(
  given: readonly GivenTarget[],
  catalogue: Catalogue,
  options: SendOptions & Selection & ExportOptions,
  control: Control,
  { explore, load, folder: replaced, depth = "class" }: ComparisonParts,
): Promise<FinishedComparison> {
  const seed = seedOf(options);
  requireServed(given, options);
  const targets = await servedTargets(given, options.serve);
  const planned = planSuites(catalogue, options, seed);
  control.events.phase?.(sentText(planned, catalogue.interface));
  const explored = wantedSuites(catalogue, options);
  // Before the folder is made: it throws if an option cannot be used.
  for (const { baseUrl } of targets) routed(parseBaseUrl(baseUrl), options);
  const { path, runId } =
    replaced === undefined
      ? createRunFolder(options.outputDir, {
          startedAt: new Date(),
          target: nameOf(targets),
          seed,
        })
      : replaceComparison(replaced);
  const common = { verb: "compare" as const, catalogue, planned, explored, seed, explore };
  const paired = load && { ...load, pairedAs: runId };
  const sending = { ...options, firstId: options.firstId ?? drawFirstId() };
  const runs = targets.map((target) =>
    openRun({ ...common, target, targets: targets.length, load: paired }, sending, control, path),
  );
  const outcomes = await sendTogether(runs);
  const finished: FinishedRun[] = [];
  for (const [index, run] of runs.entries())
    finished.push(await concludeAndExport(run, outcomes[index] ?? INTERRUPTED, options));
  const folder = shorter(path);
  const written = writeComparison(finished, folder, depth);
  if (replaced === undefined)
    await keepNewest(
      options,
      finished.map(({ outcome }) => outcome.end),
    );
  return { runs: finished, ...written, folder };
}

/**
 * Compares stored runs without sending; `folds` are their contents. @throws WitnessError if one
 * cannot be read.
 */
export async function compareStored(
  paths: readonly string[],
  outputDir: string,
  depth: Depth,
  warn: Warn,
): Promise<FinishedComparison & { folds: RunFold[] }> {
  const folds = await readFolds(paths, warn);
  requireOneInterface(folds);
  const stored = folds.map((fold, index) => ({
    fold,
    folder: shorter(dirname(findRunFile(paths[index] ?? ""))),
  }));
  const { path } = createRunFolder(outputDir, {
    startedAt: new Date(),
    target: "comparison",
    seed: folds[0]?.header?.seed ?? 0,
  });
  const folder = shorter(path);
  return { runs: [], folds, ...writeComparison(stored, folder, depth), folder };
}

/** Runs of different interfaces cannot be compared. Which fields are fresh may differ: one target keeps them unique. */
export function requireOneInterface(folds: readonly RunFold[]): void {
  const sent = folds.map(({ header }) => interfaceOf(header ?? {}));
  const [first, ...others] = sent.map((each) =>
    JSON.stringify(Interface.parse(withoutGiven(each)), (key, value: unknown) =>
      key === "fresh" ? undefined : value,
    ),
  );
  const other = others.findIndex((each) => each !== first) + 1;
  if (other === 0) return;
  const nameOne = (at: number): string =>
    `${folds[at]?.header?.target.name ?? ""} was sent ${sent[at]?.name ?? ""} (${sent[at]?.method ?? ""} ${sent[at]?.path ?? ""})`;
  throw new WitnessError("compare", `different interfaces: ${nameOne(0)}, ${nameOne(other)}`, {
    hint: "compare runs of one interface",
  });
}

/**
 * Sends the same cases to every target, explores all of them, and loads them in paired rounds, as the
 * header of the first one says. A lost target takes no further part.
 */
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

/** Experiments with every target, where the header has them. */
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

/** A folded run, and its folder. */
type FoldedRun = { fold: RunFold; folder: string };

/** Derives the comparison of these runs, and writes its reports into its folder. */
function writeComparison(
  runs: readonly FoldedRun[],
  folder: string,
  depth: Depth,
): { view: ComparisonView; report: string } {
  const view = buildComparison(
    runs.map(({ fold, folder: own }) => ({ fold, run: relative(folder, own) || ".", path: own })),
    depth,
  );
  writeReport(folder, "comparison.json", `${JSON.stringify(view.comparison, null, 2)}\n`);
  writeReport(folder, "comparison.md", comparisonMarkdown(view, { report: "report.html" }));
  const report = writeReport(folder, "report.html", renderComparisonPage(view));
  return { view, report: join(report) };
}
