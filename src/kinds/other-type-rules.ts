import type { TokenType, TokenValue, ValueRule } from "./rule.ts";
import { rulesOn, type Reading, type RuleRow } from "./rule-rows.ts";
import { sources } from "./rule-sources.ts";
import { tokensOfTypes } from "./token-value.ts";

const { ecma, jackson, jsonSchema } = sources;
const TYPES = `${jsonSchema}validation#section-6.1.1`;

const refused = (): Reading => false;
const accepted = (): Reading => true;

/** The value of an array of one. Ajv (lib/compile/validate/dataType.ts) and Jackson unwrap one level only. */
function onlyItem({ text }: TokenValue): Reading {
  const items: unknown = JSON.parse(text);
  if (!Array.isArray(items) || items.length !== 1 || Array.isArray(items[0])) return false;
  return text.slice(1, -1).trim();
}

type Rows = Record<string, readonly RuleRow[]>;

/** What may be done with a value of another type than the stated one. */
const ROWS: Record<Exclude<TokenType, "string">, Rows> = {
  null: {
    [TYPES]: [
      ["null-refused", "null is refused", refused],
      ["null-accepted", "null is accepted", accepted],
    ],
    [`${ecma}tonumber`]: [["null-zero", "null is read as 0", () => "0"]],
    [`${ecma}tostring`]: [["null-text", "null is read as the text null", () => '"null"']],
  },
  boolean: {
    [TYPES]: [
      ["boolean-refused", "true and false are refused", refused],
      ["boolean-accepted", "true and false are accepted", accepted],
    ],
    [`${ecma}tonumber`]: [
      [
        "boolean-number",
        "true is read as 1, false as 0",
        ({ text }) => (text === "true" ? "1" : "0"),
      ],
    ],
    [`${ecma}tostring`]: [
      ["boolean-text", "true and false are read as their texts", ({ text }) => `"${text}"`],
    ],
  },
  number: {
    [TYPES]: [
      ["number-refused", "numbers are refused", refused],
      ["number-accepted", "numbers are accepted", accepted],
    ],
    [`${ecma}tostring`]: [
      ["number-text", "numbers are read as their digits", ({ text }) => JSON.stringify(text)],
    ],
  },
  array: {
    [TYPES]: [
      ["array-refused", "arrays are refused", refused],
      ["array-accepted", "arrays are accepted", accepted],
    ],
    [`${jackson}#UNWRAP_SINGLE_VALUE_ARRAYS`]: [
      ["array-unwrapped", "an array of one is read as its value", onlyItem],
    ],
  },
  object: {
    [TYPES]: [
      ["object-refused", "objects are refused", refused],
      ["object-accepted", "objects are accepted", accepted],
    ],
  },
  missing: {
    [`${jsonSchema}validation#section-6.5.3`]: [
      ["required", "the field is required", refused],
      ["optional", "the field may be left out", accepted],
    ],
  },
};

const OTHERS = ["null", "boolean", "number", "array", "object", "missing"] as const;

/** Rules about values of the types that the kind itself has no rules about; `own` are its own. */
export const otherTypeRules = (subject: string, own: readonly TokenType[]): ValueRule[] =>
  OTHERS.filter((type) => !own.includes(type)).flatMap((type) =>
    rulesOn(subject, type, tokensOfTypes(type), ROWS[type]),
  );
