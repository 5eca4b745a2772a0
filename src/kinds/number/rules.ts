import { numberReaders as texts } from "../number-readers.ts";
import {
  otherTypeRules,
  limitsOn,
  rulesOn,
  rulesOnStrings,
  sources,
  tokensOfTypes,
} from "../rule-rows.ts";
import type { TokenValue, ValueRule } from "../rule.ts";
import { truncatedInteger } from "../decimal.ts";

const { ecma, go, java, jsonSchema, perl, php, pydantic1, pydantic2, python, rfc, ruby } = sources;

const isFinite = ({ text }: TokenValue): boolean => Number.isFinite(Number(text));
const isDigits = ({ text }: TokenValue): boolean => /^-?\d+$/.test(text);
const digitCount = ({ text }: TokenValue): number => text.replace("-", "").length;

const numbers = rulesOn("number", "number", tokensOfTypes("number"))`
  ${ecma}number.isfinite
  finite | a finite IEEE 754 double | ${isFinite} | js Number.isFinite & go float64 & python3.{10,11,13} json float finite & jackson double & php is_finite & ruby JSON finite
  ${go}encoding/json#Unmarshal
  float32 | an IEEE 754 single | ${({ text }) => Number.isFinite(Math.fround(Number(text)))} | go float32
  ${rfc}8259#section-6
  any | any number | accepted | go json.Number & php is_numeric
  ${python}json.html#json.loads
  python | any number, integers of up to 4,300 digits | ${(value) => !isDigits(value) || digitCount(value) <= 4300} | python3.{10,11,13} json number
  ${pydantic1}
  pydantic1 | pydantic 1 \`float\` | ${(value) => !isDigits(value) || isFinite(value)} | pydantic1 float
  ${pydantic2}
  pydantic2 | pydantic 2 \`float\` | ${(value) => !isDigits(value) || value.text.length <= 4300} | pydantic2 float
`;

const strings = rulesOnStrings("number")`
  ${rfc}8259#section-3
  string-refused | strings are refused | refused
  string-any | any string | accepted
  ${ecma}stringtonumber
  string-js-number | strings by JavaScript's Number() | ${texts.jsNumber} | js Number()
  string-js-parse-float | strings by JavaScript's parseFloat() | ${texts.jsParseFloat} | js parseFloat
  string-decimal | strings of decimal digits | ${texts.decimal}
  ${go}strconv#ParseFloat
  string-go | strings by Go's strconv.ParseFloat | ${texts.go} | go ParseFloat
  ${python}functions.html#float
  string-python | strings by Python's float() | ${texts.python} | python3.{10,11,13} float() & pydantic1 float
  ${python}decimal.html#decimal.Decimal
  string-python-decimal | strings by Python's Decimal | ${texts.pythonDecimal} | python3.{10,11,13} Decimal
  ${pydantic2}
  string-pydantic2 | strings by pydantic 2 | ${texts.pydantic2} | pydantic2 float
  ${java}lang/Double.html#valueOf(java.lang.String)
  string-java | strings by Java's Double.parseDouble | ${texts.java} | java Double.parseDouble
  ${java}math/BigDecimal.html
  string-java-decimal | strings by Java's BigDecimal | ${texts.javaBigDecimal} | java BigDecimal
  ${php}language.types.numeric-strings.php
  string-php-numeric | strings by PHP's is_numeric | ${texts.phpNumeric} | php is_numeric
  ${php}filter.constants.php
  string-php-filter | strings by PHP's FILTER_VALIDATE_FLOAT | ${texts.phpFilter} | php FILTER_VALIDATE_FLOAT
  ${ruby}Kernel.html#method-i-Float
  string-ruby | strings by Ruby's Float() | ${texts.ruby} | ruby Float()
  ${perl}Scalar::Util#looks_like_number
  string-perl | strings by Perl's looks_like_number | ${texts.perl} | perl looks_like_number
`;

export const numberRules: ValueRule[] = [
  ...numbers,
  ...strings,
  ...otherTypeRules("number", ["number", "string"]),
];

/** A range of numbers, by their integer part. */
export const numberLimits = limitsOn("number")`
  range | limits | a number | ${jsonSchema}validation#section-6.2 | ${({ type, text }) => (type === "number" ? truncatedInteger(text) : undefined)}
`;
