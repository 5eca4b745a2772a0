export { explainedByClock } from "./clock-limits.ts";
export {
  type BodiesFold,
  type BodyFold,
  headersOf,
  responseForm,
  shapeChanges,
  shapeOf,
} from "./body-shape.ts";
export {
  buildRunView,
  type CaseView,
  type Evidence,
  type RunView,
  type SentRequest,
  type Shell,
  someCases,
} from "./build-run-view.ts";
export { buildComparison } from "./comparison/build-comparison.ts";
export { judgeDifferences } from "./comparison/confirm-differences.ts";
export { findDiffering } from "./comparison/share-cases.ts";
export { declaredKeywords } from "./declared/declared-keywords.ts";
export { declaredRows, fieldRows } from "./declared/declared-rows.ts";
export { UNDECLARED } from "./declared/keyword-rows.ts";
export { responseRows } from "./declared/response-rows.ts";
export { operationChecks, resourceChecks } from "./document/checks.ts";
export { responseCoverage, withSteps } from "./document/coverage.ts";
export { lacksCredentials } from "./documented/documented-fold.ts";
export { responseCheck } from "./documented/response-check.ts";
export { axisView, cutWords, placeText } from "./explore/axis-view.ts";
export { fillingOf } from "./explore/request-text.ts";
export { buildHistory, type Headline, headlineOf } from "./history.ts";
export { inferredView } from "./inferred/inferred-view.ts";
export {
  schemaOfValues,
  bodyOf,
  lastResponse,
  responseHeader,
  seenStatuses,
} from "./inferred/seen-responses.ts";
export { tellingLine } from "./deaths.ts";
export { messageSizes } from "./limits.ts";
export { loadFigures, isSwept } from "./load/load-figures.ts";
export { againstFigures } from "./load/against.ts";
export { emptyLoad, endWithoutSamples, foldLoad, measuredRounds } from "./load/load-fold.ts";
export { expectedStatuses, summariseLoad } from "./load/summarise-load.ts";
export {
  misconfigurationHint,
  otherScheme,
  sameFor,
  type AllValid,
} from "./misconfiguration-hint.ts";
export {
  connectFailureText,
  droppedText,
  exitText,
  incompleteSlotText,
  startFailureText,
  unreachableText,
} from "./note-text.ts";
export { randomText, transportNoise } from "./transport-noise.ts";
export { foldRecord } from "./fold-record.ts";
export { compareDecimal, rungText } from "./outliers.ts";
export {
  isRepeatedValue,
  repeatedText,
  saidIn,
  saidWords,
  serverReason,
} from "./response-message.ts";
export { originOf } from "./response-origin.ts";
export {
  emptyFold,
  endOf,
  withoutExplored,
  type AgainFold,
  type CaseFold,
  type FoldOptions,
  type RunFold,
} from "./run-fold.ts";
export { isRefusalBy, refusalSigns } from "./refusal-signs.ts";
export { isReturnedOtherwise, returnedAlways } from "./returned/returned-values.ts";
export { type ComparedBy, signatureBy } from "./signature-by.ts";
export { compareMachines, differenceOf, outputsOf } from "./machine/compare-machines.ts";
export {
  furtherSignatures,
  judgedSignatures,
  repeatedIdResponses,
  stabilityOf,
  varies,
  unrepeatedSignatures,
} from "./stability.ts";
export { hasOrder } from "./state/race.ts";
export { membersOf, readableIn } from "./state/read-back.ts";
export { sentenceOf } from "./state-facts.ts";
export { repeatedIdentity } from "./state-sentences.ts";
export { behaviourOf, summarise } from "./summarise.ts";
export type { UsagePoint } from "./usage-fold.ts";
export { caseVerdict, type CaseVerdict, deathBreaches, incompleteBreach } from "./verdict.ts";
