export {
  type Probe,
  type FindingEvidence,
  type RequestOperations,
  type Reply,
  Budget,
  Spent,
  untilSpent,
} from "./probe.ts";
export { findBoundaries } from "./find-boundaries.ts";
export { type Candidate, DivergenceSearch, type Replies } from "./find-divergences.ts";
export { findSmallest } from "./shrink-request.ts";
export { type Subject, withAllowed, KnownResponses } from "./candidate.ts";
export { charsetSubject, documentFinding, inferFurtherMembers } from "./document-subject.ts";
export { type Broke, type Probed, probesOf } from "./contract-probes.ts";
export { experiment, type Experiments } from "./experiment.ts";
export { fieldPool, fieldSubject, partName } from "./field-subject.ts";
export { rulesOfField, type Predictor, predictorOf } from "./field-schema.ts";
export { fieldSchema } from "./field-schema.ts";
export {
  headersSubject,
  mediaTypeSubject,
  type MessageInput,
  pathSubject,
} from "./message-subjects.ts";
export { limitsOfMessage, MESSAGE_AXES } from "./message-limits.ts";
export { orderOfChecks, type Wrong } from "./order-of-checks.ts";
export { languageOf } from "./rule-finding.ts";
export { ruleFinding } from "./rule-finding.ts";
export { breadthFirst, learnMachine } from "./learn-machine.ts";
export { machineTests, seededNumbers } from "./machine-tests.ts";
export { Contradiction, type Word } from "./learn-machine.ts";
