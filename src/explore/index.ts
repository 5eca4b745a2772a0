export type { Probe, FindingEvidence, RequestOperations, Reply } from "./asking.ts";
export { Budget, Spent, untilSpent } from "./budget.ts";
export { findBoundaries } from "./find-boundaries.ts";
export { type Candidate, DivergenceSearch, type Replies } from "./find-divergences.ts";
export { findSmallest } from "./find-smallest.ts";
