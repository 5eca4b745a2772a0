import { booleanRules } from "./boolean/rules.ts";
import { dateTimeDigits, dateTimeRules } from "./date-time/rules.ts";
import { numberRange, numberRules } from "./number/rules.ts";
import type { LimitedRule, ValueRule } from "./rule.ts";
import { uuidRules } from "./uuid/rules.ts";
import { wholeNumberRange, wholeNumberRules } from "./whole-number/rules.ts";

/** Every rule about the value of a field; `subject` is the name of its kind. */
export const fieldRules: readonly ValueRule[] = [
  ...wholeNumberRules,
  ...numberRules,
  ...booleanRules,
  ...dateTimeRules,
  ...uuidRules,
];

/** Every rule about the value of a field whose limits are found by boundaries. */
export const fieldLimits: readonly LimitedRule[] = [wholeNumberRange, numberRange, dateTimeDigits];
