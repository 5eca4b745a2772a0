import { otherTypeRules, limitsOn, rulesOn, sources, tokensOfTypes } from "../rule-rows.ts";
import type { TokenValue, ValueRule } from "../rule.ts";

const itemsOf = ({ type, text }: TokenValue): unknown[] | undefined => {
  const value: unknown = type === "array" ? JSON.parse(text) : undefined;
  return Array.isArray(value) ? value : undefined;
};

const areDifferent = (items: readonly unknown[]): boolean =>
  new Set(items.map((item) => JSON.stringify(item))).size === items.length;

export const listRules: ValueRule[] = [
  ...rulesOn("list", "array", tokensOfTypes("array"))`
  ${sources.jsonSchema}validation#section-6.4
  any | any array | accepted
  not-empty | any array that is not empty | ${(value) => itemsOf(value)?.length !== 0}
  unique | arrays without equal items | ${(value) => areDifferent(itemsOf(value) ?? [])}
  no-null | arrays without null | ${(value) => itemsOf(value)?.includes(null) !== true}
`,
  ...rulesOn("list", "string", tokensOfTypes("string"))`
  ${sources.jsonSchema}validation#section-6.1.1
  string-refused | strings are refused | refused
  string-accepted | strings are accepted | accepted
  ${sources.jackson}#ACCEPT_SINGLE_VALUE_AS_ARRAY
  string-wrapped | a string is read as an array of it | ${({ text }) => `[${text}]`}
`,
  ...otherTypeRules("list", ["array"]),
];

export const listLimits = limitsOn("list")`
  length | limits | items | ${sources.jsonSchema}validation#section-6.4 | ${(value) => itemsOf(value)?.length}
`;
