export type { CompareOptions, ExploreOptions, JudgeOptions, PolicyInput } from "./run.ts";
export type { StoredRun, LoadOptions, ResumeOptions, RunOptions } from "./run.ts";
export { compare, explore, interfaceFromOpenApi, judge, readPolicy, load, resume } from "./run.ts";
export { run } from "./run.ts";
export { type FollowOptions, type OwnOptions, verbOptions } from "./inputs.ts";
export type { CompareResult, RunResult, TargetInput } from "./inputs.ts";
