export { calibrateTarget, type CalibratedRun, usedAddress } from "./calibrate-target.ts";
export { catalogueHash } from "./catalogue-hash.ts";
export { type Dispatched, Dispatcher } from "./dispatcher.ts";
export { drawUntilSeen } from "./draw-until-seen.ts";
export {
  endWithout,
  firstContact,
  respondsAgain,
  statusesOf,
  tryConnect,
} from "./first-contact.ts";
export type { FleetRun, FleetWork, SendLimits, SentSlice, SliceSender } from "./fleet-work.ts";
export { agentSequence, checkSequence, FreshSequence } from "./fresh-sequence.ts";
export { inferRules } from "./infer-rules.ts";
export type { Journal } from "./journal.ts";
export { withRecord, outcomeOf, type RunTask } from "./with-record.ts";
export type { StartGenerators } from "./load-generators.ts";
export { openTogether } from "./open-together.ts";
export { exploredSuites, FIRST_PLANNED, plan, type PlannedSuite } from "./plan.ts";
export { type ContractDraft, proveContract, type WrittenDraft } from "./prove-contract.ts";
export { Recorded } from "./recorded.ts";
export {
  type LoadProgress,
  type RunEvents,
  type RunOutcome,
  type RunSettings,
  sendingOf,
  type SuiteProgress,
  type ValidCases,
} from "./run-settings.ts";
export { Schedule } from "./schedule.ts";
export { plannedAs } from "./send-by-agents.ts";
export { sendExploration } from "./send-exploration.ts";
export { loadSettingsOf, sendLoad } from "./send-load.ts";
export { sendPairedLoad } from "./send-paired-load.ts";
export { sendSlice } from "./send-slice.ts";
export { sendSuites } from "./send-suites.ts";
export { type PlannedSlice, redrawSlice, type SendingPlace } from "./slices.ts";
export { exitOf, startServed } from "./start-served.ts";
export { Served } from "./served.ts";
export { unusedPort } from "./unused-port.ts";
