export {
  compareJob,
  compareStored,
  comparedTargets,
  distinctTargets,
  exploreJob,
  judgeStored,
  loadJob,
  parseTarget,
  readOpenApi,
  resumeJob,
  runJob,
} from "../jobs/index.ts";
