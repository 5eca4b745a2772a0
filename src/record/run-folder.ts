import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { WitnessError } from "../errors.ts";
import { COMPRESSED } from "./run-lines.ts";
import { fileFault } from "../machine-fault.ts";
import { beginManifest, contentOf, noteWritten, removeContent } from "./written-files.ts";
import { requireOwn } from "./written-files.ts";

export const RUN_FILE = "run.ndjson";

const OWNER_ONLY = { mode: 0o700 };

/** Makes `<outputDir>/<date>-<target>-<seed>`, with a number at the end if that exists. */
export function createRunFolder(
  outputDir: string,
  name: { startedAt: Date; target: string; seed: number },
): { path: string; runId: string } {
  const base = `${name.startedAt.toISOString().slice(0, 10)}-${name.target}-${name.seed}`;
  const hint = "name another folder with --output-dir";
  return refusing(`to ${outputDir}`, { hint }, () => {
    makeFolder(resolve(outputDir));
    accessSync(outputDir, constants.W_OK);
    const path = makeNext(outputDir, base);
    return { path, runId: basename(path) };
  });
}

export function createOutput(path: string): string {
  refusing(`to ${path}`, {}, () => makeFolder(resolve(path)));
  return path;
}

/** Removes what witness wrote there before. @throws WitnessError `output-dir` if it contains anything else. */
export function replaceComparison(path: string): { path: string; runId: string } {
  if (!existsSync(path)) {
    makeFolder(dirname(resolve(path)));
    return { path: makeOwn(path), runId: basename(resolve(path)) };
  }
  if (!statSync(path).isDirectory())
    throw new WitnessError("output-dir", `${path} is not a folder`, { hint: OTHER_FOLDER });
  const content = contentOf(path);
  const [first] = content.others;
  if (first !== undefined)
    throw new WitnessError("output-dir", `witness did not write ${first}`, { hint: OTHER_FOLDER });
  removeContent(content);
  beginManifest(path);
  return { path, runId: basename(resolve(path)) };
}

const OTHER_FOLDER = "name another folder: this one would be emptied";

/** Makes a run's folder inside that of a comparison or survey, by the target's name; a second one gets a number. */
export function createPart(parent: string, target: string): { path: string; runId: string } {
  const path = makeNext(parent, target);
  return { path, runId: `${basename(parent)}/${basename(path)}` };
}

/** With a number at the end if there is one of this name. */
function makeNext(parent: string, name: string): string {
  let path = join(parent, name);
  for (let nth = 2; existsSync(path); nth += 1) path = join(parent, `${name}-${nth}`);
  return makeOwn(path);
}

/** Makes a folder that only its owner may read, with a manifest. @throws if it exists. */
function makeOwn(path: string): string {
  noteWritten(path);
  mkdirSync(path, OWNER_ONLY);
  beginManifest(path);
  return path;
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

export const recordIn = (folder: string): string | undefined =>
  [RUN_FILE, RUN_FILE + COMPRESSED]
    .map((name) => join(folder, name))
    .find((file) => existsSync(file));

/** Only its owner may read it. @throws WitnessError `output-dir` if it would replace a file that witness did not write. */
export function writeReport(folder: string, name: string, text: string | Uint8Array): string {
  const path = join(folder, name);
  requireOwn(path);
  noteWritten(path);
  return writeText(path, text, 0o600);
}

/** Writes a file, whatever is there. @throws WitnessError `output-dir` if it cannot be written. */
export function writeText(path: string, text: string | Uint8Array, mode = 0o644): string {
  refusing(path, {}, () => writeFileSync(path, text, { mode }));
  return path;
}

function refusing<T>(what: string, more: { hint?: string }, write: () => T): T {
  try {
    return write();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The machine has run out of something: the user's choice of folder is not at fault, unless it is read-only.
    if (fileFault(error) !== undefined && code !== "EROFS") throw error;
    const reason = message.replace(/^[A-Z]+: /, "");
    throw new WitnessError("output-dir", `cannot write ${what}: ${reason}`, more);
  }
}

const REPORT_FILE = "report.html";

export function lastReport(outputDir: string): string | undefined {
  const written = foldersIn(outputDir)
    .map((folder) => join(folder, REPORT_FILE))
    .filter((report) => existsSync(report))
    .map((report) => ({ report, at: statSync(report).mtimeMs }));
  return written.toSorted((a, b) => a.at - b.at).at(-1)?.report;
}

export function reportOf(wanted: string, outputDir: string): string | undefined {
  return [wanted, join(outputDir, wanted)]
    .filter((path) => existsSync(path))
    .map((path) => join(statSync(path).isDirectory() ? path : dirname(path), REPORT_FILE))
    .find((report) => existsSync(report));
}

export function foldersIn(path: string): string[] {
  if (!existsSync(path) || !statSync(path).isDirectory()) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(path, name))
    .toSorted();
}
