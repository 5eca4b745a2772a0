export { behaviourOf } from "./behaviour.ts";
export type { BodyFold } from "./bodies/body-fold.ts";
export { shapeChanges, shapeOf } from "./bodies/body-shape.ts";
export { buildRunView } from "./build-run-view.ts";
export { buildComparison } from "./comparison/build-comparison.ts";
export { completenessOf, hasReached, hasResponded, isComplete } from "./completeness.ts";
export { declaredKeywords } from "./declared/declared-keywords.ts";
export { declaredRows, fieldRows } from "./declared/declared-rows.ts";
export { responseRows } from "./declared/response-rows.ts";
export { responseCheck } from "./documented/response-check.ts";
export { axisView } from "./explore/axis-view.ts";
export { cutWords } from "./explore/cut-short.ts";
export { placeText } from "./explore/known-values.ts";
export {
  type AllValid,
  misconfigurationHint,
  otherScheme,
  sameFor,
} from "./misconfiguration-hint.ts";
export { buildHistory } from "./history/build-history.ts";
export { type Headline, headlineOf } from "./history/headline.ts";
export { inferredView } from "./inferred/inferred-view.ts";
export { schemaOfValues } from "./inferred/response-schema.ts";
export { bodyOf, lastResponse, responseHeader, seenStatuses } from "./inferred/seen-responses.ts";
export { expectedStatuses } from "./load/expected-statuses.ts";
export { loadFigures } from "./load/load-figures.ts";
export { measuredRounds } from "./load/load-fold.ts";
export { sweepEnd } from "./load/sweep.ts";
export { endWithoutSamples } from "./load/without-samples.ts";
export {
  connectFailureText,
  droppedText,
  exitText,
  incompleteSlotText,
  startFailureText,
  unreachableText,
} from "./note-text.ts";
export { type ComparedBy, signatureBy } from "./observed-parts/signature-by.ts";
export { isRepeatedValue, saidWords } from "./repeated-value.ts";
export {
  type CaseFold,
  emptyFold,
  endOf,
  type FoldOptions,
  foldRecord,
  type RunFold,
  withoutExplored,
} from "./run-fold.ts";
export type { CaseView, Evidence, RunView, SentRequest, Shell } from "./run-view.ts";
export {
  judgedSignatures,
  repeatedIdResponses,
  type RepeatedIds,
  stabilityOf,
} from "./stability.ts";
export { compareDecimal, rungText } from "./steps.ts";
export { summarise } from "./summarise.ts";
export { isTurnedAway, isInconclusive } from "./turned-away.ts";
export type { UsagePoint } from "./usage-fold.ts";
export { caseVerdict, type CaseVerdict, deathBreaches, incompleteBreach } from "./verdict.ts";
export { UNDECLARED } from "./declared/keyword-rows.ts";
