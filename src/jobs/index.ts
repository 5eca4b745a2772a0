export { agentJob, listFleet } from "./with-fleet.ts";
export { compareJob, compareWith, type ComparisonParts } from "./compare.ts";
export { compareStored, type FinishedComparison } from "./compare-stored.ts";
export { givenInPath, requireValues, sentInterface, routed, sameWay } from "./routed.ts";
export { diffRuns } from "./compare-stored.ts";
export { type ExportedRun, exportRun } from "./export-run.ts";
export { cataloguesOf, cataloguesOfStored } from "./document/operation-shares.ts";
export { baselineOfDocuments, updatedDocument } from "./document/baseline-document.ts";
export { isOneOperation } from "./document/choose-operations.ts";
export { compareDocument } from "./document/compare-document.ts";
export type { FinishedTable, WholeDocument } from "./document/each-operation.ts";
export {
  type FinishedDocument,
  isDocumentFolder,
  reportDocument,
} from "./document/report-document.ts";
export { documentJob, documentText, documentWarnings } from "./document/send-document.ts";
export { exploreDocument } from "./document/explore-document.ts";
export { inferDocument } from "./document/infer-document.ts";
export { loadDocument } from "./document/load-document.ts";
export { exploreJob, comparedDefaults, planExploration } from "./explore.ts";
export { gateDocumentJob, gateJob, judgeFolders, judgeStored, operationBaselines } from "./gate.ts";
export { refuseForOne, refuseOptions } from "./document/choose-operations.ts";
export { importFile } from "./import-module.ts";
export { readOperations, readOpenApi, readWhole } from "./load-suites.ts";
export { type ContractFile, inferJob } from "./infer.ts";
export { baselinesOf, type FinishedRun, USUAL_BASELINE, writeReports } from "./conclude-run.ts";
export { type Control, drawFirstId, drawSeed, seedOf } from "./open-run.ts";
export { type Catalogue, loadCatalogue } from "./load-suites.ts";
export { loadJob, planLoad, shortLoad } from "./load.ts";
export { planSuites } from "./plan-suites.ts";
export { readFold, readJson, readSummary } from "./read-stored.ts";
export { resumeJob } from "./resume.ts";
export { runJob } from "./run.ts";
export { servedAgain, whileServed, servedTargets } from "./served-target.ts";
export { suggestFor, suggestionText } from "./suggest.ts";
export { surveyJob } from "./survey.ts";
export { comparedTargets, distinctTargets, parseTarget, requireReachable } from "./targets.ts";
export { unreachable } from "./targets.ts";
export { COMMENT_FILE, writeGate } from "./write-gate.ts";
