import type { IntegerReader, IntegerRange } from "../number-readers.ts";
import { integerReaders as texts, numberReaders, isInRange } from "../number-readers.ts";
import { signedRange, unsignedRange } from "../number-readers.ts";
import type { ValueRule, TokenValue } from "../rule.ts";
import { type Reading, rulesOnStrings, limitsOn, sources, otherTypeRules } from "../rule-rows.ts";
import { rulesOn, tokensOfTypes } from "../rule-rows.ts";
import { exactInteger, truncatedInteger } from "../decimal.ts";

type NumberReading = (value: TokenValue) => Reading;

const plain = ({ text }: TokenValue): bigint | undefined =>
  /^-?\d+$/.test(text) ? BigInt(text) : undefined;

const written = (number: bigint | undefined): Reading => number !== undefined && String(number);

const digitsOnly: NumberReading = (value) => plain(value) !== undefined;

/** Go's literals: an unsigned integer has no minus sign, not even before 0. */
const literal =
  (range: IntegerRange): NumberReading =>
  (value) =>
    isInRange(plain(value), range) && (range[0] < 0n || !value.text.startsWith("-"));

const wholeWithin =
  (range: IntegerRange): NumberReading =>
  ({ text }) => {
    const number = exactInteger(text);
    return isInRange(number, range) && written(number);
  };

const anyWhole: NumberReading = ({ text }) => written(exactInteger(text));

const truncated: NumberReading = ({ text }) => written(truncatedInteger(text));

const double =
  (check: (number: number) => boolean): NumberReading =>
  ({ text }) => {
    const number = Number(text);
    return check(number) && JSON.stringify(number);
  };

/** Reads digits that pass a check as they are, and everything else as a double that passes a check, truncated. */
const digitsOrDouble =
  (
    isPlain: (number: bigint, length: number) => boolean,
    check: (number: number) => boolean,
  ): NumberReading =>
  (value) => {
    const number = plain(value);
    if (number === undefined)
      return check(Number(value.text)) && written(truncatedInteger(value.text));
    return isPlain(number, value.text.length) && written(number);
  };

const upTo =
  (most: number) =>
  (number: bigint, length: number): boolean =>
    length - (number < 0n ? 1 : 0) <= most;

/** At most this many bytes, including the sign: pydantic 2.13 counts it. */
const bytesUpTo =
  (most: number) =>
  (_: unknown, length: number): boolean =>
    length <= most;

const never = (): boolean => false;

/** A double within a range, before its fraction is cut off: 2147483647.5 is not an int. */
const doubleIn =
  ([from, to]: IntegerRange) =>
  (number: number): boolean =>
    number >= Number(from) && number <= Number(to);

/** A double whose integer part is in the range of an int64: 2 to the power of 63 is not. */
const fitsInt64 = (number: number): boolean => number >= -(2 ** 63) && number < 2 ** 63;

const { dotnet, ecma, go, jackson, java, jsonSchema, perl } = sources;
const { php, pydantic1, pydantic2, python, rfc, ruby } = sources;

const INT32 = signedRange(32n);
const INT64 = signedRange(64n);

const is32 = double((number) => (number | 0) === number);
const isDouble64 = (number: number): boolean =>
  Number.isInteger(number) && Math.abs(number) < 2 ** 63;
const jacksonInt = digitsOrDouble((number) => isInRange(number, INT32), doubleIn(INT32));
const jacksonLong = digitsOrDouble((number) => isInRange(number, INT64), doubleIn(INT64));
const phpParameter = digitsOrDouble(
  (number) => isInRange(number, INT64) || fitsInt64(Number(number)),
  fitsInt64,
);

/** Python refuses more digits since 3.10.7; Debian 12's Jackson a long of 19 digits; pydantic 2.13 counts the sign. */
const integerNumberRules = rulesOn("whole-number", "number", tokensOfTypes("number"))`
  ${go}encoding/json#Unmarshal
  int8 | int8, digits only | ${literal(signedRange(8n))} | go int8
  uint8 | uint8, digits only | ${literal(unsignedRange(8n))} | go uint8
  int16 | int16, digits only | ${literal(signedRange(16n))} | go int16
  uint16 | uint16, digits only | ${literal(unsignedRange(16n))} | go uint16
  int32 | int32, digits only | ${literal(signedRange(32n))} | go int32
  uint32 | uint32, digits only | ${literal(unsignedRange(32n))} | go uint32
  int64 | int64, digits only | ${literal(signedRange(64n))} | go int64 & php is_int
  uint64 | uint64, digits only | ${literal(unsignedRange(64n))} | go uint64
  digits | an integer of any size, digits only | ${digitsOnly} | go big.Int & ruby JSON Integer
  ${ecma}number.issafeinteger
  safe-integer | read as an IEEE 754 double, then refused unless a safe integer | ${double(Number.isSafeInteger)} | js Number.isSafeInteger & zod int
  ${ecma}number.isinteger
  double-integer | read as an IEEE 754 double, then refused unless an integer | ${double(Number.isInteger)} | js Number.isInteger
  ${ecma}toint32
  int32-value | an integer of 32 bits, also as 1.0 or 1e0 | ${is32} | zod int32 & js bitwise or
  ${jsonSchema}core#section-4.2.3
  int64-value | an integer of 64 bits, also as 1.0 or 1e0 | ${wholeWithin(INT64)}
  integer-value | an integer of any size, also as 1.0 or 1e0 | ${anyWhole}
  ${rfc}8259#section-6
  any-number | any number | accepted | js typeof number
  ${ecma}math.trunc
  truncated | any number, truncated to an integer | ${truncated}
  double-truncated | a finite IEEE 754 double, truncated | ${double(Number.isFinite)} | go float64
  ${python}json.html#json.loads
  python | Python \`int\`: up to 4,300 digits | ${digitsOrDouble(upTo(4300), never)} | python3.{10,11,13} json int & pydantic1 StrictInt
  ${pydantic1}
  pydantic1 | pydantic 1 \`int\`: any number, truncated | ${digitsOrDouble(upTo(4300), Number.isFinite)} | pydantic1 int
  ${pydantic2}
  pydantic2 | pydantic 2 \`int\`, also as 1.0 or 1e0 | ${digitsOrDouble(bytesUpTo(4300), isDouble64)} | pydantic2 int
  pydantic2-strict | pydantic 2 strict \`int\`: digits only | ${digitsOrDouble(bytesUpTo(4300), never)} | pydantic2 StrictInt
  ${jackson}
  jackson-int | Jackson \`int\`: 32 bits, fractions cut off | ${jacksonInt} | jackson int
  jackson-long | Jackson \`long\`: 64 bits, fractions cut off | ${jacksonLong}
  jackson-long-debian | Jackson \`long\` of Debian 12: up to 18 digits, fractions cut off | ${digitsOrDouble(upTo(18), doubleIn(INT64))} | jackson long
  jackson-no-floats | Jackson \`long\` without ACCEPT_FLOAT_AS_INT | ${digitsOrDouble(upTo(18), never)} | jackson long, no floats
  ${php}language.types.declarations.php
  php-parameter | PHP \`int\` parameter without strict_types | ${phpParameter} | php int parameter
`;

const by =
  (reader: IntegerReader) =>
  (text: string): Reading =>
    written(reader(text));

const phpTextParameter = (text: string): boolean =>
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
  string-php-parameter | strings by PHP's \`int\` parameter | ${phpTextParameter} | php int parameter
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
  range | limits | a number | ${jsonSchema}validation#section-6.2 | ${({ type, text }) => (type === "number" ? exactInteger(text) : undefined)}
`;
