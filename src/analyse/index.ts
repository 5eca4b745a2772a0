export { fillingOf } from "./explore/request-text.ts";
export { behaviourOf, summarise } from "./summarise.ts";
export { type BodyFold, shapeChanges, shapeOf } from "./body-shape.ts";
export { buildRunView } from "./build-run-view.ts";
export type { CaseView, Evidence, RunView, SentRequest, Shell } from "./build-run-view.ts";
export { buildComparison } from "./comparison/build-comparison.ts";
export { declaredKeywords } from "./declared/declared-keywords.ts";
export { declaredRows, fieldRows } from "./declared/declared-rows.ts";
export { responseRows } from "./declared/response-rows.ts";
export { responseCheck } from "./documented/response-check.ts";
export { axisView, cutWords, placeText } from "./explore/axis-view.ts";
export { misconfigurationHint, otherScheme, sameFor } from "./misconfiguration-hint.ts";
export type { AllValid } from "./misconfiguration-hint.ts";
export { buildHistory, type Headline, headlineOf } from "./history.ts";
export { inferredView } from "./inferred/inferred-view.ts";
export {
  schemaOfValues,
  bodyOf,
  lastResponse,
  responseHeader,
  seenStatuses,
} from "./inferred/seen-responses.ts";
export { measuredRounds, endWithoutSamples } from "./load/load-fold.ts";
export { loadFigures, sweepEnd } from "./load/load-figures.ts";
export {
  connectFailureText,
  droppedText,
  exitText,
  incompleteSlotText,
  startFailureText,
  unreachableText,
} from "./note-text.ts";
export { type ComparedBy, signatureBy } from "./signature-by.ts";
export { isRepeatedValue, saidWords } from "./response-message.ts";
export { emptyFold, endOf, foldRecord, withoutExplored } from "./run-fold.ts";
export type { CaseFold, FoldOptions, RunFold } from "./run-fold.ts";
export { judgedSignatures, repeatedIdResponses, stabilityOf } from "./stability.ts";
export type { RepeatedIds } from "./stability.ts";
export { compareDecimal, rungText } from "./outliers.ts";
export type { UsagePoint } from "./usage-fold.ts";
export { caseVerdict, type CaseVerdict, deathBreaches, incompleteBreach } from "./verdict.ts";
export { UNDECLARED } from "./declared/keyword-rows.ts";
export { expectedStatuses } from "./load/summarise-load.ts";
