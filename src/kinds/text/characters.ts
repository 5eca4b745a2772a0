import { rows } from "../../template/index.ts";
/** A text to send: its name, its description, and the content of the JSON string. */
export type TextRow = [name: string, what: string, content: string];

export const blanks: TextRow[] = [
  ["empty", "the empty text", ""],
  ["space", "one space", " "],
  ["spaces", "three spaces", "   "],
  ["tab", "an escaped tab", "\\t"],
  ["line-feed", "an escaped line feed", "\\n"],
  ["cr-lf", "an escaped carriage return and line feed", "\\r\\n"],
  ["nbsp", "a no-break space", "\u00a0"],
  ["ideographic-space", "an ideographic space", "\u3000"],
  ["zero-width-space", "a zero-width space", "\u200b"],
  ["bom", "U+FEFF", "\ufeff"],
  ["space-before", "a letter with a space before it", " a"],
  ["space-after", "a letter with a space after it", "a "],
  ["line-feed-after", "a letter with a line feed after it", "a\\n"],
  ["two-lines", "two lines", "a\\nb"],
];

/** The same appearance, other code points. */
export const normalForms: TextRow[] = [
  ["nfc", "a letter with an accent as one code point", "\u00e9"],
  ["nfd", "a letter with an accent as two code points", "e\u0301"],
  ["angstrom", "the sign of the unit Ångström", "\u212b"],
  ["ring", "the letter A with a ring", "\u00c5"],
  ["ligature", "a ligature", "\ufb01"],
  ["fullwidth", "fullwidth letters", "\uff41\uff42"],
  ["hangul", "a Korean syllable as one code point", "\ud55c"],
  ["hangul-jamo", "a Korean syllable as three code points", "\u1112\u1161\u11ab"],
  ["superscript", "a superscript two", "\u00b2"],
];

export const combiningMarks: TextRow[] = [
  ["combining-first", "a combining accent without a letter", "\u0301"],
  ["combining-order", "a letter with two accents, not in canonical order", "a\u0301\u0323"],
  ["combining-sixty", "a letter with sixty accents", `a${"\u0301".repeat(60)}`],
  ["keycap", "a digit with the mark of a key", "1\ufe0f\u20e3"],
  ["devanagari", "a Hindi syllable of three code points", "\u0915\u094d\u0937"],
];

export const directions: TextRow[] = [
  ["arabic", "Arabic letters", "\u0645\u0631\u062d\u0628\u0627"],
  ["hebrew", "Hebrew letters", "\u05e9\u05dc\u05d5\u05dd"],
  ["mixed-directions", "Latin and Arabic letters", "abc \u0645\u0631 123"],
  ["override", "a right-to-left override", "a\u202eb"],
  ["isolate", "a right-to-left isolate without its end", "a\u2067b"],
  ["right-to-left-mark", "a right-to-left mark", "a\u200fb"],
];

export const emoji: TextRow[] = rows`
    emoji | an emoji of one code point | ${"\u{1f600}"}
    emoji-escaped | an emoji as an escaped surrogate pair | ${"\\ud83d\\ude00"}
    emoji-joined | four emoji joined to one by ZWJ | ${"\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}"}
    emoji-skin | an emoji with a skin tone | ${"\u{1f44d}\u{1f3fd}"}
    emoji-flag | two regional indicators | ${"\u{1f1e9}\u{1f1ea}"}
    emoji-variation | a heart with an emoji variation selector | ${"\u2764\ufe0f"}
    joiner-alone | a zero-width joiner alone | ${"\u200d"}
  `;

/** Letters whose case or alphabet programs often handle wrongly. */
export const letters: TextRow[] = [
  ["sharp-s", "a sharp s", "\u00df"],
  ["dotted-capital", "a dotted capital i", "\u0130"],
  ["dotless", "a dotless i", "\u0131"],
  ["long-s", "a long s", "\u017f"],
  ["cyrillic", "a Cyrillic letter like the Latin a", "\u0430"],
  ["chinese", "Chinese characters", "\u4f60\u597d"],
  ["chinese-extension", "a Chinese character of four bytes", "\u{20000}"],
  ["thai", "Thai without spaces", "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35"],
  ["typographic-quote", "a typographic apostrophe", "O\u2019Neil"],
];

export const controls: TextRow[] = [
  ["nul", "an escaped NUL", "\\u0000"],
  ["nul-inside", "an escaped NUL between letters", "a\\u0000b"],
  ["nul-after", "an escaped NUL at the end", "a\\u0000"],
  ["bell", "an escaped bell", "\\u0007"],
  ["backspace", "an escaped backspace", "ab\\b"],
  ["escape-sequence", "an escape sequence of terminals", "\\u001b[31mred\\u001b[0m"],
  ["delete", "the character DEL", "a\u007fb"],
  ["c1", "the C1 control NEL", "a\u0085b"],
  ["line-separator", "a line separator", "a\u2028b"],
  ["paragraph-separator", "a paragraph separator", "a\u2029b"],
];

/** Code points that are not characters, or not for exchange. */
export const odd: TextRow[] = [
  ["high-surrogate", "an escaped high surrogate", "\\ud800"],
  ["low-surrogate", "an escaped low surrogate", "\\udc00"],
  ["surrogates-reversed", "an escaped surrogate pair in reverse", "\\ude00\\ud83d"],
  ["surrogate-inside", "an escaped high surrogate between letters", "a\\ud83db"],
  ["noncharacter", "U+FFFF", "\uffff"],
  ["byte-order-swapped", "U+FFFE", "\ufffe"],
  ["last", "U+10FFFF, the last code point", "\u{10ffff}"],
  ["private-use", "a private use character", "\ue000"],
  ["replacement", "the replacement character", "\ufffd"],
  ["tag", "a tag character", "\u{e0061}"],
];

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

export const escapedTexts: TextRow[] = [
  ["escaped-letter", "a letter, escaped", "\\u0061"],
  ["escaped-upper", "a letter, escaped with upper case digits", "\\u00E9"],
  ["escaped-slash", "an escaped slash", "a\\/b"],
  ["escaped-quote", "a quote escaped by its number", "\\u0022"],
  ["escaped-short", "all the short escapes for control characters", "\\b\\f\\n\\r\\t"],
];

export const unescaped: TextRow[] = [
  ["raw-tab", "a raw tab", "a\tb"],
  ["raw-line-feed", "a raw line feed", "a\nb"],
  ["raw-nul", "a raw NUL", "a\u0000b"],
  ["escape-unknown", "an escape that JSON does not have", "\\x41"],
  ["escape-short", "an escape of three digits", "\\u041"],
  ["escape-open", "a backslash before the closing quote", "a\\"],
];
