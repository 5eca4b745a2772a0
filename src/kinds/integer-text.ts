import { asciiDigits } from "./ascii-digits.ts";
import { trimmedAs, trimmedAsPython, withoutEnd } from "./white-space.ts";
import { isInRange, signedRange, unsignedRange, type IntegerRange } from "./integer-range.ts";

const INT64 = signedRange(64n);

/** Reads a text as an integer; undefined if it is refused. */
export type IntegerReader = (text: string) => bigint | undefined;

const digitsIn =
  (pattern: RegExp): IntegerReader =>
  (text) =>
    pattern.test(text) ? BigInt(text.replace("+", "")) : undefined;

/** A double, as Number() and a check leave it. */
const fromDouble = (number: number, check: (number: number) => boolean): bigint | undefined =>
  check(number) ? BigInt(number) : undefined;

const within =
  (range: IntegerRange, read: IntegerReader): IntegerReader =>
  (text) => {
    const number = read(text);
    return isInRange(number, range) ? number : undefined;
  };

const signedDigits = digitsIn(/^[+-]?\d+$/);

/** Integer literals of Go and Ruby: a prefix for the base, a leading 0 for octal, underscores between digits. */
function literal(text: string, decimalPrefix: boolean): bigint | undefined {
  const [, sign = "", prefix = "", rest = ""] = /^([+-]?)(0[xob]|0d|0)?(.*)$/is.exec(text) ?? [];
  const letter = prefix.slice(1).toLowerCase();
  if (letter === "d" && !decimalPrefix) return undefined;
  const octal = letter === "o" || (prefix === "0" && rest !== "");
  const digits = octal ? "0-7" : ({ x: "0-9a-f", b: "01" }[letter] ?? "0-9");
  const between = decimalPrefix && prefix.length === 2 ? "" : prefix === "" ? "" : "_?";
  if (prefix === "0" && rest === "") return 0n;
  if (!new RegExp(`^${between}[${digits}]+(_[${digits}]+)*$`, "i").test(rest)) return undefined;
  const base = octal ? "0o" : ({ x: "0x", b: "0b" }[letter] ?? "");
  const number = BigInt(base + rest.replaceAll("_", ""));
  return sign === "-" ? -number : number;
}

/** Python's int() refuses more digits since 3.10.7. */
const PYTHON_DIGITS = 4300;

function pythonInt(text: string): bigint | undefined {
  const trimmed = trimmedAsPython(text);
  if (!/^[+-]?\p{Nd}+(_\p{Nd}+)*$/u.test(trimmed)) return undefined;
  const digits = asciiDigits(trimmed.replaceAll("_", ""));
  return digits.replace(/^[+-]/, "").length > PYTHON_DIGITS ? undefined : signedDigits(digits);
}

function pydantic2(text: string): bigint | undefined {
  const trimmed = trimmedAs("unicode", text);
  const digits = /^([+-]?\d+(?:_\d+)*)(?:\.0+)?$/.exec(trimmed)?.[1]?.replaceAll("_", "");
  return digits === undefined || digits.length > PYTHON_DIGITS ? undefined : signedDigits(digits);
}

const java: IntegerReader = (text) =>
  /^[+-]?\p{Nd}+$/u.test(text) ? signedDigits(asciiDigits(text)) : undefined;

/** Empty texts and the text null stand for 0; characters up to the space are cut off at both ends. */
function jacksonInt(text: string): bigint | undefined {
  const trimmed = trimmedAs("java", text);
  return trimmed === "" || trimmed === "null" ? 0n : within(signedRange(32n), java)(trimmed);
}

const phpInt: IntegerReader = (text) =>
  within(INT64, digitsIn(/^[+-]?(?:0|[1-9]\d*)$/))(trimmedAs("php", text));

const dotnet: IntegerReader = (text) => signedDigits(trimmedAs("ascii", withoutEnd(text, "\0")));

/** Readers of integers in strings, by what developers call them. */
export const integerReaders = {
  digits: digitsIn(/^\d+$/),
  signedDigits: digitsIn(/^-?\d+$/),
  jsNumber: (text) => fromDouble(Number(text), Number.isInteger),
  jsSafe: (text) => fromDouble(Number(text), Number.isSafeInteger),
  jsParseInt: (text) => fromDouble(Number.parseInt(text, 10), Number.isFinite),
  jsBigInt: (text) => bigIntOf(text),
  goParseInt: within(INT64, signedDigits),
  goParseIntAnyBase: within(INT64, (text) => literal(text, false)),
  goParseUint: within(unsignedRange(64n), digitsIn(/^\d+$/)),
  goQuoted: (text) => (text === "null" ? 0n : within(INT64, digitsIn(/^-?\d+$/))(text)),
  python: pythonInt,
  pydantic2,
  jacksonInt,
  javaInt: within(signedRange(32n), java),
  javaLong: within(INT64, java),
  javaBigInteger: java,
  phpFilter: phpInt,
  rubyInteger: (text) => literal(trimmedAs("ascii", text), true),
  rubyDecimal: (text) => digitsIn(/^[+-]?\d+$/)(rubyDecimalDigits(text)),
  dotnetInt: within(signedRange(32n), dotnet),
  dotnetLong: within(INT64, dotnet),
} satisfies Record<string, IntegerReader>;

/** Without white space, underscores between digits, and the prefix 0d. */
const rubyDecimalDigits = (text: string): string =>
  trimmedAs("ascii", text)
    .replace(/^([+-]?)0d(?=\d)/i, "$1")
    .replace(/(?<=\d)_(?=\d)/g, "");

function bigIntOf(text: string): bigint | undefined {
  try {
    return BigInt(text);
  } catch {
    return undefined;
  }
}
