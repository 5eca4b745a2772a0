import { otherTypeRules } from "../other-type-rules.ts";
import type { LimitedRule, ValueRule } from "../rule.ts";
import { limitedRule, rulesOn } from "../rule-rows.ts";
import { sources } from "../rule-sources.ts";
import { tokensOfTypes } from "../token-value.ts";
import { exactInteger } from "./exact-integer.ts";
import { integerNumberRules } from "./number-rules.ts";
import { integerStringRules } from "./string-rules.ts";

/** How servers read the field of an integer. */
export const wholeNumberRules: ValueRule[] = [
  ...rulesOn("whole-number", "number", tokensOfTypes("number"), integerNumberRules),
  ...rulesOn("whole-number", "string", tokensOfTypes("string"), integerStringRules),
  ...otherTypeRules("whole-number", ["number", "string"]),
];

/** A range of numbers. */
export const wholeNumberRange: LimitedRule = limitedRule({
  id: "whole-number-range",
  subject: "whole-number",
  about: "a number",
  source: `${sources.jsonSchema}validation#section-6.2`,
  measure: ({ type, text }) => (type === "number" ? exactInteger(text) : undefined),
});
