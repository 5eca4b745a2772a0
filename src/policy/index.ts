export { baselineOf, snapshotOf, baselineText, parseBaseline } from "./baseline.ts";
export { confirmDrifts } from "./confirm-drift.ts";
export {
  acceptDrift,
  updateBaseline,
  axisDrifts,
  caseDrifts,
  type Update,
  type Drift,
} from "./compare-baseline.ts";
export { driftCauses, withCount } from "./drift-causes.ts";
export { emptyGateFold, foldGate, type GateFold } from "./gate-fold.ts";
export { comparedParts, type GivenBaseline } from "./judge-baseline.ts";
export { measuresGrowth } from "./judge-memory.ts";
export { judgeRuns } from "./judge-runs.ts";
export { type GateRun, replayLine } from "./judged-run.ts";
export { globTest } from "./match.ts";
export { policyProblems, readConfig } from "./policy-problems.ts";
export { pathText, problemError } from "./problem.ts";
export { NO_FILE, type Source, sourceLines } from "./source-lines.ts";
export { type SuggestedRule, type Suggestion, suggestPolicy } from "./suggest-policy.ts";
