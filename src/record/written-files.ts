import { appendFileSync, closeSync, existsSync, lstatSync, openSync, readFileSync } from "node:fs";
import { readSync, readdirSync, rmSync, rmdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { constants, gunzipSync } from "node:zlib";
import { WitnessError } from "../errors.ts";

/** In each folder that witness makes: the names of what it wrote there, one a line. */
export const MANIFEST_FILE = ".witness-files";

/** What versions before 0.7.0, which had no manifest, wrote into the folder of a run, a comparison or a survey. */
const EARLIER: ReadonlySet<string> = new Set([
  "run.ndjson",
  "run.ndjson.gz",
  "summary.json",
  "report.md",
  "report.html",
  "gate.json",
  "comparison.json",
  "comparison.md",
  "survey.json",
]);
const NAMING = ["run.ndjson", "run.ndjson.gz", "comparison.json", "survey.json"];
/** What is there only while a process writes, and what this version adds to a folder without a manifest. */
const OTHERS = /^run\.lock(\.\d+)?$|^run\.ndjson\.gz\.part$|^\.witness-baselines$/;

const HEAD_BYTES = 64 * 1024;
const TOOL = /"name":\s*"api-witness"/;
const ANY_NAME = /witness/;

export function beginManifest(folder: string): void {
  writeFileSync(join(folder, MANIFEST_FILE), `${MANIFEST_FILE}\n`, { mode: 0o600 });
}

/** Adds a name to the manifest of its folder, if the folder has one: before the file is written. */
export function noteWritten(path: string): void {
  const [folder, name] = [dirname(path), basename(path)];
  const listed = namesIn(folder);
  if (listed !== undefined && !listed.has(name))
    appendFileSync(join(folder, MANIFEST_FILE), `${name}\n`);
}

function namesIn(folder: string): ReadonlySet<string> | undefined {
  const file = join(folder, MANIFEST_FILE);
  return isPlainFile(file) ? new Set(readFileSync(file, "utf8").split("\n")) : undefined;
}

/** Not a symbolic link, which may lead to a file of the user's. */
const isPlainFile = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** Whether witness wrote this name: the manifest lists it, or earlier versions wrote such names. */
function ownNames(folder: string): (name: string) => boolean {
  const listed = namesIn(folder);
  const names = listed ?? (saysWitness(folder) ? EARLIER : new Set());
  return (name) => names.has(name) || (names.size > 0 && OTHERS.test(name));
}

/** Whether a folder without a manifest has a record, a comparison or a survey that an earlier version wrote. */
const saysWitness = (folder: string): boolean =>
  NAMING.map((name) => join(folder, name)).some(
    (file) => isPlainFile(file) && TOOL.test(headOf(file)),
  );

function headOf(path: string): string {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(HEAD_BYTES);
    const head = bytes.subarray(0, readSync(file, bytes, 0, HEAD_BYTES, 0));
    if (!path.endsWith(".gz")) return head.toString("utf8");
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH }).toString("utf8");
  } catch {
    return "";
  } finally {
    closeSync(file);
  }
}

export type FolderContent = { files: string[]; folders: string[]; others: string[]; bytes: number };

/** Sorts the content of a folder by who wrote it. Symbolic links are never followed, and never witness's. */
export function contentOf(folder: string): FolderContent {
  const content: FolderContent = { files: [], folders: [], others: [], bytes: 0 };
  const isOwn = ownNames(folder);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isFile() && isOwn(entry.name)) {
      content.files.push(path);
      content.bytes += lstatSync(path).size;
    } else if (entry.isDirectory() && (isOwn(entry.name) || isMade(path))) {
      const inner = contentOf(path);
      content.files.push(...inner.files);
      content.folders.push(...inner.folders, path);
      content.others.push(...inner.others);
      content.bytes += inner.bytes;
    } else content.others.push(path);
  }
  return content;
}

const isMade = (folder: string): boolean =>
  isPlainFile(join(folder, MANIFEST_FILE)) || saysWitness(folder);

/** Removes what witness wrote: files by their names, and folders that are empty then. The folder itself stays. */
export function removeContent({ files, folders }: FolderContent): void {
  const [manifests, others] = [true, false].map((is) =>
    files.filter((file) => (basename(file) === MANIFEST_FILE) === is),
  );
  for (const file of [...(others ?? []), ...(manifests ?? [])]) rmSync(file, { force: true });
  for (const folder of folders) removeEmpty(folder);
}

export function removeEmpty(folder: string): void {
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** @throws WitnessError `output-dir` if neither the manifest nor its text says that witness wrote it. Empty files are nobody's. */
export function requireOwn(path: string): void {
  if (!existsSync(path) && lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
  const folder = dirname(path);
  const isOwn =
    isPlainFile(path) &&
    (lstatSync(path).size === 0 ||
      ownNames(folder)(basename(path)) ||
      (namesIn(folder) === undefined && ANY_NAME.test(headOf(path))));
  if (isOwn) return;
  throw new WitnessError("output-dir", `${path} exists, and witness did not write it`, {
    hint: "move it, or name another folder",
  });
}
