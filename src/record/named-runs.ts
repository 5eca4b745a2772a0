import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { z } from "zod";
import { noteWritten, requireOwn } from "./written-files.ts";

/** In a run folder: the baselines that were saved from the run, as paths from that folder, one a line. */
const BASELINES_FILE = ".witness-baselines";

/** What is read of a baseline: the run that it was saved from, and those whose changes were accepted. */
const Naming = z.object({ run: z.string(), accepted: z.array(z.object({ run: z.string() })) });

/** Ids of the runs that these baselines name; a file that is missing or not a baseline names none. */
export const runsNamedIn = (files: readonly string[]): Set<string> =>
  new Set(files.flatMap((file) => namesOf(file)));

function namesOf(file: string): string[] {
  try {
    const { run, accepted } = Naming.parse(JSON.parse(readFileSync(file, "utf8")));
    return [run, ...accepted.map((each) => each.run)];
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

/** Whether a baseline that was saved from the run in this folder still names it. */
export const namedByBaseline = (folder: string, runId: string): boolean =>
  runsNamedIn(linesOf(join(folder, BASELINES_FILE)).map((file) => resolve(folder, file))).has(
    runId,
  );

const linesOf = (path: string): string[] =>
  existsSync(path)
    ? readFileSync(path, "utf8")
        .split("\n")
        .filter((line) => line !== "")
    : [];
