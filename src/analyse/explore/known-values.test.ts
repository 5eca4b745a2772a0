import { userSubmission } from "../../contract/index.ts";
import { describe, expect, test } from "vitest";
import { knownValue, placeText } from "./axis-view.ts";

/** 2^1024 - 2^970 and 2^1024 - 2^971, as decimal text. */
const FLOAT64_OVERFLOW =
  "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497792";
const FLOAT64_LARGEST =
  "179769313486231570814527423731704356798070567525844996598917476803157260780028538760589558632766878171540458953514382464234321326889464182768467546703537516986049910576551282076245490090389328944075868508455133942304583236903222948165808559332123348274797826204144723168738177180919299881250404026184124858368";

const before = (text: string): string => String(BigInt(text) - 1n);
const after = (text: string): string => String(BigInt(text) + 1n);

test.each<[axis: string, near: string, far: string, name: string]>([
  ["id-upwards", "127", "128", "the largest signed 8-bit integer"],
  ["id-upwards", "65535", "65536", "the largest unsigned 16-bit integer"],
  ["id-upwards", "2147483647", "2147483648", "the largest signed 32-bit integer"],
  [
    "id-upwards",
    "2147483646",
    "2147483647",
    "the largest signed 32-bit integer, the first value after the change",
  ],
  ["id-upwards", "4294967295", "4294967296", "the largest unsigned 32-bit integer"],
  [
    "id-upwards",
    "9007199254740991",
    "9007199254740992",
    "2^53 - 1, JavaScript's largest safe integer",
  ],
  [
    "id-upwards",
    "9007199254740992",
    "9007199254740993",
    "2^53, up to which float64 has every whole number",
  ],
  [
    "id-upwards",
    "9007199254740993",
    "9007199254740994",
    "2^53 + 1, the last that float64 rounds to 2^53",
  ],
  ["id-upwards", "9223372036854775807", "9223372036854775808", "the largest signed 64-bit integer"],
  [
    "id-upwards",
    "9223372036854775295",
    "9223372036854775296",
    "the largest whole number that float64 does not round up to 2^63",
  ],
  [
    "id-upwards",
    "18446744073709551615",
    "18446744073709551616",
    "the largest unsigned 64-bit integer",
  ],
  [
    "id-upwards",
    "18446744073709550591",
    "18446744073709550592",
    "the largest whole number that float64 does not round up to 2^64",
  ],
  [
    "id-upwards",
    "340282346638528859811704183484516925440",
    "340282346638528859811704183484516925441",
    "the largest float32",
  ],
  [
    "id-upwards",
    "340282356779733661637539395458142568447",
    "340282356779733661637539395458142568448",
    "the largest whole number that a float32 holds without overflow",
  ],
  [
    "id-upwards",
    "340282356779733642748073463979561713663",
    "340282356779733642748073463979561713664",
    "the largest whole number that a float32 holds, read as float64 first",
  ],
  ["id-upwards", FLOAT64_LARGEST, after(FLOAT64_LARGEST), "the largest float64"],
  [
    "id-upwards",
    before(FLOAT64_OVERFLOW),
    FLOAT64_OVERFLOW,
    "the largest whole number that a float64 holds without overflow",
  ],
  ["id-downwards", "0", "-1", "zero"],
  ["id-downwards", "-2147483648", "-2147483649", "the smallest signed 32-bit integer"],
  [
    "id-downwards",
    "-2147483647",
    "-2147483648",
    "the smallest signed 32-bit integer, the first value after the change",
  ],
  [
    "id-downwards",
    "-9007199254740991",
    "-9007199254740992",
    "1 - 2^53, JavaScript's smallest safe integer",
  ],
  [
    "id-downwards",
    `-${before(FLOAT64_OVERFLOW)}`,
    `-${FLOAT64_OVERFLOW}`,
    "the smallest whole number that a float64 holds without overflow",
  ],
  ["id-fraction", "0", "1", "no fraction"],
  ["id-exponent-upwards", "308", "309", "10^308, the last power of ten that fits a float64"],
  [
    "id-exponent-downwards",
    "-323",
    "-324",
    "10^-323, the last power of ten that float64 does not round to 0",
  ],
  ["id-digits", "309", "310", "the most digits 1 that fit a float64"],
  ["id-digits", "4300", "4301", "the longest integer that Python reads by default"],
  ["date-year-upwards", "9999", "10000", "the year 9999, the last of four digits"],
  [
    "date-year-upwards",
    "2038",
    "2039",
    "the year in which signed 32-bit seconds of Unix time end, 19 January",
  ],
  [
    "date-year-upwards",
    "275760",
    "275761",
    "the year of JavaScript's last date, 13 September 275760",
  ],
  ["date-year-downwards", "1970", "1969", "the year 1970, the first of Unix time"],
  [
    "date-year-downwards",
    "-271820",
    "-271821",
    "the year of JavaScript's first date, 20 April -271821, the first value after the change",
  ],
  ["date-fraction", "2", "3", "milliseconds, the first value after the change"],
  ["date-fraction", "3", "4", "milliseconds"],
  ["date-fraction", "9", "10", "nanoseconds"],
  ["date-offset-east", "14", "15", "14 hours, the largest offset in use (Kiribati)"],
  ["date-offset-west", "18", "19", "18 hours, the largest of Java's ZoneOffset"],
  ["date-offset-west", "23", "24", "23 hours, the last hour of a day"],
  ["body-space", "102400", "102401", "100 KiB"],
  ["body-space", "102399", "102400", "100 KiB, the first value after the change"],
  ["body-space", "1000000", "1000001", "1 MB"],
  ["body-string", "1048576", "1048577", "1 MiB"],
  ["body-string", "10485760", "10485761", "10 MiB"],
  ["body-digits", "4358", "4359", "the longest integer that Python reads by default"],
  ["body-digits", "65536", "65537", "64 KiB"],
  ["nesting", "511", "512", "512 levels, the object around them counted"],
  ["nesting", "512", "513", "512 arrays"],
  ["nesting", "999", "1000", "1,000 levels, the object around them counted"],
  ["nesting", "1000", "1001", "1,000 arrays, Python's recursion limit"],
  ["keys", "998", "999", "1,000 keys in total"],
  ["key-length", "1024", "1025", "1 KiB"],
  ["header-count", "93", "94", "100 headers in total"],
  ["header-count", "100", "101", "100 headers besides the stated ones"],
  ["header-size", "8192", "8193", "8 KiB"],
  ["header-size", "16383", "16384", "16 KiB, the first value after the change"],
  ["url-length", "8176", "8177", "a request line of 8,190 bytes"],
  ["url-length", "2048", "2049", "2 KiB"],
  ["idle", "20", "21", "5 s"],
])("%s between %s and %s", (axis, near, far, name) => {
  expect(knownValue(userSubmission, axis, near, far)).toBe(name);
});

test.each<[axis: string, near: string, far: string]>([
  ["id-upwards", "10", "11"],
  ["id-upwards", "102400", "102401"],
  ["id-upwards", after(FLOAT64_OVERFLOW), after(after(FLOAT64_OVERFLOW))],
  ["date-year-upwards", "2500", "2501"],
  ["body-space", "102401", "102402"],
  ["body-space", "512", "513"],
  ["nesting", "700", "701"],
  ["idle", "21", "22"],
  ["of another tool", "2147483647", "2147483648"],
])("nothing is known of %s between %s and %s", (axis, near, far) => {
  expect(knownValue(userSubmission, axis, near, far)).toBeUndefined();
});

test("what is said of floats is what floats do", () => {
  expect([Number(before(FLOAT64_OVERFLOW)), Number(FLOAT64_OVERFLOW)]).toEqual([
    Number.MAX_VALUE,
    Infinity,
  ]);
  expect(Number(FLOAT64_LARGEST)).toBe(Number.MAX_VALUE);
  expect([Number("9007199254740993"), Number("9007199254740994")]).toEqual([2 ** 53, 2 ** 53 + 2]);
  expect([Number("9223372036854775295") < 2 ** 63, Number("9223372036854775296")]).toEqual([
    true,
    2 ** 63,
  ]);
  const direct = "340282356779733642748073463979561713663";
  expect([Math.fround(Number(direct)) < Infinity, Math.fround(Number(after(direct)))]).toEqual([
    true,
    Infinity,
  ]);
  expect([Number("1".repeat(309)) < Infinity, Number("1".repeat(310))]).toEqual([true, Infinity]);
  expect([Number("1e-323") > 0, Number("1e-324")]).toEqual([true, 0]);
});

describe("the text of a place", () => {
  test.each<[at: string, unit: string | undefined, text: string]>([
    ["0", "bytes", "0"],
    ["9999", "bytes", "9,999"],
    ["10000", "bytes", "10,000"],
    ["102400", "bytes", "102,400"],
    ["16777216", "bytes", "16,777,216"],
    ["-12345", "digits", "-12,345"],
    ["-1234", "digits", "-1,234"],
    ["275760", undefined, "275760"],
    ["-9223372036854775808", undefined, "-9223372036854775808"],
    [`1${"0".repeat(400)}`, undefined, "10^400"],
    [`-1${"0".repeat(400)}`, undefined, "-10^400"],
    [FLOAT64_OVERFLOW, undefined, "179769…497792 (309 digits)"],
    [before(FLOAT64_OVERFLOW), undefined, "179769…497791 (309 digits)"],
  ])("%s %s", (at, unit, text) => {
    expect(placeText(at, unit)).toBe(text);
  });
});
