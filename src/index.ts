export { run, type RunOptions } from "./api/index.ts";
export { load, type LoadOptions } from "./api/index.ts";
export { explore, type ExploreOptions } from "./api/index.ts";
export { compare, type CompareOptions } from "./api/index.ts";
export { resume, type ResumeOptions } from "./api/index.ts";
export { interfaceFromOpenApi } from "./api/index.ts";
export { judge, type JudgeOptions, type StoredRun } from "./api/index.ts";
export type { CompareResult } from "./api/index.ts";
export type { FollowOptions, OwnOptions } from "./api/index.ts";
export type { PolicyInput } from "./api/index.ts";
export type { RunResult } from "./api/index.ts";
export type { TargetInput } from "./api/index.ts";
export type {
  ClauseId,
  FieldClauseId,
  NotShownClauseId,
  StatedClauseId,
} from "./contract/index.ts";
export { WitnessError } from "./errors.ts";
export {
  defineSuite,
  type CaseDefinition,
  type PropertyDefinition,
  type SuiteDefinition,
} from "./generate/index.ts";
export { DATE, ID, date, id, user } from "./generate/index.ts";
export { bytes, raw, times } from "./template/index.ts";
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
} from "./generate/index.ts";
export { head, headersWith, post, requestLine, send, wirePost } from "./generate/index.ts";
export { defineConfig } from "./model/index.ts";
export type { LiveFigures } from "./load/index.ts";
export { defineInterface, type InterfaceInput } from "./contract/index.ts";
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
} from "./contract/index.ts";
export { FieldType, type LeafType } from "./kinds/index.ts";
export type { ChoiceType, ChoiceValue } from "./kinds/index.ts";
export type { DateType } from "./kinds/index.ts";
export type { DateTimeType } from "./kinds/index.ts";
export type { EmailType } from "./kinds/index.ts";
export type { Nullable } from "./kinds/index.ts";
export type { NumberType } from "./kinds/index.ts";
export type { TextType } from "./kinds/index.ts";
export type { UriType } from "./kinds/index.ts";
export type { UuidType } from "./kinds/index.ts";
export type { WholeBound, WholeNumberType } from "./kinds/index.ts";
export type { ListType } from "./kinds/index.ts";
export type { FieldOf, ObjectType } from "./kinds/index.ts";
export { Interface } from "./model/index.ts";
export type { Baseline } from "./model/index.ts";
export type { Case } from "./model/index.ts";
export type { ConfigInput } from "./model/index.ts";
export { Comparison } from "./model/index.ts";
export { GateResult, type Breach, type Judgement } from "./model/index.ts";
export type { RequestResult, Observation } from "./model/index.ts";
export type { CaseRequest, ClientRequest, RawRequest, RawStep } from "./model/index.ts";
export { RunRecord, type RunEnd, type RunHeader } from "./model/index.ts";
export type { Property, Suite } from "./model/index.ts";
export { Summary, type Remark } from "./model/index.ts";
export type { GivenTarget, Target } from "./model/index.ts";
export type { Serve } from "./model/index.ts";
export type { Encoding, Template, TemplatePart } from "./template/index.ts";
export { rawText, type Untrusted } from "./model/index.ts";
export type { LoadProgress, RunEvents, SuiteProgress } from "./observe/index.ts";
export type { RunOutcome } from "./observe/index.ts";
