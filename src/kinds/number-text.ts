/** PHP's numeric strings: white space around, a sign, digits with a point at any place, an exponent. */
const PHP_NUMERIC = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\r\v\f]*$/;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Perl's, with the one phrase that it takes for 0. */
const PERL =
  /^(?:[\t-\r ]*[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)[\t-\r ]*|0 but true)$/i;

/** Whether a text is read as a number, by what developers call it. */
export const numberReaders = {
  jsNumber: (text) => Number.isFinite(Number(text)),
  jsParseFloat: (text) => Number.isFinite(Number.parseFloat(text)),
  phpNumeric: (text) => PHP_NUMERIC.test(text),
  perl: (text) => PERL.test(text),
  javaBigDecimal: (text) => DECIMAL.test(text),
  decimal: (text) => DECIMAL.test(text),
} satisfies Record<string, (text: string) => boolean>;
