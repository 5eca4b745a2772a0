import { trimmedAs, trimmedAsPython } from "./white-space.ts";

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

/** The size of the exponent. */
const exponentOf = (text: string): number => Math.abs(Number(/e(.*)/i.exec(text)?.[1] ?? 0));

/** Decimal digits of every script, as one of ASCII. */
export const inAscii = (text: string): string =>
  text.replace(/[^\0-\x7f]/gu, (digit) => (/\p{Nd}/u.test(digit) ? "1" : digit));

const withoutUnderscores = (text: string): string => text.replace(/(?<=\p{Nd})_(?=\p{Nd})/gu, "");

/** Underscores between digits, or after the prefix. */
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

/** Whether a text is read as a number, by what developers call it. */
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
