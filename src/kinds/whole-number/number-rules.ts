import { isInRange, signedRange, unsignedRange } from "../integer-range.ts";
import type { RuleRow, RulesBySource } from "../rule-rows.ts";
import { sources } from "../rule-sources.ts";
import {
  anyWhole,
  bytesUpTo,
  digitsOnly,
  digitsOrDouble,
  double,
  doubleIn,
  fitsInt64,
  literal,
  never,
  truncated,
  upTo,
  wholeWithin,
} from "./readings.ts";

const { ecma, go, jackson, jsonSchema, php, pydantic1, pydantic2, python, rfc } = sources;

const INT32 = signedRange(32n);
const INT64 = signedRange(64n);

const sizes = [8n, 16n, 32n, 64n].flatMap((bits): RuleRow[] => [
  [
    `int${bits}`,
    `int${bits}, digits only`,
    literal(signedRange(bits)),
    `go int${bits}${bits === 64n ? " | php is_int" : ""}`,
  ],
  [`uint${bits}`, `uint${bits}, digits only`, literal(unsignedRange(bits)), `go uint${bits}`],
]);

const SAFE = "read as an IEEE 754 double, then refused unless a safe integer";
const DOUBLE = "read as an IEEE 754 double, then refused unless an integer";
const INT_32_VALUE = "an integer of 32 bits, also as 1.0 or 1e0";
const DEBIAN_LONG = "Jackson `long` of Debian 12: up to 18 digits, fractions cut off";

const is32 = double((number) => (number | 0) === number);
const isDouble64 = (number: number): boolean =>
  Number.isInteger(number) && Math.abs(number) < 2 ** 63;
const jacksonInt = digitsOrDouble((number) => isInRange(number, INT32), doubleIn(INT32));
const jacksonLong = digitsOrDouble((number) => isInRange(number, INT64), doubleIn(INT64));
const phpParameter = digitsOrDouble(
  (number) => isInRange(number, INT64) || fitsInt64(Number(number)),
  fitsInt64,
);

/** How an integer is read from a JSON number. */
export const integerNumberRules: RulesBySource = {
  [`${go}encoding/json#Unmarshal`]: [
    ...sizes,
    ["digits", "an integer of any size, digits only", digitsOnly, "go big.Int | ruby JSON Integer"],
  ],
  [`${ecma}number.issafeinteger`]: [
    ["safe-integer", SAFE, double(Number.isSafeInteger), "js Number.isSafeInteger | zod int"],
  ],
  [`${ecma}number.isinteger`]: [
    ["double-integer", DOUBLE, double(Number.isInteger), "js Number.isInteger"],
  ],
  [`${ecma}toint32`]: [["int32-value", INT_32_VALUE, is32, "zod int32 | js bitwise or"]],
  [`${jsonSchema}core#section-4.2.3`]: [
    ["int64-value", "an integer of 64 bits, also as 1.0 or 1e0", wholeWithin(INT64)],
    ["integer-value", "an integer of any size, also as 1.0 or 1e0", anyWhole],
  ],
  [`${rfc}8259#section-6`]: [["any-number", "any number", () => true, "js typeof number"]],
  [`${ecma}math.trunc`]: [
    ["truncated", "any number, truncated to an integer", truncated],
    [
      "double-truncated",
      "a finite IEEE 754 double, truncated",
      double(Number.isFinite),
      "go float64",
    ],
  ],
  /** Python refuses more digits since 3.10.7. */
  [`${python}json.html#json.loads`]: [
    [
      "python",
      "Python `int`: up to 4,300 digits",
      digitsOrDouble(upTo(4300), never),
      "python3.{10,11,13} json int | pydantic1 StrictInt",
    ],
  ],
  [pydantic1]: [
    [
      "pydantic1",
      "pydantic 1 `int`: any number, truncated",
      digitsOrDouble(upTo(4300), Number.isFinite),
      "pydantic1 int",
    ],
  ],
  [pydantic2]: [
    [
      "pydantic2",
      "pydantic 2 `int`, also as 1.0 or 1e0",
      digitsOrDouble(bytesUpTo(4300), isDouble64),
      "pydantic2 int",
    ],
    [
      "pydantic2-strict",
      "pydantic 2 strict `int`: digits only",
      digitsOrDouble(bytesUpTo(4300), never),
      "pydantic2 StrictInt",
    ],
  ],
  /** Versions 2.14.0 and 2.14.1 together, as Debian 12 has them, refuse a long of 19 digits. */
  [jackson]: [
    ["jackson-int", "Jackson `int`: 32 bits, fractions cut off", jacksonInt, "jackson int"],
    ["jackson-long", "Jackson `long`: 64 bits, fractions cut off", jacksonLong],
    ["jackson-long-debian", DEBIAN_LONG, digitsOrDouble(upTo(18), doubleIn(INT64)), "jackson long"],
    [
      "jackson-no-floats",
      "Jackson `long` without ACCEPT_FLOAT_AS_INT",
      digitsOrDouble(upTo(18), never),
      "jackson long, no floats",
    ],
  ],
  [`${php}language.types.declarations.php`]: [
    [
      "php-parameter",
      "PHP `int` parameter without strict_types",
      phpParameter,
      "php int parameter",
    ],
  ],
};
