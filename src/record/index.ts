export { compressRecord } from "./compress-record.ts";
export { findObservation, type FoundObservation } from "./find-observation.ts";
export { noteBaseline } from "./named-runs.ts";
export { findOld, type OldRuns, removeOld } from "./old-runs.ts";
export { findResumePoint } from "./resume-point.ts";
export {
  createOutput,
  createPart,
  createRunFolder,
  findRunFile,
  replaceComparison,
  RUN_FILE,
  writeReport,
  writeText,
} from "./run-folder.ts";
export { MAX_LINE_BYTES } from "./run-lines.ts";
export { lockRunSoon } from "./run-lock.ts";
export { readRun } from "./run-reader.ts";
export { RunWriter } from "./run-writer.ts";
export { lastReport, reportOf, storedRuns } from "./stored-runs.ts";
