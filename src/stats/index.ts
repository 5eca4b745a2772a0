export { groupBy, halvesOf, median, spreadOf, sum } from "./spread.ts";
export { balancedOrders } from "./balanced-order.ts";
export {
  centreOf,
  CONFIDENCE,
  intervalRank,
  pairedShift,
  ROUNDS_NEEDED,
  type Shift,
  unpairedShift,
} from "./exact-ranks.ts";
export { foundCounts } from "./found-counts.ts";
export {
  decodeLatency,
  emptyLatency,
  encodeLatency,
  hgrmText,
  type Histogram,
  latenciesOf,
  latencyFigures,
  mergeLatencies,
} from "./latency.ts";
export {
  ceilingText,
  cores,
  doubtNames,
  offerText,
  outcomesText,
  trendText,
  unwatchedText,
} from "./load-words.ts";
export { distinctShards, mergeShards, overlapOf, startSpreadMs } from "./merge-shards.ts";
export type { Overlap } from "./merge-shards.ts";
export { mergeTallies } from "./merge-tallies.ts";
export { boundOf, pairedRatio, type PairedTarget, type RatioBound } from "./paired-ratio.ts";
export { placesOf, ratioFigure } from "./ratio-text.ts";
export { countsByPurpose, requestCounts, requestCountsText } from "./request-counts.ts";
export { ruleWithRefusals } from "./rule-words.ts";
export { tellingSentences } from "./telling-sentences.ts";
export { unseenEstimate, unseenText } from "./unseen-text.ts";
