export {
  compare,
  type CompareOptions,
  explore,
  type ExploreOptions,
  interfaceFromOpenApi,
  judge,
  type JudgeOptions,
  type PolicyInput,
  readPolicy,
  type StoredRun,
  load,
  type LoadOptions,
  resume,
  type ResumeOptions,
  run,
  type RunOptions,
} from "./run.ts";
export { type FollowOptions, type OwnOptions, verbOptions } from "./inputs.ts";
export type { CompareResult, RunResult, TargetInput } from "./inputs.ts";
