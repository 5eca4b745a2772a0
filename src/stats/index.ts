export { balancedOrders } from "./balanced-order.ts";
export { ChangeDetector } from "./change-detector.ts";
export {
  centreOf,
  CONFIDENCE,
  intervalRank,
  pairedShift,
  ROUNDS_NEEDED,
  type Shift,
  unpairedShift,
  halvesOf,
  median,
  spreadOf,
  sum,
} from "./exact-ranks.ts";
export {
  apartBetweenRuns,
  shiftBetweenRuns,
  type Failures,
  fisherTail,
  wilsonInterval,
  unevenLosses,
} from "./proportions.ts";
export { foundCounts, requestCounts, requestCountsText, ruleWithRefusals } from "./found-text.ts";
export type { Histogram, Overlap } from "./merge-tallies.ts";
export {
  decodeLatency,
  emptyLatency,
  encodeLatency,
  hgrmText,
  latenciesOf,
  latencyFigures,
  mergeLatencies,
  distinctShards,
  mergeShards,
  overlapOf,
  startSpreadMs,
  mergeTallies,
} from "./merge-tallies.ts";
export {
  boundedRate,
  ceilingText,
  cores,
  doubtNames,
  kneeText,
  certainKnee,
  failedChecks,
  speedOf,
  steadySpread,
  speedText,
  offerText,
  outcomesText,
  trendText,
  unwatchedText,
} from "./load-words.ts";
export { growthText, type MemoryGrowth, memoryGrowth, type MemoryPoint } from "./memory-growth.ts";
export type { ComparedFigure, PairedTarget, RatioBound } from "./paired-ratio.ts";
export { boundOf, pairedRatio, placesOf, ratioFigure } from "./paired-ratio.ts";
export { beatenBy, intervalText, rankTexts, rateText } from "./load-words.ts";
export {
  type AgainstFigures,
  againstText,
  againstVerdict,
  isLook,
  isOpen,
  byProcessorTime,
  excludesMuchSlower,
  sequentialRatio,
} from "./sequential-ratio.ts";
export { unseenEstimate, unseenText } from "./unseen-species.ts";
export { countEach, groupBy, sumBy } from "./group-by.ts";
