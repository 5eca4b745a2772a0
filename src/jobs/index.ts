export { agentJob } from "./agent.ts";
export {
  compareJob,
  compareStored,
  compareWith,
  type ComparisonParts,
  type FinishedComparison,
} from "./compare.ts";
export { requireValues, sentInterface, routed, sameWay } from "./routed.ts";
export { diffRuns } from "./diff.ts";
export { exploreJob } from "./explore.ts";
export { gateJob, judgeStored, COMMENT_FILE, writeGate } from "./gate.ts";
export { importFile } from "./import-module.ts";
export { type ContractFile, inferJob } from "./infer.ts";
export { baselinesOf } from "./keep-runs.ts";
export { listFleet } from "./with-fleet.ts";
export { readOperations } from "./load-interface.ts";
export { type Catalogue, loadCatalogue } from "./load-suites.ts";
export { loadJob } from "./load.ts";
export {
  type Control,
  drawFirstId,
  drawSeed,
  type FinishedRun,
  seedOf,
  writeReports,
} from "./open-run.ts";
export { comparedDefaults, planExploration } from "./plan-exploration.ts";
export { planLoad, shortLoad } from "./plan-load.ts";
export { planSuites } from "./plan-suites.ts";
export { readFold, readSummary } from "./read-stored.ts";
export { resumeJob } from "./resume.ts";
export { runJob } from "./run.ts";
export { servedAgain, whileServed, servedTargets } from "./served-target.ts";
export { suggestFor, suggestionText } from "./suggest.ts";
export { surveyJob } from "./survey.ts";
export { comparedTargets, distinctTargets, parseTarget, unreachable } from "./targets.ts";
export { readOpenApi } from "./load-interface.ts";
