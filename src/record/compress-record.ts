import { createReadStream, createWriteStream, renameSync, rmSync } from "node:fs";
import { basename, dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { RUN_FILE, recordIn } from "./run-folder.ts";
import { COMPRESSED } from "./run-lines.ts";
import { isLocked } from "./run-lock.ts";
import { readRun } from "./run-reader.ts";
import { noteWritten, requireOwn } from "./written-files.ts";

/** A run that ended like this may be resumed: that needs its record as it is. */
const RESUMABLE: readonly string[] = ["interrupted", "failed"];

/** Compresses the record of a finished run. Returns its new path; undefined if there is nothing to compress. */
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
