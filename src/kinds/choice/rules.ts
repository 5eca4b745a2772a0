import { otherTypeRules, rulesOn, type Reading, sources, tokensOfTypes } from "../rule-rows.ts";
import type { TokenValue, ValueRule } from "../rule.ts";

const oneOf =
  (stated: readonly string[], plain: (text: string) => string) =>
  ({ content = "" }: TokenValue): Reading => {
    const found = stated.find((each) => plain(each) === plain(content));
    return found !== undefined && JSON.stringify(found);
  };

const isText = (value: unknown): value is string => typeof value === "string";

export const choiceRules = (values: readonly unknown[]): ValueRule[] => [
  ...stringRules(values.filter(isText)),
  ...(values.some((value) => typeof value === "number") ? numberRules(values) : []),
  ...otherTypeRules("choice", []),
];

const numberRules = (values: readonly unknown[]): ValueRule[] =>
  rulesOn("choice", "number", tokensOfTypes("number"))`
  ${sources.jsonSchema}validation#section-6.1.2
  number-stated | one of the stated numbers | ${({ text }) => values.includes(Number(text))}
`;

const stringRules = (stated: readonly string[]): ValueRule[] =>
  rulesOn("choice", "string", tokensOfTypes("string"))`
  ${sources.jsonSchema}validation#section-6.1.2
  string-refused | strings are refused | refused
  exact | one of the stated values | ${oneOf(stated, (text) => text)}
  string-any | any string | accepted
  string-not-empty | any string that is not empty | ${({ content }) => content !== ""}
  ${sources.jackson}
  any-case | one of the stated values in any case | ${oneOf(stated, (text) => text.toLowerCase())}
  trimmed | one of the stated values with white space around | ${oneOf(stated, (text) => text.trim())}
  trimmed-any-case | one of the stated values in any case, with white space around | ${oneOf(stated, (text) => text.trim().toLowerCase())}
`;
