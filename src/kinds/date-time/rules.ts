import { limitsOn, otherTypeRules, rulesOnStrings, sources } from "../rule-rows.ts";
import { pythonRules } from "./python-readers.ts";
import { goRules, javaRules, phpRules, standardRules } from "./readers.ts";
import { rubyRules } from "./ruby-readers.ts";

const unread = rulesOnStrings("date-time")`
  RFC 8259 section 7
  string-any | any string | accepted
  string-not-empty | any string that is not empty | ${(text) => text !== ""}
  string-refused | strings are refused | refused
`;

export const dateTimeRules = [
  ...standardRules,
  ...goRules,
  ...pythonRules,
  ...javaRules,
  ...phpRules,
  ...rubyRules,
  ...unread,
  ...otherTypeRules("date-time", []),
];

const FRACTION = /[.,](\d+)(?:[Zz]|[+-][\d:]+)?$/;

export const dateTimeLimits = limitsOn("date-time")`
  digits | limits | fraction digits | ${sources.rfc}3339#section-5.6 | ${({ content }) => (content === undefined ? undefined : (FRACTION.exec(content)?.[1]?.length ?? 0))}
`;
