import type { RunRecord } from "../model/run.ts";
import { findRunFile } from "../record/run-folder.ts";
import { readRun } from "../record/run-reader.ts";

/** Reads a stored run, record by record. Gives what of it was damaged, in words. */
export async function readRecord(
  path: string,
  take: (record: RunRecord) => void,
): Promise<string[]> {
  const damaged: string[] = [];
  const file = findRunFile(path);
  const note = ({ line, what }: { line: number; what: string }): unknown =>
    damaged.push(`${file} line ${line}: ${what}`);
  for await (const record of readRun(file, note)) take(record);
  return damaged;
}
