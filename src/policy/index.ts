export { baselineOf, snapshotOf, baselineText, parseBaseline } from "./baseline.ts";
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
export { cataloguePart } from "./catalogue-part.ts";
export { comparedParts, type GivenBaseline, narrowedBy } from "./judge-baseline.ts";
export { judgeRuns } from "./judge-runs.ts";
export { type CataloguePart, type GateRun, replayLine } from "./judged-run.ts";
export { globTest } from "./match.ts";
export { policyProblems, readConfig } from "./policy-problems.ts";
export { pathText, problemError } from "./problem.ts";
export { NO_FILE, type Source, sourceLines } from "./source-lines.ts";
export { type SuggestedRule, type Suggestion, suggestPolicy } from "./suggest-policy.ts";
