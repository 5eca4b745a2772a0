export { findObservation, type FoundObservation, findResumePoint } from "./find-in-record.ts";
export {
  createOutput,
  createPart,
  createRunFolder,
  findRunFile,
  replaceComparison,
  RUN_FILE,
  writeReport,
  writeText,
  lastReport,
  reportOf,
} from "./run-folder.ts";
export { MAX_LINE_BYTES } from "./run-lines.ts";
export { lockRunSoon } from "./run-lock.ts";
export { readRun } from "./run-reader.ts";
export { RunWriter } from "./run-writer.ts";
export type { OldRuns } from "./stored-runs.ts";
export { compressRecord, noteBaseline, findOld, removeOld, storedRuns } from "./stored-runs.ts";
