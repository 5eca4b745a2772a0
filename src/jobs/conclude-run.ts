import { basename, join, relative } from "node:path";
import { buildRunView, type RunFold, type RunView } from "../analyse/index.ts";
import { WitnessError } from "../errors.ts";
import { endedAsPlanned, type LoadView, type RunEnd, type Summary } from "../model/index.ts";
import type { RunOutcome } from "../observe/index.ts";
import { findOld, removeOld, writeReport } from "../record/index.ts";
import { dotText, renderRunPage, runMarkdown, statesMarkdown } from "../report/index.ts";
import { type ExportedRun, exportRun } from "./export-run.ts";
import type { Settings } from "./settings.ts";
import type { OpenRun } from "./open-run.ts";

/** A finished run, with its reports written. Paths are relative to the working directory if that is shorter. */
export type FinishedRun = {
  outcome: RunOutcome;
  fold: RunFold;
  summary: Summary;
  load: LoadView | undefined;
  folder: string;
  report: string;
  exported?: ExportedRun | undefined;
};

export function concludeRun({ fold, path }: OpenRun, outcome: RunOutcome): FinishedRun {
  const folder = shownPath(path);
  const { view, report } = writeReports(fold, folder);
  return { outcome, fold, summary: view.summary, load: view.load, folder, report };
}

export async function concludeAndExport(
  run: OpenRun,
  outcome: RunOutcome,
  options: Partial<Settings>,
): Promise<FinishedRun> {
  const finished = concludeRun(run, outcome);
  return { ...finished, exported: await exportRun(run.fold, finished.folder, options) };
}

/** The same, and for `--keep` removes the old runs of the output folder. */
export async function concludeAndKeep(
  run: OpenRun,
  outcome: RunOutcome,
  options: Settings,
): Promise<FinishedRun> {
  const finished = await concludeAndExport(run, outcome, options);
  await keepNewest(options, [outcome]);
  return finished;
}

export function shownPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith("..") ? path : short;
}

/** Writes `summary.json`, `report.md`, `report.html`, and for a state machine `states.dot` and `states.md`. */
export function writeReports(fold: RunFold, folder: string): { view: RunView; report: string } {
  const view = buildRunView(fold, folder);
  if (view === undefined)
    throw new WitnessError("run-folder", `the run at ${folder} has no header: nothing to report`);
  writeReport(folder, "summary.json", `${JSON.stringify(view.summary, null, 2)}\n`);
  const where = { report: join(folder, "report.html"), run: folder };
  writeReport(folder, "report.md", runMarkdown(view.summary, where));
  const states = view.summary.exploration?.states;
  if (states?.machine !== undefined) {
    writeReport(folder, "states.dot", dotText(states));
    writeReport(folder, "states.md", `${statesMarkdown(states).join("\n")}\n`);
  }
  const report = writeReport(folder, "report.html", renderRunPage(view));
  return { view, report };
}

/** Where `witness baseline save` writes without `--file`. */
export const USUAL_BASELINE = "witness.baseline.json";

/** The files that `--keep` and `witness clean` ask which runs they name: the usual one, and the one of the options. */
export const baselinesOf = (baseline: unknown): string[] => [
  USUAL_BASELINE,
  ...(typeof baseline === "string" ? [baseline] : []),
];

/** For `--keep`: removes old runs and comparisons, but not after a run that did not end as planned. */
export async function keepNewest(
  { outputDir, keep, baseline }: Settings,
  runs: readonly { end: RunEnd }[],
): Promise<void> {
  if (keep === undefined || !runs.every(endedAsPlanned)) return;
  removeOld(await findOld(outputDir, keep, baselinesOf(baseline)));
}

/** A run in a folder of several, with its reports written. `run` is its folder inside of that one. */
export type PartRun = {
  run: string;
  summary: Summary;
  fold: RunFold;
  end: RunEnd;
  reason?: string | undefined;
};

/** The finished run of a folder that has several, with its reports written. @throws what ended it, unless it was not reached. */
export async function partRunOf(
  opened: OpenRun,
  outcome: RunOutcome,
  folder: string,
  options: Partial<Settings> = {},
): Promise<PartRun> {
  const { end, reason } = endOfOutcome(outcome);
  const { summary, folder: own, fold } = await concludeAndExport(opened, outcome, options);
  return { run: relative(shownPath(folder), own) || basename(own), summary, fold, end, reason };
}

/** How a run ended. A target that only an agent could not reach counts as unreachable. @throws any other error of the run. */
export function endOfOutcome(outcome: RunOutcome): Pick<RunOutcome, "end" | "reason"> {
  const { end, reason, failure } = outcome;
  if (end !== "failed" || failure === undefined) return { end, reason };
  if (!(failure instanceof WitnessError) || failure.exitCode !== 3) throw failure;
  return { end: "unreachable", reason: failure.message };
}
