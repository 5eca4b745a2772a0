import type { Case } from "../model/case.ts";
import type { Observation } from "../model/observation.ts";
import type { RunHeader } from "../model/run.ts";
import { readRun } from "./run-reader.ts";

export type Found = { header: RunHeader; case: Case; observation: Observation };

/**
 * Finds an observation by its number, or the first one of a case by the case's id. Undefined
 * where there is none.
 */
export async function findObservation(file: string, wanted: string): Promise<Found | undefined> {
  const seq = /^\d+$/.test(wanted) ? Number(wanted) : undefined;
  const cases = new Map<string, Case>();
  let header: RunHeader | undefined;
  let drawn: Case | undefined;
  for await (const record of readRun(file, () => {})) {
    if (record.type === "header") header = record;
    else if (record.type === "case" && record.case.generated !== undefined) drawn = record.case;
    else if (record.type === "case") cases.set(record.case.id, record.case);
    if (record.type !== "observation" || header === undefined) continue;
    if (seq === undefined ? record.case !== wanted : record.seq !== seq) continue;
    const sent = cases.get(record.case) ?? (drawn?.id === record.case ? drawn : undefined);
    if (sent !== undefined) return { header, case: sent, observation: record };
  }
  return undefined;
}
