import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { WitnessError } from "../errors.ts";
import { COMPRESSED } from "./run-lines.ts";
import { fileFault } from "../machine-fault.ts";

/** Name of the record inside a run folder. */
export const RUN_FILE = "run.ndjson";

/** Only the owner may read the files of a run. */
const OWNER_ONLY = { mode: 0o700 };

/** Makes `<outputDir>/<date>-<target>-<seed>`, with a number at the end if that exists. */
export function createRunFolder(
  outputDir: string,
  name: { startedAt: Date; target: string; seed: number },
): { path: string; runId: string } {
  const base = `${name.startedAt.toISOString().slice(0, 10)}-${name.target}-${name.seed}`;
  try {
    makeFolder(resolve(outputDir));
    accessSync(outputDir, constants.W_OK);
    for (let nth = 1; ; nth += 1) {
      const runId = nth === 1 ? base : `${base}-${nth}`;
      if (existsSync(join(outputDir, runId))) continue;
      mkdirSync(join(outputDir, runId), OWNER_ONLY);
      return { path: join(outputDir, runId), runId };
    }
  } catch (error) {
    if (isFull(error)) throw error;
    throw new WitnessError("output-dir", `cannot write to ${outputDir}: ${reasonOf(error)}`, {
      hint: "name another folder with --output-dir",
    });
  }
}

/** Makes the folder for results if it does not exist. */
export function createOutput(path: string): string {
  try {
    makeFolder(resolve(path));
    return path;
  } catch (error) {
    if (isFull(error)) throw error;
    throw new WitnessError("output-dir", `cannot write to ${path}: ${reasonOf(error)}`);
  }
}

/**
 * Empties a folder that contains a comparison (or nothing), or makes it. Throws if it contains anything else.
 */
export function replaceComparison(path: string): { path: string; runId: string } {
  const held = existsSync(path) ? readdirSync(path) : [];
  if (held.length > 0 && !held.includes("comparison.json"))
    throw new WitnessError("output-dir", `${path} contains files that are not a comparison`, {
      hint: "name another folder",
    });
  rmSync(path, { recursive: true, force: true });
  makeFolder(dirname(resolve(path)));
  mkdirSync(path, OWNER_ONLY);
  return { path, runId: basename(path) };
}

/**
 * Makes the folder of one run inside the folder of a comparison or a survey, named after the target; a second run of a
 * target gets a number.
 */
export function createPart(parent: string, target: string): { path: string; runId: string } {
  for (let nth = 1; ; nth += 1) {
    const name = nth === 1 ? target : `${target}-${nth}`;
    const path = join(parent, name);
    if (existsSync(path)) continue;
    mkdirSync(path, OWNER_ONLY);
    return { path, runId: `${basename(parent)}/${name}` };
  }
}

/** Step by step: with `recursive`, mkdir of Node 20 never returns on a file system without new folders (/proc). */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

/** The record of a run folder, given the folder or the record itself. */
export function findRunFile(path: string): string {
  if (!existsSync(path))
    throw new WitnessError("run-folder", `no run at ${path}: the file or folder does not exist`);
  if (!statSync(path).isDirectory()) return path;
  const file = recordIn(path);
  if (file !== undefined) return file;
  const part = readdirSync(path).find((name) => isRunFolder(join(path, name)));
  throw new WitnessError(
    "run-folder",
    `${path} is not a run folder: it has no ${RUN_FILE}`,
    part === undefined ? {} : { hint: `name a run in it, such as ${join(path, part)}` },
  );
}

const isRunFolder = (path: string): boolean =>
  statSync(path).isDirectory() && recordIn(path) !== undefined;

/** The record in a folder, compressed or not; undefined if it has none. */
export const recordIn = (folder: string): string | undefined =>
  [RUN_FILE, RUN_FILE + COMPRESSED]
    .map((name) => join(folder, name))
    .find((file) => existsSync(file));

/** Writes a file of a run, which only its owner may read; another `mode` for files that are not part of a run. */
export function writeReport(folder: string, name: string, text: string, mode = 0o600): string {
  const path = join(folder, name);
  try {
    writeFileSync(path, text, { mode });
  } catch (error) {
    if (isFull(error)) throw error;
    throw new WitnessError("output-dir", `cannot write ${path}: ${reasonOf(error)}`);
  }
  return path;
}

/** The user's choice of folder is not at fault: the machine has run out of something. A read-only folder is a different case. */
const isFull = (error: unknown): boolean =>
  fileFault(error) !== undefined && (error as NodeJS.ErrnoException).code !== "EROFS";

const reasonOf = (error: unknown): string => (error as Error).message.replace(/^[A-Z]+: /, "");
