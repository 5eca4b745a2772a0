export { baselineOf, snapshotOf } from "./baseline.ts";
export {
  baselineText,
  documentBaselineText,
  parseAnyBaseline,
  parseBaseline,
} from "./baseline-file.ts";
export { confirmDrifts } from "./confirm-drift.ts";
export { axisDrifts, caseDrifts, type Drift } from "./compare-baseline.ts";
export { axesOfBody } from "./moved-boundaries.ts";
export { acceptDrift, fitsNothing, type Update, updateBaseline } from "./update-baseline.ts";
export { documentBaselineOf, type OperationRuns } from "./judge-document.ts";
export { driftCauses, withCount } from "./drift-causes.ts";
export { emptyGateFold, foldGate, type GateFold } from "./gate-fold.ts";
export { cataloguePart, narrowedBy } from "./comparable.ts";
export { comparedParts, type GivenBaseline } from "./judge-baseline.ts";
export { measuresGrowth } from "./judge-threshold.ts";
export { baselineOfOperation, judgeDocument } from "./judge-document.ts";
export { judgedSummary, judgeRuns } from "./judge-runs.ts";
export { type CataloguePart, type GateRun, replayLine } from "./judged-run.ts";
export { globTest, parseSelector } from "./match.ts";
export { policyProblems, readConfig } from "./policy-problems.ts";
export { pathText, problemError } from "./problem.ts";
export { NO_FILE, type Source, sourceLines } from "./source-lines.ts";
export { type SuggestedRule, type Suggestion, suggestPolicy } from "./suggest-policy.ts";
