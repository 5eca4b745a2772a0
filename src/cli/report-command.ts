import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Command } from "commander";
import { buildHistory, headlineOf, summarise, type Headline } from "../analyse/index.ts";
import { documentLines } from "./opening-lines.ts";
import { printResult, warn } from "./output.ts";
import { readCommand } from "./read-command.ts";
import { requireReplaceable, saveHgrm, sayExported } from "./output-files.ts";
import { exitCodeOfStored } from "./run-exit-codes.ts";
import { noteOutputs, runOutputs } from "./step-outputs.ts";
import { WitnessError } from "../errors.ts";
import * as jobs from "../jobs/index.ts";
import { Summary } from "../model/index.ts";
import { findRunFile, readRun, storedRuns, writeReport } from "../record/index.ts";
import { renderDiff, renderDocument, renderHistory, renderHistoryPage } from "../report/index.ts";
import { renderResult, Screen } from "../report/index.ts";

export async function reportCommand(path: string, command: Command): Promise<void> {
  const { options, flags } = await readCommand("report", command);
  requireReplaceable("--save-hgrm", flags.saveHgrm);
  if (jobs.isDocumentFolder(path)) {
    if (options.export.length > 0)
      throw new WitnessError("run-folder", `${path} has several runs, and --export is for one`, {
        hint: "name the folder of one operation in it",
      });
    const { document, report } = await jobs.reportDocument(path, warn);
    await printResult(flags.json, document, (...how) =>
      renderDocument(document, report, new Screen(...how)),
    );
    return;
  }
  const fold = await jobs.readFold(path, warn);
  const folder = join(dirname(findRunFile(path)));
  const { view, report: page } = jobs.writeReports(fold, folder);
  const { summary } = view;
  for (const line of documentLines(summary)) warn(line);
  noteOutputs(runOutputs([{ summary, folder, report: page }]));
  const places = { report: page, run: folder };
  await printResult(flags.json, summary, (...how) =>
    renderResult(view, new Screen(...how), places),
  );
  process.exitCode = exitCodeOfStored(summary);
  if (flags.saveHgrm !== undefined) warn(saveHgrm(fold, flags.saveHgrm));
  sayExported(await jobs.exportRun(fold, folder, options));
}

export async function diffCommand(before: string, now: string, command: Command): Promise<void> {
  const { flags } = await readCommand("diff", command);
  const diff = await jobs.diffRuns(before, now, warn);
  await printResult(flags.json, diff, (...how) => renderDiff(diff, new Screen(...how)));
}

export async function historyCommand(command: Command): Promise<void> {
  const { options, flags } = await readCommand("history", command);
  const { outputDir } = options;
  const stored = buildHistory(chosen(await readHeadlines(outputDir), flags.target, outputDir));
  const page = writeReport(outputDir, "history.html", renderHistoryPage(stored));
  const places = { outputDir, page: join(page) };
  await printResult(flags.json, stored, (...how) =>
    renderHistory(stored, new Screen(...how), places),
  );
}

function chosen(
  all: readonly Headline[],
  targets: readonly string[],
  outputDir: string,
): readonly Headline[] {
  if (all.length === 0)
    throw new WitnessError("no-runs", `there are no runs in ${outputDir}`, {
      hint: "create one with witness run <target>; --output-dir names another folder",
    });
  if (targets.length === 0) return all;
  const runs = all.filter(({ run }) => targets.includes(run.target));
  if (runs.length > 0) return runs;
  const known = [...new Set(all.map(({ run }) => run.target))].toSorted();
  throw new WitnessError(
    "target-name",
    `no run in ${outputDir} is of a target named ${targets.join(", ")}`,
    { hint: `there are runs of ${known.join(", ")}` },
  );
}

/** Headline figures of every run in an output folder. An unreadable run is reported on stderr and skipped. */
async function readHeadlines(outputDir: string): Promise<Headline[]> {
  const headlines: Headline[] = [];
  for (const path of storedRuns(outputDir)) {
    const summary = await summaryOf(path);
    if (summary === undefined) continue;
    const hasReport = existsSync(join(path, "report.html"));
    headlines.push(headlineOf(summary, { folder: relative(outputDir, path), hasReport }));
  }
  return headlines;
}

/** From `summary.json` if this version can read it, and the record has not changed since; else from the record. */
async function summaryOf(path: string): Promise<Summary | undefined> {
  const stored = Summary.safeParse(jobs.readJson(join(path, "summary.json"))).data;
  if (stored === undefined) return foldedSummary(path);
  try {
    const { state } = await readRun(findRunFile(path), () => "enough");
    return state === "intact" || state === "unchecked" ? stored : await foldedSummary(path);
  } catch (error) {
    return passOver(error);
  }
}

async function foldedSummary(path: string): Promise<Summary | undefined> {
  try {
    return summarise(await jobs.readFold(path, warn));
  } catch (error) {
    return passOver(error);
  }
}

function passOver(error: unknown): undefined {
  if (!(error instanceof WitnessError)) throw error;
  warn(`passed over: ${error.message}`);
}
