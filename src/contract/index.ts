export type { BaseUrl, PackedTarget } from "./base-url.ts";
export {
  addressText,
  packTarget,
  parseBaseUrl,
  shownTarget,
  unpackTarget,
  withScheme,
} from "./base-url.ts";
export {
  type ClauseId,
  clauseOf,
  clausesOf,
  DOCUMENTED_STATUS,
  documentedClause,
  type DocumentedClauseId,
  fieldClause,
  type FieldClauseId,
  type NotShownClauseId,
  probedClauses,
  type Stated,
  type StatedClauseId,
  withDocumented,
} from "./clauses.ts";
export {
  booleanField,
  choiceField,
  dateTimeField,
  defineInterface,
  emailField,
  Field,
  fullDateField,
  type InterfaceInput,
  listField,
  numberField,
  objectField,
  textField,
  uriField,
  ipv4Field,
  uuidField,
  wholeNumberField,
} from "./define-interface.ts";
export type { ParameterSlot, StatedField, StatedSlots } from "./fields.ts";
export {
  contentTypeOf,
  formattedFields,
  formStyleOf,
  statedFields,
  statedSlots,
} from "./fields.ts";
export type { GivenHeaders, GivenPart, ProxyAddress, Route, TlsOptions } from "./route.ts";
export {
  GIVEN,
  givenNames,
  givenPartOf,
  givenText,
  headersAtSending,
  isVersionHeader,
  pathKey,
  queryKey,
  REDACTED,
  Secret,
  TRACE_HEADER,
  VERSION_HEADER,
  withGiven,
  withGivenPath,
  withGivenQuery,
  withoutGiven,
  withTrace,
  withVersion,
} from "./route.ts";
export type { BodyJudge, JsonSchema, SchemaCheck } from "./stated-bodies.ts";
export {
  bodyJudge,
  compileSchema,
  hasStatedBody,
  isJson,
  mediaFor,
  schemaCheck,
  statedFor,
} from "./stated-bodies.ts";
export { hideHeaders, PROTOCOL, statedHeaders } from "./fields.ts";
export {
  interfaceName,
  interfaceOf,
  isUserSubmission,
  userSubmission,
  withFresh,
  withFreshResource,
  withUnique,
} from "./user-submission.ts";
