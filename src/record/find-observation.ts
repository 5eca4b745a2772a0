import type { Case, Integrity, Observation, RunHeader, UniqueField } from "../model/index.ts";
import { readRun } from "./run-reader.ts";

export type FoundObservation = {
  header: RunHeader;
  /** Fields that are fresh besides those of the header's interface. */
  unique?: readonly UniqueField[] | undefined;
  case: Case;
  observation: Observation;
};

/**
 * Finds an observation by its number, or the first one of a case by the case's id; undefined if there is none.
 * `integrity` is about the whole record.
 */
export async function findObservation(
  file: string,
  wanted: string,
): Promise<{ found: FoundObservation | undefined; integrity: Integrity }> {
  const seq = /^\d+$/.test(wanted) ? Number(wanted) : undefined;
  const cases = new Map<string, Case>();
  let header: RunHeader | undefined;
  let unique: readonly UniqueField[] | undefined;
  let drawn: Case | undefined;
  let found: FoundObservation | undefined;
  const { state, text } = await readRun(file, (record) => {
    if (record.type === "header") header = record;
    else if (record.type === "approach") unique = record.unique;
    else if (record.type === "case" && record.case.generated !== undefined) drawn = record.case;
    else if (record.type === "case") cases.set(record.case.id, record.case);
    if (record.type !== "observation" || header === undefined) return undefined;
    if (seq === undefined ? record.case !== wanted : record.seq !== seq) return undefined;
    const sent = cases.get(record.case) ?? (drawn?.id === record.case ? drawn : undefined);
    if (sent === undefined) return undefined;
    found = { header, unique, case: sent, observation: record };
    return "enough";
  });
  return { found, integrity: { state, text } };
}
