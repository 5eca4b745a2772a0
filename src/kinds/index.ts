export { canBeFresh } from "./can-be-fresh.ts";
export type { ChoiceType, ChoiceValue } from "./choice/type.ts";
export type { DateTimeType } from "./date-time/type.ts";
export type { DateType } from "./date/kind.ts";
export type { EmailType } from "./email/kind.ts";
export { type FieldMember, FieldType, kindOf, type LeafType, statableOf } from "./field-type.ts";
export { isAsDescribed } from "./fits.ts";
export { jsonTypeOf } from "./json-types.ts";
export type { ProbedAspect, ValueAxis, ValueCaps, ValueCase } from "./kind.ts";
export { lazily } from "./lazily.ts";
export type { ListType } from "./list/type.ts";
export type { Nullable } from "./nullable.ts";
export type { NumberType } from "./number/type.ts";
export type { FieldOf, ObjectType } from "./object/type.ts";
export type {
  CharsetValue,
  DocumentValue,
  HeadersValue,
  LimitedRule,
  MediaTypeValue,
  PathValue,
  RuleValue,
  TokenType,
  TokenValue,
  ValueRule,
} from "./rule.ts";
export { composedRules, fieldLimits, fieldRules, messageLimits, messageRules } from "./rules.ts";
export { countRungs, sizeRungs, upwards } from "./rungs.ts";
export { commaSeparated, type FieldSlot, memberPath, slotsOf, withInner } from "./slot.ts";
export { slugOf } from "./slug.ts";
export { textText } from "./text/text.ts";
export { charactersOf, type TextType } from "./text/type.ts";
export { tokenValue } from "./token-value.ts";
export type { UriType } from "./uri/kind.ts";
export type { UuidType } from "./uuid/kind.ts";
export { KNOWN_DIGITS } from "./whole-number/known-values.ts";
export type { WholeBound, WholeNumberType } from "./whole-number/type.ts";
