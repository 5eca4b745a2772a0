export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
    return String(code < 128 ? digit : (code - zero) % 10);
  });
}

/** White space that readers cut off: Unicode's has U+0085, which ECMAScript's has not; that has the byte order mark. */
const SPACES = {
  ascii: /[\t-\r ]/,
  unicode: /[^\S\ufeff]|\x85/,
  separators: /[^\S\ufeff]|[\x1c-\x1f\x85]/,
  java: /[\0- ]/,
  dotnet: /[^\S\ufeff]|[\0\x85]/,
  php: /[ \t\n\r\v]/,
} as const;

/** The text without the white space at its ends. A pattern of both ends takes quadratic time. */
export function trimmedAs(spaces: keyof typeof SPACES, text: string): string {
  const isSpace = (at: number): boolean => SPACES[spaces].test(text[at] ?? "");
  let [from, to] = [0, text.length];
  while (from < to && isSpace(from)) from++;
  while (to > from && isSpace(to - 1)) to--;
  return text.slice(from, to);
}

/** As int() and float(), not str.strip(): U+001C to U+001F are white space only in a text that is not all ASCII (3.10 to 3.13). */
export const trimmedAsPython = (text: string): string =>
  trimmedAs(/[^\0-\x7f]/.test(text) ? "separators" : "ascii", text);

export function withoutEnd(text: string, letter: string): string {
  let to = text.length;
  while (to > 0 && text[to - 1] === letter) to--;
  return text.slice(0, to);
}

export type IntegerRange = readonly [from: bigint, to: bigint];

export const signedRange = (bits: bigint): IntegerRange => [
  -(2n ** (bits - 1n)),
  2n ** (bits - 1n) - 1n,
];
export const unsignedRange = (bits: bigint): IntegerRange => [0n, 2n ** bits - 1n];

export const isInRange = (number: bigint | undefined, [from, to]: IntegerRange): boolean =>
  number !== undefined && number >= from && number <= to;

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const HEX = /^[+-]?0x(?:[\da-f]+(?:\.[\da-f]*)?|\.[\da-f]+)p[+-]?\d+$/i;
const PERL_WORD = /^[+-]?(?:inf(?:inity)?|nan)$/i;
const GO_WORD = /^(?:[+-]?inf(?:inity)?|nan)$/i;
const PYTHON_DECIMAL_WORD = /^[+-]?(?:inf(?:inity)?|s?nan\d*)$/i;
const JAVA_WORD = /^[+-]?(?:NaN|Infinity)$/;
/** A point has digits on both sides. */
const RUBY =
  /^[+-]?(?:(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?|0x[\da-f]+(?:(?:\.[\da-f]+)?p[+-]?\d+)?)$/i;

const isDecimal = (text: string): boolean => DECIMAL.test(text);
const isFiniteText = (text: string): boolean => Number.isFinite(Number(text));

const exponentOf = (text: string): number => Math.abs(Number(/e(.*)/i.exec(text)?.[1] ?? 0));

export const inAscii = (text: string): string =>
  text.replace(/[^\0-\x7f]/gu, (digit) => (/\p{Nd}/u.test(digit) ? "1" : digit));

const withoutUnderscores = (text: string): string => text.replace(/(?<=\p{Nd})_(?=\p{Nd})/gu, "");

const goDigits = (text: string): string =>
  text.replace(/(?<=^[+-]?0x)_(?=[\da-f])/i, "").replace(/(?<=[\da-f])_(?=[\da-f])/gi, "");

function go(text: string): boolean {
  const digits = goDigits(text);
  return GO_WORD.test(text) || (isDecimal(digits) && isFiniteText(digits)) || HEX.test(digits);
}

function python(text: string): boolean {
  const trimmed = trimmedAsPython(text);
  return isDecimal(inAscii(withoutUnderscores(trimmed))) || PERL_WORD.test(trimmed);
}

/** Underscores may stand anywhere; the exponent has 18 digits at most. */
function pythonDecimal(text: string): boolean {
  const bare = inAscii(trimmedAs("separators", text).replaceAll("_", ""));
  return (isDecimal(bare) && exponentOf(bare) < 1e18) || PYTHON_DECIMAL_WORD.test(bare);
}

/** White space around or underscores between digits, not both (2.13). */
function pydantic2(text: string): boolean {
  const bare = text.includes("_") ? withoutUnderscores(text) : trimmedAs("unicode", text);
  return isDecimal(bare) || PERL_WORD.test(bare);
}

function java(text: string): boolean {
  const trimmed = trimmedAs("java", text);
  const digits = trimmed.replace(/[fd]$/i, "");
  return JAVA_WORD.test(trimmed) || isDecimal(digits) || HEX.test(digits);
}

/** The exponent must fit an int. */
function javaBigDecimal(text: string): boolean {
  const digits = inAscii(text);
  return isDecimal(digits) && exponentOf(digits) < 2 ** 31;
}

/** White space around, which includes the form feed. */
const isPhpNumeric = (text: string): boolean => isDecimal(trimmedAs("ascii", text));

/** Zero is refused if another digit stands anywhere, in the exponent too: `0e5` (PHP 8.2). */
function phpFilter(text: string): boolean {
  const trimmed = trimmedAs("php", text);
  const number = Number(trimmed);
  return isDecimal(trimmed) && Number.isFinite(number) && (number !== 0 || !/[1-9]/.test(trimmed));
}

const ruby = (text: string): boolean =>
  RUBY.test(trimmedAs("ascii", text).replace(/(?<=[\da-f])_(?=[\da-f])/gi, ""));

const perl = (text: string): boolean =>
  text === "0 but true" ||
  isDecimal(trimmedAs("ascii", text)) ||
  PERL_WORD.test(trimmedAs("ascii", text));

export const numberReaders = {
  decimal: isDecimal,
  jsNumber: isFiniteText,
  jsParseFloat: (text: string): boolean => Number.isFinite(Number.parseFloat(text)),
  go,
  python,
  pythonDecimal,
  pydantic2,
  java,
  javaBigDecimal,
  phpNumeric: isPhpNumeric,
  phpFilter,
  ruby,
  perl,
};

const INT64 = signedRange(64n);

export type IntegerReader = (text: string) => bigint | undefined;

const digitsIn =
  (pattern: RegExp): IntegerReader =>
  (text) =>
    pattern.test(text) ? BigInt(text.replace("+", "")) : undefined;

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

function pydantic2Integer(text: string): bigint | undefined {
  const trimmed = trimmedAs("unicode", text);
  const digits = /^([+-]?\d+(?:_\d+)*)(?:\.0+)?$/.exec(trimmed)?.[1]?.replaceAll("_", "");
  return digits === undefined || digits.length > PYTHON_DIGITS ? undefined : signedDigits(digits);
}

const javaInteger: IntegerReader = (text) =>
  /^[+-]?\p{Nd}+$/u.test(text) ? signedDigits(asciiDigits(text)) : undefined;

/** Empty texts and the text null stand for 0; characters up to the space are cut off at both ends. */
function jacksonInt(text: string): bigint | undefined {
  const trimmed = trimmedAs("java", text);
  return trimmed === "" || trimmed === "null" ? 0n : within(signedRange(32n), javaInteger)(trimmed);
}

const phpInt: IntegerReader = (text) =>
  within(INT64, digitsIn(/^[+-]?(?:0|[1-9]\d*)$/))(trimmedAs("php", text));

const dotnet: IntegerReader = (text) => signedDigits(trimmedAs("ascii", withoutEnd(text, "\0")));

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
  pydantic2: pydantic2Integer,
  jacksonInt,
  javaInt: within(signedRange(32n), javaInteger),
  javaLong: within(INT64, javaInteger),
  javaBigInteger: javaInteger,
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
