import { RUN_FILE, foldersIn, recordIn } from "./run-folder.ts";
import { appendFileSync, createReadStream, createWriteStream, existsSync } from "node:fs";
import { readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { z } from "zod";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { RunHeader } from "../model/index.ts";
import { isLocked } from "./run-lock.ts";
import { readRun } from "./run-reader.ts";
import type { FolderContent } from "./written-files.ts";
import { contentOf, noteWritten, removeContent, removeEmpty, requireOwn } from "./written-files.ts";
import { COMPRESSED } from "./run-lines.ts";

/** Paths of the run folders in an output folder and one level below: the parts of comparisons. */
export const storedRuns = (outputDir: string): string[] =>
  foldersIn(outputDir).flatMap((folder) =>
    isRun(folder) ? [folder] : foldersIn(folder).filter(isRun),
  );

const isRun = (folder: string): boolean => recordIn(folder) !== undefined;

/** A comparison, a survey or a whole document: of stored runs, it has no runs inside. Folders with other names belong to the user. */
const isComparison = (folder: string): boolean =>
  /^\d{4}-\d\d-\d\d-/.test(basename(folder)) &&
  (["comparison.json", "survey.json", "document.json"].some((name) =>
    existsSync(join(folder, name)),
  ) ||
    foldersIn(folder).some(isRun));

/** Folders of an output folder that are too old to stay, and those that stay all the same, with the reason. */
export type OldRuns = {
  old: { folder: string; content: FolderContent }[];
  spared: { folder: string; why: string }[];
};

/** All but the newest `keep`, without runs in progress, those that a baseline names, and the last complete one of each target. */
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

/** In a run folder: the baselines that were saved from the run, as paths from that folder, one a line. */
const BASELINES_FILE = ".witness-baselines";

/** What is read of a baseline: the run that it was saved from, and those whose changes were accepted. */
const Naming = z.object({ run: z.string(), accepted: z.array(z.object({ run: z.string() })) });
/** The same of a whole document. */
const NamingAll = z.object({ operations: z.record(z.string(), Naming) });

/** Ids of the runs that these baselines name; a file that is missing or not a baseline names none. */
const runsNamedIn = (files: readonly string[]): Set<string> =>
  new Set(files.flatMap((file) => namesOf(file)));

function namesOf(file: string): string[] {
  try {
    const named = NamingAll.or(Naming).parse(JSON.parse(readFileSync(file, "utf8")));
    const all = "operations" in named ? Object.values(named.operations) : [named];
    return all.flatMap(({ run, accepted }) => [run, ...accepted.map((each) => each.run)]);
  } catch {
    return [];
  }
}

/** Notes in a run folder that a baseline names the run: `--keep` and `witness clean` then spare it. */
export function noteBaseline(folder: string, baseline: string): void {
  const path = join(folder, BASELINES_FILE);
  const line = relative(resolve(folder), resolve(baseline));
  if (linesOf(path).includes(line)) return;
  requireOwn(path);
  noteWritten(path);
  appendFileSync(path, `${line}\n`, { mode: 0o600 });
}

const namedByBaseline = (folder: string, runId: string): boolean =>
  runsNamedIn(linesOf(join(folder, BASELINES_FILE)).map((file) => resolve(folder, file))).has(
    runId,
  );

const linesOf = (path: string): string[] =>
  existsSync(path)
    ? readFileSync(path, "utf8")
        .split("\n")
        .filter((line) => line !== "")
    : [];

/** A run that ended like this may be resumed: that needs its record as it is. */
const RESUMABLE: readonly string[] = ["interrupted", "failed"];

export async function compressRecord(folder: string): Promise<string | undefined> {
  const file = recordIn(folder);
  if (file === undefined || basename(file) !== RUN_FILE || isLocked(folder)) return undefined;
  const { state, end } = await readRun(file, () => "enough");
  // What is damaged stays as it was found.
  if (state !== "intact" || end === undefined || RESUMABLE.includes(end)) return undefined;
  const made = file + COMPRESSED;
  const part = `${made}.part`;
  for (const each of [made, part]) requireOwn(each);
  noteWritten(made);
  await pipeline(createReadStream(file), createGzip(), createWriteStream(part, { mode: 0o600 }));
  renameSync(part, made);
  rmSync(file);
  return `${dirname(made)}/${basename(made)}`;
}
