import { existsSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { RunHeader } from "../model/index.ts";
import { namedByBaseline, runsNamedIn } from "./named-runs.ts";
import { recordIn } from "./run-folder.ts";
import { isLocked } from "./run-lock.ts";
import { readRun } from "./run-reader.ts";
import { foldersIn, isRun } from "./stored-runs.ts";
import { contentOf, removeContent, removeEmpty, type FolderContent } from "./written-files.ts";

/** A comparison or a survey: of stored runs, it has no runs inside. Folders with other names belong to the user. */
const isComparison = (folder: string): boolean =>
  /^\d{4}-\d\d-\d\d-/.test(basename(folder)) &&
  (["comparison.json", "survey.json"].some((name) => existsSync(join(folder, name))) ||
    foldersIn(folder).some(isRun));

/** Folders of an output folder that are too old to stay, and those that stay all the same, with the reason. */
export type OldRuns = {
  old: { folder: string; content: FolderContent }[];
  spared: { folder: string; why: string }[];
};

/**
 * Finds the old runs and comparisons of an output folder: all but the newest `keep`. Spared are a run that is being
 * written, one that a baseline names (`baselines` are files), and the last complete one of each target. Every folder that
 * witness did not make is left out.
 */
export async function findOld(
  outputDir: string,
  keep: number,
  baselines: readonly string[] = [],
): Promise<OldRuns> {
  const newestFirst = foldersIn(outputDir)
    .filter((folder) => isRun(folder) || isComparison(folder))
    .map((folder) => ({ folder, at: statSync(folder).mtimeMs }))
    .toSorted((a, b) => b.at - a.at)
    .map(({ folder }) => folder);
  const found: OldRuns = { old: [], spared: [] };
  if (newestFirst.length <= keep) return found;
  const reasons = await reasonsToStay(newestFirst, runsNamedIn(baselines));
  for (const folder of newestFirst.slice(keep)) {
    const why = reasons.get(folder);
    const content = contentOf(folder);
    if (why !== undefined) found.spared.push({ folder, why });
    else if (content.files.length > 0) found.old.push({ folder, content });
  }
  return found;
}

/** Removes what witness wrote into these folders, and the folders that are empty then. */
export function removeOld({ old }: OldRuns): void {
  for (const { folder, content } of old) {
    removeContent(content);
    removeEmpty(folder);
  }
}

async function reasonsToStay(
  newestFirst: readonly string[],
  named: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const reasons = new Map<string, string>();
  const last = new Map<string, { folder: string; startedAt: string }>();
  for (const folder of newestFirst)
    for (const run of [folder, ...foldersIn(folder)].filter(isRun)) {
      if (isLocked(run)) reasons.set(folder, "it is being written");
      const { header, isComplete } = await readEnds(run);
      if (header === undefined) continue;
      if (named.has(header.runId) || namedByBaseline(run, header.runId))
        reasons.set(folder, "a baseline names it");
      const { startedAt } = header;
      const target = targetOf(header);
      if (isComplete && startedAt > (last.get(target)?.startedAt ?? ""))
        last.set(target, { folder, startedAt });
    }
  for (const [target, { folder }] of last)
    if (!reasons.has(folder)) reasons.set(folder, `the last complete run of ${target}`);
  return reasons;
}

/** A target that witness starts has another port each time. */
const targetOf = ({ target, options }: RunHeader): string => options.serve?.command ?? target.name;

async function readEnds(
  run: string,
): Promise<{ header: RunHeader | undefined; isComplete: boolean }> {
  let header: RunHeader | undefined;
  try {
    const { state, end } = await readRun(recordIn(run) ?? "", (record) => {
      if (record.type === "header") header = record;
      return "enough";
    });
    return { header, isComplete: end === "done" && state !== "damaged" };
  } catch {
    // A newer version wrote it, or it cannot be read.
    return { header, isComplete: false };
  }
}
