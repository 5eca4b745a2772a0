import type { Integrity } from "../model/integrity.ts";
import type { RunRecord } from "../model/run.ts";
import { findRunFile } from "../record/run-folder.ts";
import { readRun } from "../record/run-reader.ts";

/** Reads a stored run, record by record. Gives what is to be said of the record as a whole. */
export async function readRecord(
  path: string,
  take: (record: RunRecord) => void,
): Promise<Integrity> {
  const { state, text } = await readRun(findRunFile(path), (record) => take(record));
  return { state, text };
}
