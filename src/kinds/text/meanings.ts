import type { TextRow } from "./characters.ts";

/** Texts that look like values of other types. */
export const lookAlikes: TextRow[] = [
  ["digits", "digits", "123"],
  ["zero", "the digit 0", "0"],
  ["negative", "a negative number", "-1"],
  ["leading-zeros", "digits with leading zeros", "007"],
  ["exponent", "a number with an exponent", "1e3"],
  ["hex", "a hexadecimal number", "0x1F"],
  ["nan", "the word NaN", "NaN"],
  ["infinity", "the word Infinity", "Infinity"],
  ["null", "the word null", "null"],
  ["none", "the word None", "None"],
  ["undefined", "the word undefined", "undefined"],
  ["true", "the word true", "true"],
  ["false", "the word false", "false"],
  ["no", "the word no, false in YAML 1.1", "no"],
  ["array", "the text of an empty array", "[]"],
  ["object", "the text of a JSON object", '{\\"a\\":1}'],
  ["date", "a date", "2024-01-31"],
  ["prototype", "the name of a property of every JavaScript object", "__proto__"],
  ["constructor", "the name of a method of every JavaScript object", "constructor"],
];

/** Texts with a meaning in some language: harmless ones, to see how their characters are treated. */
export const languages: TextRow[] = [
  ["html", "an HTML element", "<b>x</b>"],
  ["html-script", "an empty script element", "<script></script>"],
  ["html-entity", "an HTML entity", "&amp;"],
  ["html-quote", "the end of an attribute and an element", '\\"><i>'],
  ["xml-cdata", "a CDATA section", "<![CDATA[x]]>"],
  ["sql-quote", "an apostrophe", "'"],
  ["sql-or", "a piece of SQL", "' OR 1=1"],
  ["sql-comment", "a piece of SQL with a comment", "1'; --"],
  ["sql-wildcard", "wildcards of LIKE", "%_"],
  ["operator", "a query operator as text", '{\\"$gt\\":\\"\\"}'],
  ["path-up", "a path that goes up", "../../etc/passwd"],
  ["path-windows", "a Windows path", "C:\\\\temp\\\\a"],
  ["path-device", "the name of a Windows device", "CON"],
  ["template-braces", "a sum in double braces", "{{7*7}}"],
  ["template-dollar", "a sum in braces after a dollar sign", "${7*7}"],
  ["template-erb", "a sum in a template tag", "<%= 7*7 %>"],
  ["format", "conversion marks of printf", "%s%n%d"],
  ["format-braces", "a place in a format string", "{0}"],
  ["percent", "percent-encoded text", "%00%0d%0a"],
  ["percent-alone", "a percent sign", "100%"],
  ["plus", "a plus sign, a space in forms", "a+b"],
  ["header-line", "a line end and a header", "a\\r\\nb: c"],
  ["formula", "a spreadsheet formula", "=1+1"],
  ["shell", "a shell substitution", "$(true)"],
  ["shell-pipe", "a shell separator", "; true"],
  ["ldap", "the end of an LDAP filter", "*)(a=*"],
  ["url", "a URL", "http://example.com/"],
  ["csv", "a comma and quotes", 'a,\\"b\\"'],
  ["backslash", "a backslash", "\\\\"],
  ["quote", "a quote", '\\"'],
];

/** JSON strings in other than the usual notation. */
export const escapedTexts: TextRow[] = [
  ["escaped-letter", "a letter, escaped", "\\u0061"],
  ["escaped-upper", "a letter, escaped with upper case digits", "\\u00E9"],
  ["escaped-slash", "an escaped slash", "a\\/b"],
  ["escaped-quote", "a quote escaped by its number", "\\u0022"],
  ["escaped-short", "all the short escapes for control characters", "\\b\\f\\n\\r\\t"],
];

/** Contents that a JSON string must not have. */
export const unescaped: TextRow[] = [
  ["raw-tab", "a raw tab", "a\tb"],
  ["raw-line-feed", "a raw line feed", "a\nb"],
  ["raw-nul", "a raw NUL", "a\u0000b"],
  ["escape-unknown", "an escape that JSON does not have", "\\x41"],
  ["escape-short", "an escape of three digits", "\\u041"],
  ["escape-open", "a backslash before the closing quote", "a\\"],
];
