export { run, type RunOptions } from "./api/run.ts";
export { load, type LoadOptions } from "./api/load.ts";
export { explore, type ExploreOptions } from "./api/explore.ts";
export { compare, type CompareOptions } from "./api/compare.ts";
export { resume, type ResumeOptions } from "./api/resume.ts";
export { interfaceFromOpenApi } from "./api/interface-from-openapi.ts";
export { judge, type JudgeOptions, type StoredRun } from "./api/judge.ts";
export type { CompareResult } from "./api/run-result.ts";
export type { FollowOptions, OwnOptions } from "./api/options.ts";
export type { PolicyInput } from "./api/judge.ts";
export type { RunResult } from "./api/run-result.ts";
export type { TargetInput } from "./api/target-input.ts";
export type {
  ClauseId,
  FieldClauseId,
  NotShownClauseId,
  StatedClauseId,
} from "./contract/clauses.ts";
export { WitnessError } from "./errors.ts";
export {
  defineSuite,
  type CaseDefinition,
  type PropertyDefinition,
  type SuiteDefinition,
} from "./generate/define-suite.ts";
export { DATE, ID, date, id, user } from "./generate/user-submission.ts";
export { bytes, raw, times } from "./template/bytes.ts";
export {
  halfClose,
  pause,
  read,
  reset,
  sendBytes,
  wire,
  type HeadOptions,
  type RequestHeader,
  type SendStepOptions,
} from "./generate/steps.ts";
export {
  head,
  headersWith,
  post,
  requestLine,
  send,
  wirePost,
} from "./generate/user-submission.ts";
export { defineConfig } from "./model/config.ts";
export type { LiveFigures } from "./load/messages.ts";
export { defineInterface, type InterfaceInput } from "./contract/define-interface.ts";
export {
  booleanField as boolean,
  choiceField as choice,
  dateTimeField as dateTime,
  emailField as email,
  Field,
  fullDateField as fullDate,
  listField as list,
  numberField as number,
  objectField as object,
  textField as text,
  uriField as uri,
  uuidField as uuid,
  wholeNumberField as wholeNumber,
} from "./contract/field-builders.ts";
export { FieldType, type LeafType } from "./kinds/field-type.ts";
export type { ChoiceType, ChoiceValue } from "./kinds/choice/type.ts";
export type { DateType } from "./kinds/date/kind.ts";
export type { DateTimeType } from "./kinds/date-time/type.ts";
export type { EmailType } from "./kinds/email/kind.ts";
export type { Nullable } from "./kinds/nullable.ts";
export type { NumberType } from "./kinds/number/type.ts";
export type { TextType } from "./kinds/text/type.ts";
export type { UriType } from "./kinds/uri/kind.ts";
export type { UuidType } from "./kinds/uuid/kind.ts";
export type { WholeBound, WholeNumberType } from "./kinds/whole-number/type.ts";
export type { ListType } from "./kinds/list/type.ts";
export type { FieldOf, ObjectType } from "./kinds/object/type.ts";
export { Interface } from "./model/interface.ts";
export type { Baseline } from "./model/baseline.ts";
export type { Case } from "./model/case.ts";
export type { ConfigInput } from "./model/config.ts";
export { Comparison } from "./model/comparison.ts";
export { GateResult, type Breach, type Judgement } from "./model/gate.ts";
export type { RequestResult, Observation } from "./model/observation.ts";
export type { CaseRequest, ClientRequest, RawRequest, RawStep } from "./model/request.ts";
export { RunRecord, type RunEnd, type RunHeader } from "./model/run.ts";
export type { Property, Suite } from "./model/suite.ts";
export { Summary, type Remark } from "./model/summary.ts";
export type { GivenTarget, Target } from "./model/target.ts";
export type { Serve } from "./model/serve.ts";
export type { Encoding, Template, TemplatePart } from "./template/template.ts";
export { rawText, type Untrusted } from "./model/untrusted.ts";
export type { LoadProgress, RunEvents, SuiteProgress } from "./run/run-settings.ts";
export type { RunOutcome } from "./run/run-settings.ts";
