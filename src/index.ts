export { run, type RunOptions } from "./api/run.ts";
export { load, type LoadOptions } from "./api/load.ts";
export { explore, type ExploreOptions } from "./api/explore.ts";
export { compare, type CompareOptions } from "./api/compare.ts";
export { resume, type ResumeOptions } from "./api/resume.ts";
export { judge, type JudgeOptions, type StoredRun } from "./api/judge.ts";
export type { CompareResult } from "./api/compare-result.ts";
export type { PolicyInput } from "./api/read-policy.ts";
export type { RunResult } from "./api/run-result.ts";
export type { TargetInput } from "./api/target-input.ts";
export { WitnessError } from "./errors.ts";
export { defineSuite, type SuiteDefinition } from "./generate/define-suite.ts";
export { DATE, ID, bytes, date, id, raw, times, user } from "./generate/bytes.ts";
export {
  halfClose,
  head,
  headersWith,
  pause,
  post,
  read,
  requestLine,
  reset,
  send,
  sendBytes,
  wire,
  wirePost,
} from "./generate/requests.ts";
export { defineConfig } from "./policy/define-config.ts";
export type { ConfigInput } from "./model/config.ts";
export { Summary } from "./model/summary.ts";
export { RunRecord } from "./model/run.ts";
export { Comparison } from "./model/comparison.ts";
export { GateResult } from "./model/gate.ts";
export type { RunEvents } from "./run/run-events.ts";
