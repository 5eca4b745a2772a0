import { integerReaders as texts, type IntegerReader, numberReaders } from "../number-readers.ts";
import type { ValueRule } from "../rule.ts";
import { type Reading, rulesOnStrings, limitsOn, sources, otherTypeRules } from "../rule-rows.ts";
import { fitsInt64, written, integerNumberRules } from "./number-rules.ts";
import { exactInteger } from "../decimal.ts";

const { ecma, go, jackson, java, perl, php, pydantic2, python, rfc, ruby, dotnet } = sources;

const by =
  (reader: IntegerReader) =>
  (text: string): Reading =>
    written(reader(text));

const phpParameter = (text: string): boolean =>
  numberReaders.phpNumeric(text) &&
  (texts.phpFilter(text) !== undefined || fitsInt64(Number(text)));

/** `data && data == +data && !(data % 1)`: infinity leaves no remainder that is not NaN. */
function isCoercedByAjv(text: string): boolean {
  const number = Number(text);
  return text !== "" && !Number.isNaN(number) && !(number % 1);
}

const strings = rulesOnStrings("whole-number")`
  ${rfc}8259#section-3
  string-refused | strings are refused | refused
  string-any | any string | accepted
  ${ecma}regexp-regular-expression-objects
  string-digits | strings of digits | ${by(texts.digits)} | php ctype_digit
  string-signed-digits | strings of digits, also with a minus sign | ${by(texts.signedDigits)}
  ${ecma}stringtonumber
  string-js-number | strings by JavaScript's Number() | ${by(texts.jsNumber)} | js Number() integer
  string-js-safe | strings by JavaScript's Number(), if a safe integer | ${by(texts.jsSafe)} | js Number() safe integer
  string-js-parse-int | strings by JavaScript's parseInt() | ${by(texts.jsParseInt)} | js parseInt
  string-js-bigint | strings by JavaScript's BigInt() | ${by(texts.jsBigInt)} | js BigInt
  https://ajv.js.org/coercion.html
  string-ajv | strings by Ajv's coercion, as in Fastify | ${isCoercedByAjv} | fastify integer
  ${go}strconv#ParseInt
  string-go | strings by Go's strconv.ParseInt, base 10 | ${by(texts.goParseInt)} | go ParseInt 10
  string-go-any-base | strings by Go's strconv.ParseInt, base 0 | ${by(texts.goParseIntAnyBase)} | go ParseInt 0
  string-go-unsigned | strings by Go's strconv.ParseUint | ${by(texts.goParseUint)} | go ParseUint 10
  ${go}encoding/json#Marshal
  string-go-tag | strings by Go's tag \`json:",string"\` | ${by(texts.goQuoted)} | go ,string
  ${python}functions.html#int
  string-python | strings by Python's int() | ${by(texts.python)} | python3.{10,11,13} int() & pydantic1 int
  ${pydantic2}
  string-pydantic2 | strings by pydantic 2 | ${by(texts.pydantic2)} | pydantic2 int
  ${java}lang/Integer.html#parseInt(java.lang.String)
  string-java-int | strings by Java's Integer.parseInt | ${by(texts.javaInt)} | java Integer.parseInt
  string-java-long | strings by Java's Long.parseLong | ${by(texts.javaLong)} | java Long.parseLong
  string-java-big | strings by Java's BigInteger | ${by(texts.javaBigInteger)} | java BigInteger
  ${jackson}
  string-jackson | strings by Jackson \`int\` | ${by(texts.jacksonInt)} | jackson int
  ${php}language.types.numeric-strings.php
  string-php-numeric | strings by PHP's is_numeric | ${numberReaders.phpNumeric} | php is_numeric
  string-php-parameter | strings by PHP's \`int\` parameter | ${phpParameter} | php int parameter
  ${php}filter.constants.php
  string-php-filter | strings by PHP's FILTER_VALIDATE_INT | ${by(texts.phpFilter)} | php FILTER_VALIDATE_INT
  ${ruby}Kernel.html#method-i-Integer
  string-ruby | strings by Ruby's Integer() | ${by(texts.rubyInteger)} | ruby Integer()
  string-ruby-10 | strings by Ruby's Integer(text, 10) | ${by(texts.rubyDecimal)} | ruby Integer(, 10)
  ${perl}Scalar::Util#looks_like_number
  string-perl | strings by Perl's looks_like_number | ${numberReaders.perl} | perl looks_like_number
  ${dotnet}int32.parse
  string-dotnet-int | strings by .NET's int.Parse | ${by(texts.dotnetInt)} | dotnet int.Parse
  string-dotnet-long | strings by .NET's long.Parse | ${by(texts.dotnetLong)} | dotnet long.Parse
`;

export const wholeNumberRules: ValueRule[] = [
  ...integerNumberRules,
  ...strings,
  ...otherTypeRules("whole-number", ["number", "string"]),
];

export const wholeNumberLimits = limitsOn("whole-number")`
  range | limits | a number | ${sources.jsonSchema}validation#section-6.2 | ${({ type, text }) => (type === "number" ? exactInteger(text) : undefined)}
`;
