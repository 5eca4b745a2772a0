import type { CalibrationRecord, Case, Integrity, Observation, RunFooter } from "../model/index.ts";
import type { RunHeader, RunRecord } from "../model/index.ts";
import { isExplored, isStateCase } from "../model/index.ts";
import { readRun, type RecordPlace } from "./run-reader.ts";
import { WitnessError } from "../errors.ts";

export type FoundObservation = {
  header: RunHeader;
  /** What the check before the first case found; absent for a request of this check. */
  approach?: CalibrationRecord | undefined;
  case: Case;
  observation: Observation;
};

/** An observation by its number, or the first of a case. `integrity` is about the whole record. */
export async function findObservation(
  file: string,
  wanted: string,
): Promise<{ found: FoundObservation | undefined; integrity: Integrity }> {
  const seq = /^\d+$/.test(wanted) ? Number(wanted) : undefined;
  const cases = new Map<string, Case>();
  let header: RunHeader | undefined;
  let approach: CalibrationRecord | undefined;
  let drawn: Case | undefined;
  let found: FoundObservation | undefined;
  const { state, text } = await readRun(file, (record) => {
    if (record.type === "header") header = record;
    else if (record.type === "approach") approach = record;
    else if (record.type === "case" && record.case.generated !== undefined) drawn = record.case;
    else if (record.type === "case") cases.set(record.case.id, record.case);
    if (record.type !== "observation" || header === undefined) return undefined;
    if (seq === undefined ? record.case !== wanted : record.seq !== seq) return undefined;
    const sent = cases.get(record.case) ?? (drawn?.id === record.case ? drawn : undefined);
    if (sent === undefined) return undefined;
    found = { header, approach, case: sent, observation: record };
    return "enough";
  });
  return { found, integrity: { state, text } };
}

const FIRST_RESUMABLE = 4;

type ResumePoint = { header: RunHeader; bytes: number };

/**
 * Finds how much of the record of an unfinished run can be kept. Cut off are: the footer of an interrupted run or of one that
 * this machine ended, a partly written line, a generated case without its observation, everything if the check of the target was
 * not finished, and an unfinished exploration. Throws a WitnessError if there is nothing to resume.
 */
export async function findResumePoint(file: string): Promise<ResumePoint> {
  const cut = new CutPoint();
  const read = await readRun(file, (record, place) => cut.take(record, place));
  const { header, footer } = cut;
  if (header === undefined) throw refused(`${file} has no readable header: the run cannot be read`);
  if (header.format < FIRST_RESUMABLE)
    throw refused(
      `the record has format ${header.format}, which does not contain what is left to send`,
    );
  if (footer !== undefined && read.state !== "intact") throw refused(read.text);
  if (footer?.end === "out-of-time")
    throw refused("its time was over (--max-time): begin a new run with more of it");
  if (footer?.end === "target-lost")
    throw refused("the target stopped responding: begin a new run");
  if (footer !== undefined && footer.end !== "interrupted" && footer.end !== "failed")
    throw refused(`the run is finished (${footer.end}): there is nothing left to send`);
  const bytes = cut.bytes();
  const kept = await readRun(file, () => undefined, bytes);
  if (kept.state !== "incomplete") throw refused(kept.text);
  return { header, bytes };
}

const refused = (reason: string): WitnessError =>
  new WitnessError("resume", `this run cannot be resumed: ${reason}`);

class CutPoint {
  header: RunHeader | undefined;
  footer: RunFooter | undefined;
  #afterHeader = 0;
  #isApproached = false;
  #isExplored = false;
  #explore: number | undefined;
  #end = 0;

  take(record: RunRecord, { start, end, isEnded }: RecordPlace): void {
    if (record.type === "footer") {
      this.footer = record;
      return;
    }
    if (record.type === "header" && this.header === undefined) {
      this.header = record;
      this.#afterHeader = end;
    }
    if (record.type === "approach") this.#isApproached = true;
    if (record.type === "exploration") this.#isExplored = true;
    if (isExploring(record)) this.#explore ??= start;
    // A generated case belongs to the observation after it.
    const isHalf = record.type === "case" && record.case.generated !== undefined;
    if (!isHalf && isEnded) this.#end = end;
  }

  bytes(): number {
    if (!this.#isApproached) return this.#afterHeader;
    return this.#isExplored ? this.#end : Math.min(this.#end, this.#explore ?? this.#end);
  }
}

/** Of the exploration: evidence comes first, then findings. */
function isExploring(record: RunRecord): boolean {
  if (record.type === "case") return isExplored(record.case.id) && !isStateCase(record.case.id);
  return record.type === "finding" || (record.type === "note" && record.kind === "explore");
}
