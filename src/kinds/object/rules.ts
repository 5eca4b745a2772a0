import { otherTypeRules, rulesOn, sources, tokensOfTypes } from "../rule-rows.ts";
import type { TokenValue, ValueRule } from "../rule.ts";

const keysOf = ({ text }: TokenValue): string[] => {
  const value: unknown = JSON.parse(text);
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
};

/** Whether each key is a stated one, as a reader compares them. */
const onlyStated =
  (stated: readonly string[], plain: (key: string) => string) =>
  (value: TokenValue): boolean =>
    keysOf(value).every((key) => stated.some((each) => plain(each) === plain(key)));

/** Keys as Java and Python write them: `order_id` and `orderId` are the same. */
const anyStyle = (key: string): string => key.replace(/[_-]/g, "").toLowerCase();

export const objectRules = (stated: readonly string[]): ValueRule[] => [
  ...rulesOn("object", "object", tokensOfTypes("object"))`
  ${sources.jsonSchema}core#section-10.3.2.3
  further-accepted | further members are accepted | accepted
  further-refused | further members are refused | ${onlyStated(stated, (key) => key)}
  ${sources.go}encoding/json#Unmarshal
  further-refused-any-case | further members are refused, keys are in any case | ${onlyStated(stated, (key) => key.toLowerCase())}
  https://docs.pydantic.dev/latest/concepts/alias/
  further-refused-any-style | further members are refused, order_id is orderId | ${onlyStated(stated, anyStyle)}
`,
  ...rulesOn("object", "string", tokensOfTypes("string"))`
  ${sources.jsonSchema}validation#section-6.1.1
  string-refused | strings are refused | refused
  string-accepted | strings are accepted | accepted
`,
  ...otherTypeRules("object", ["object"]),
];
