import { otherTypeRules, rulesOn, rulesOnStrings, sources, tokensOfTypes } from "../rule-rows.ts";
import type { ValueRule } from "../rule.ts";
import { trimmedAs } from "../number-readers.ts";

const { dotnet, ecma, go, jackson, php, pydantic2, rfc } = sources;

const WORDS = /^(?:0|off|f|false|n|no|1|on|t|true|y|yes)$/i;
/** Django REST framework 3.14 has a list of them, without `oFF`. */
const CASED_WORDS =
  /^(?:[01tTfFyYnN]|yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/;
const JACKSON = /^(?:true|True|TRUE|false|False|FALSE|null|)$/;

const booleans = rulesOn("boolean", "boolean", tokensOfTypes("boolean"))`
  ${rfc}8259#section-3
  any | true and false | accepted
  true-only | true only | ${({ text }) => text === "true"}
  false-only | false only | ${({ text }) => text === "false"}
`;

const strings = rulesOnStrings("boolean")`
  ${rfc}8259#section-3
  string-refused | strings are refused | refused
  string-exact | the strings true and false | ${/^(?:true|false)$/}
  string-any-case | the strings true and false in any case | ${/^(?:true|false)$/i}
  ${ecma}toboolean
  string-any | any string | accepted
  ${go}strconv#ParseBool
  string-go | strings by Go's strconv.ParseBool | ${/^(?:1|t|T|TRUE|true|True|0|f|F|FALSE|false|False)$/} | go ParseBool
  ${pydantic2}
  string-words | true, false, t, f, yes, no, y, n, on, off, 1 and 0 as strings in any case | ${WORDS} | pydantic1 bool & pydantic2 bool
  https://www.django-rest-framework.org/api-guide/fields/#booleanfield
  string-cased-words | true, false, t, f, yes, no, y, n, on, off, 1 and 0 as strings in lower case, upper case or with a capital | ${CASED_WORDS}
  ${jackson}
  string-jackson | strings by Jackson | ${(text) => JACKSON.test(trimmedAs("java", text))} | jackson boolean
  ${php}filter.constants.php
  string-php | strings by PHP's FILTER_VALIDATE_BOOLEAN | ${(text) => /^(?:1|true|on|yes|0|false|off|no|)$/i.test(trimmedAs("php", text))} | php FILTER_VALIDATE_BOOLEAN
  ${dotnet}boolean.parse
  string-dotnet | strings by .NET's bool.Parse | ${(text) => /^(?:true|false)$/i.test(trimmedAs("dotnet", text))} | dotnet bool.Parse
`;

const numbers = rulesOn("boolean", "number", tokensOfTypes("number"))`
  ${rfc}8259#section-3
  number-refused | numbers are refused | refused
  ${ecma}toboolean
  number-any | any number | accepted
  ${pydantic2}
  number-bits | 0 and 1 | ${({ text }) => Number(text) === 0 || Number(text) === 1} | pydantic1 bool & pydantic2 bool
  ${jackson}
  number-integers | integers of up to 1,000 digits | ${({ text }) => /^-?\d{1,1000}$/.test(text)} | jackson boolean
`;

export const booleanRules: ValueRule[] = [
  ...booleans,
  ...strings,
  ...numbers,
  ...otherTypeRules("boolean", ["boolean", "string", "number"]),
];
