export type { FieldMember, LeafType, Nullable } from "./field-type.ts";
export {
  canBeFresh,
  FieldType,
  kindOf,
  kinds,
  statableOf,
  isAsDescribed,
  isOtherType,
} from "./field-type.ts";
export type { ChoiceType, ChoiceValue } from "./choice/kind.ts";
export { keepsOrder } from "./date-time/type.ts";
export type { DateTimeType } from "./date-time/type.ts";
export type { DateType } from "./date/kind.ts";
export type { EmailType } from "./email/kind.ts";
export { jsonContent, jsonTypeOf } from "./case-families.ts";
export type { ProbedAspect, ValueAxis, ValueCaps, ValueCase } from "./kind.ts";
export { lazily } from "./lazily.ts";
export type { ListType } from "./list/kind.ts";
export type { NumberType } from "./number/type.ts";
export type { FieldOf, ObjectType } from "./object/kind.ts";
export type { CharsetValue, DocumentValue, HeadersValue, LimitedRule } from "./rule.ts";
export type { MediaTypeValue, PathValue, RuleValue, TokenType, TokenValue } from "./rule.ts";
export type { ValueRule } from "./rule.ts";
export { decimalText } from "./decimal.ts";
export { messageLimits, messageRules } from "./message/rules.ts";
export { countRungs, sizeRungs, upwards } from "./axes.ts";
export { commaSeparated, type FieldSlot, memberPath, slotsOf, withInner, slugOf } from "./slot.ts";
export { textText, charactersOf, type TextType } from "./text/type.ts";
export { tokenValue } from "./rule-rows.ts";
export type { UriType } from "./uri/kind.ts";
export type { UuidType } from "./uuid/kind.ts";
export { KNOWN_DIGITS } from "./whole-number/axes.ts";
export type { WholeBound, WholeNumberType } from "./whole-number/type.ts";
