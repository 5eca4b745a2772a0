export { addressText, type BaseUrl, parseBaseUrl, withScheme } from "./base-url.ts";
export { compileSchema, type JsonSchema } from "./check-value.ts";
export {
  type ClauseId,
  clausesOf,
  type FieldClauseId,
  type NotShownClauseId,
  type Stated,
  type StatedClauseId,
} from "./clauses.ts";
export { defineInterface, type InterfaceInput } from "./define-interface.ts";
export {
  clauseOf,
  DOCUMENTED_STATUS,
  documentedClause,
  type DocumentedClauseId,
  withDocumented,
} from "./documented-clauses.ts";
export {
  booleanField,
  choiceField,
  dateTimeField,
  emailField,
  Field,
  fullDateField,
  listField,
  numberField,
  objectField,
  textField,
  uriField,
  uuidField,
  wholeNumberField,
} from "./field-builders.ts";
export {
  type ParameterSlot,
  type StatedField,
  statedFields,
  statedSlots,
  type StatedSlots,
} from "./fields.ts";
export { withUnique } from "./fresh-fields.ts";
export { GIVEN, type GivenHeaders, givenText, withGiven, withoutGiven } from "./given-headers.ts";
export { hideHeaders } from "./hidden-headers.ts";
export { type PackedTarget, packTarget, shownTarget, unpackTarget } from "./packed-target.ts";
export type { ProxyAddress, Route, TlsOptions } from "./route.ts";
export { REDACTED, Secret } from "./secret.ts";
export {
  bodyJudge,
  type BodyJudge,
  hasStatedBody,
  isJson,
  mediaFor,
  schemaCheck,
  type SchemaCheck,
  statedFor,
} from "./stated-bodies.ts";
export { PROTOCOL, statedHeaders } from "./stated-headers.ts";
export { interfaceName, interfaceOf, userSubmission } from "./user-submission.ts";
