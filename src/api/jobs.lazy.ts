export { compareJob, compareStored, comparedTargets, distinctTargets } from "../jobs/index.ts";
export { exploreJob, judgeStored, loadJob, parseTarget, readOpenApi } from "../jobs/index.ts";
export { resumeJob, runJob } from "../jobs/index.ts";
