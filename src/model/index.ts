export type { Axis } from "./axis.ts";
export {
  type Accepted,
  Baseline,
  type BaselineLoad,
  type BaselineRound,
  type ComparedPart,
} from "./baseline.ts";
export { Case, isStated, STATED_IDS, suiteOf } from "./case.ts";
export {
  type ConstantDifference,
  type Depth,
  type DepthGroup,
  type Depths,
  DEPTHS,
  type DepthView,
  type Likeness,
  outcomeAt,
} from "./comparison-depth.ts";
export type { PairedRatio, Speed, SpeedPair, SpeedRank, SpeedTarget } from "./comparison-speed.ts";
export {
  type AxisCell,
  type Behaviour,
  type ComparedAxis,
  type ComparedKeyword,
  type ComparedRule,
  type ComparedTarget,
  Comparison,
  type ComparisonView,
  type Group,
  type GroupEvidence,
  type ShownResponse,
} from "./comparison.ts";
export { Config, type ConfigInput, defineConfig } from "./config.ts";
export type { DeclaredKeyword, DeclaredVerdict } from "./declared-summary.ts";
export type { Diagnosis, DoctorAttempt, DoctorCheck, DoctorFigures, DoctorRow } from "./doctor.ts";
export type { ErrorDocument } from "./error-document.ts";
export {
  type AxisSummary,
  type BoundarySummary,
  type DivergenceSummary,
  type ExampleGroup,
  type ExampleSummary,
  EXPLORE_SUITE,
  type ExploreSummary,
  isExplored,
  type Place,
  type Stretch,
  type UnstableSummary,
} from "./explore-summary.ts";
export {
  type AxisFinding,
  type CheckOrder,
  type ContractChange,
  type ContractProof,
  Cut,
  type Divergence,
  type Exploration,
  type ExplorePart,
  type ExplorePlan,
  type Finding,
  type InferredCheck,
  type ObservedPart,
  type RuleFinding,
  type Smallest,
  type Unstable,
} from "./finding.ts";
export type { FleetAgent, FleetAgentSummary } from "./fleet.ts";
export { type Breach, GateResult, type Judgement, MOST_BREACHES } from "./gate.ts";
export type { Changes, History, HistoryRun, RunLoad, RunRatio } from "./history.ts";
export type { ContractSummary, InferredPart, InferredSummary } from "./inferred-summary.ts";
export type { Integrity } from "./integrity.ts";
export {
  type Clause,
  type DocumentedResponse,
  Interface,
  type InterfaceName,
  type Parameter,
} from "./interface.ts";
export type { KeywordChange } from "./keyword-change.ts";
export type {
  CurvePoint,
  LatencyFigures,
  LoadCheck,
  LoadFigures,
  LoadSummary,
  LoadView,
} from "./load-summary.ts";
export {
  type Ceiling,
  type LoadPlan,
  type LoadSite,
  Offered,
  type Round,
  type Shard,
  Tally,
  type TargetUse,
  type Unwatched,
  type WithoutResponse,
} from "./load.ts";
export type {
  CodedNote,
  ConnectFailure,
  DroppedMessages,
  IncompleteSlot,
  NewNote,
  Note,
  OtherScheme,
  StartFailure,
  WhySuspected,
  WhyUnknown,
  WordedNote,
} from "./note.ts";
export {
  ConnectionEnd,
  type Exchange,
  type KeptBytes,
  Observation,
  type Omitted,
  Outcome,
  type Phase,
  type RequestResult,
  type Response,
} from "./observation.ts";
export {
  type BodySchema,
  type BoundaryRule,
  type Expectation,
  type OutcomeWord,
  Policy,
  type SchemaLike,
  thresholdText,
} from "./policy.ts";
export type { CaseRequest, ClientRequest, RawRequest, RawStep } from "./request.ts";
export type { RunDiff } from "./run-diff.ts";
export {
  type Approach,
  RUN_FORMAT,
  type RunEnd,
  type RunFooter,
  RunHeader,
  RunRecord,
  type UniqueField,
} from "./run.ts";
export { millisecondsOf, type RecordedServe, Serve } from "./serve.ts";
export type { Death, Growth, MemoryExcess, ServedStart, Usage } from "./served.ts";
export { classOf, resultWord, signatureOf, signatureWords } from "./signature.ts";
export { type Property, Suite } from "./suite.ts";
export {
  type LedgerEntry,
  type LedgerPart,
  type OutcomeCounts,
  type Remark,
  type RequestCounts,
  Summary,
} from "./summary.ts";
export type { Survey, SurveyCluster, SurveyedTarget } from "./survey.ts";
export { type GivenTarget, Target } from "./target.ts";
export type { UnseenEstimate, UnseenSummary } from "./unseen.ts";
export { rawText, type Untrusted } from "./untrusted.ts";
