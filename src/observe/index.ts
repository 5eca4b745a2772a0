export { approachLoad, calibrateTarget, type CalibratedRun } from "./calibrate-target.ts";
export { catalogueHash, exploredSuites, FIRST_PLANNED, plan, type PlannedSuite } from "./plan.ts";
export { type Dispatched, Dispatcher, type WithCurrent } from "./dispatcher.ts";
export { confirmCases, resetTarget } from "./confirm-cases.ts";
export { confirmDifferences } from "./confirm-differences.ts";
export { drawUntilSeen } from "./draw-until-seen.ts";
export { endWithout, firstContact, respondsAgain } from "./first-contact.ts";
export { tryConnect } from "./try-connect.ts";
export type {
  FleetRun,
  FleetWork,
  SentSlice,
  SliceSender,
  StartGenerators,
} from "./run-settings.ts";
export { agentSequence, checkSequence, FreshSequence } from "./fresh-sequence.ts";
export { inferRules } from "./infer-rules.ts";
export type { Journal } from "./journal.ts";
export { withRecord, outcomeOf, type RunTask, openTogether } from "./with-record.ts";
export { type ContractDraft, proveContract, type WrittenDraft } from "./prove-contract.ts";
export { findClockLimits } from "./clock-limits.ts";
export { probeMemory, probeState } from "./probe-state.ts";
export { readDocumentOf } from "./read-document.ts";
export { Recorded } from "./recorded.ts";
export {
  type LoadProgress,
  type RunEvents,
  type PlannedRun,
  type RunOutcome,
  type RunSettings,
  sendingOf,
  type SuiteProgress,
  type ValidCases,
} from "./run-settings.ts";
export { Schedule } from "./schedule.ts";
export { plannedAs, sendSlice } from "./send-by-agents.ts";
export { searchLeak } from "./leak-search.ts";
export { sendAgainst } from "./send-load.ts";
export { sendExploration } from "./send-exploration.ts";
export { loadSettingsOf, sendLoad, sendPairedLoad } from "./send-load.ts";
export { LoadMix } from "./send-mix.ts";
export { sendSuites } from "./suite-sender.ts";
export { type PlannedSlice, redrawSlice, type SendingPlace } from "./sending-order.ts";
export { exitOf, startAgain, startServed, untilReady } from "./start-served.ts";
export { Served, unusedPort } from "./served.ts";
