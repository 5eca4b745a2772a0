import type { CaseRow, BodyEntry, BodyForms, CaseDefinition } from "../../src/generate/index.ts";
import { bodyRows, bodyCases } from "../../src/generate/index.ts";
import { commaSeparated, slugOf } from "../../src/kinds/index.ts";
import { bytes, raw } from "../../src/template/index.ts";

function roots(forms: BodyForms): CaseDefinition[] {
  const { on, stated, second, fields, first, text, number, noun } = forms;
  return bodyRows(on, "root")`
  empty | the body is empty | ${[]}
  space | the body is one space | ${[" "]}
  white-space | the body is white space only | ${[" \t\r\n".repeat(4)]}
  null | the document is null | ${["null"]}
  true | the document is true | ${["true"]}
  false | the document is false | ${["false"]}
  zero | the document is the number 0 | ${["0"]}
  number | the document is a number that could be ${number?.label} | ${number?.valid()}
  fraction | the document is the number 1.5 | ${["1.5"]}
  string | the document is the string text | ${[`"text"`]}
  empty-string | the document is the empty string | ${[`""`]}
  ${slugOf(text?.path ?? "")}-string | the document is a string that could be ${text?.label} | ${text?.valid()}
  array | the document is an empty array | ${["[]"]}
  array-null | the document is an array of null | ${["[null]"]}
  array-one | the document is an array of one stated body | ${bytes`[${stated}]`}
  array-two | the document is an array of two stated bodies | ${bytes`[${stated},${second}]`}
  array-nested | the document is an array of an array of one stated body | ${bytes`[[${stated}]]`}
  array-values | the document is an array of the values without their keys | ${first && bytes`[${commaSeparated(fields.map((field) => field.valid()))}]`}
  array-pairs | the document is an array of pairs of key and value | ${first && bytes`[${commaSeparated(fields.map((field) => bytes`[${JSON.stringify(field.key)},${field.valid()}]`))}]`}
  object | the document is an empty object | ${["{}"]}
  object-space | the document is an empty object with a space in it | ${["{ }"]}
  nested-${noun} | the stated body is the value of the only key, ${noun} | ${bytes`{"${noun}":${stated}}`}
  nested-empty-key | the stated body is the value of the only key, the empty one | ${bytes`{"":${stated}}`}
  string-of-json | the document is a string that contains the stated body | ${bytes`"${on.document({ key: ['\\"', '\\"'], text: ['\\"', '\\"'] })}"`}
  base64 | the document is a string of Base64 of an empty object | ${[`"e30="`]}
`;
}

const literals: [name: string, text: string][] = [
  ["true-title", "True"],
  ["true-upper", "TRUE"],
  ["true-mixed", "tRUE"],
  ["true-short", "tru"],
  ["true-long", "truee"],
  ["false-title", "False"],
  ["false-upper", "FALSE"],
  ["null-title", "Null"],
  ["null-upper", "NULL"],
  ["null-short", "nul"],
  ["null-long", "nulll"],
  ["null-twice", "null null"],
  ["none", "None"],
  ["nil", "nil"],
  ["undefined", "undefined"],
  ["nan", "NaN"],
  ["infinity", "Infinity"],
  ["minus-infinity", "-Infinity"],
  ["yes", "yes"],
  ["off", "off"],
  ["word", "word"],
  ["at-null", "@null"],
  ["new-date", "new Date()"],
  ["bigint", "1n"],
  ["regexp", "/a/"],
  ["python-bytes", "b'a'"],
  ["dollar", "$1"],
  ["angle", "<1>"],
  ["parentheses", "(1)"],
];

const literal = ({ withExtra }: BodyForms): BodyEntry[] =>
  literals.map(([name, text]): BodyEntry => [
    name,
    `an extra key has the bare value ${text}`,
    withExtra(text),
  ]);

const spaces: CaseRow<string>[] = [
  ["vertical-tab", "a vertical tab", "\v"],
  ["form-feed", "a form feed", "\f"],
  ["nul", "NUL", "\0"],
  ["next-line", "U+0085", "\u0085"],
  ["no-break", "a no-break space", "\u00a0"],
  ["ogham", "U+1680", "\u1680"],
  ["mongolian", "U+180E", "\u180e"],
  ["em-space", "an em space", "\u2003"],
  ["zero-width", "a zero-width space", "\u200b"],
  ["line-separator", "U+2028", "\u2028"],
  ["paragraph-separator", "U+2029", "\u2029"],
  ["narrow-no-break", "U+202F", "\u202f"],
  ["word-joiner", "U+2060", "\u2060"],
  ["ideographic", "an ideographic space", "\u3000"],
  ["feff", "U+FEFF", "\ufeff"],
];

const space = ({ stated, marked }: BodyForms): BodyEntry[] =>
  spaces.flatMap(([name, what, text]): BodyEntry[] => [
    [`${name}-between`, `${what} between the members`, marked({ comma: `,${text}` })],
    [`${name}-after`, `${what} after the document`, bytes`${stated}${text}`],
  ]);

export const documentCases = (forms: BodyForms): CaseDefinition[] => [
  ...roots(forms),
  ...bodyCases(forms.on, "literal", literal(forms)),
  ...bodyCases(forms.on, "space", space(forms)),
];

const named = new Map([
  [0x00, "NUL"],
  [0x08, "a backspace"],
  [0x09, "a tab"],
  [0x0a, "a line feed"],
  [0x0b, "a vertical tab"],
  [0x0c, "a form feed"],
  [0x0d, "a carriage return"],
  [0x1b, "an escape character"],
  [0x7f, "DEL"],
]);

const hex = (value: number): string => value.toString(16).padStart(2, "0");

const controls = ({ withExtra }: BodyForms): BodyEntry[] =>
  [...Array.from({ length: 0x20 }, (_, value) => value), 0x7f].map((value): BodyEntry => {
    const what = named.get(value) ?? `the control character 0x${hex(value).toUpperCase()}`;
    return [
      hex(value),
      `${what}, bare, in the string of an extra key`,
      withExtra(bytes`"a${raw(value)}b"`),
    ];
  });

const inKey = ({ withMembers }: BodyForms): BodyEntry[] =>
  [0x00, 0x09, 0x0a, 0x0d, 0x7f].map((value): BodyEntry => [
    hex(value),
    `${named.get(value) ?? hex(value)}, bare, in the name of an extra key`,
    withMembers(bytes`"no${raw(value)}te":1`),
  ]);

const escapes: [name: string, escape: string][] = [
  ["x41", "\\x41"],
  ["apostrophe", "\\'"],
  ["a", "\\a"],
  ["v", "\\v"],
  ["e", "\\e"],
  ["capital-n", "\\N"],
  ["zero", "\\0"],
  ["octal", "\\101"],
  ["u-no-digits", "\\u"],
  ["u-1-digit", "\\u1"],
  ["u-2-digits", "\\u12"],
  ["u-3-digits", "\\u123"],
  ["u-not-hex", "\\u00G0"],
  ["u-capital", "\\U0041"],
  ["u-braces", "\\u{41}"],
  ["u-plus", "\\u+041"],
  ["u-minus", "\\u-041"],
  ["u-space", "\\u 041"],
  ["u-fullwidth", "\\u00\uff14\uff11"],
  ["capital-u-8", "\\U00000041"],
  ["surrogate-short", "\\uD8"],
  ["surrogate-then-short", "\\uD83D\\uDE"],
  ["surrogate-then-x", "\\uD83D\\x41"],
  ["space", "\\ "],
  ["newline", "\\\n"],
  ["tab", "\\\t"],
  ["nul", "\\\u0000"],
  ["non-ascii", "\\\u00e9"],
  ["emoji", "\\\u{1f600}"],
  ["percent", "\\%41"],
  ["brace", "\\{"],
  ["backslash-end", "\\"],
  ["three-backslashes-end", "\\\\\\"],
];

const shown = (text: string): string =>
  text.replace(/[^\x21-\x7e]/gu, (character) => `<${character.codePointAt(0)?.toString(16)}>`);

const inString = ({ withExtra }: BodyForms): BodyEntry[] =>
  escapes.map(([name, escape]): BodyEntry => [
    name,
    `the string of an extra key has ${shown(escape)} before its closing quote`,
    withExtra(bytes`"${`b${escape}`}"`),
  ]);

function outside(forms: BodyForms): CaseDefinition[] {
  const { on, first, text, number, marked, markedAt, quotedBy, aroundMembers } = forms;
  return bodyRows(on, "escape-outside")`
  quote | a backslash before the opening quote of ${text?.label} | ${quotedBy('\\"', '"')}
  closing-quote | a backslash before the closing quote of ${text?.label} | ${quotedBy('"', '\\"')}
  brace | the opening brace as an escape | ${aroundMembers("\\u007b", "}")}
  digit | an escaped digit before the digits of ${number?.label} | ${number && on.body({ [number.path]: bytes`\u0031${number.content()}` })}
  colon | the colon after ${first?.label} as an escape | ${markedAt(first, { colon: "\\u003a" })}
  space | an escaped space between the members | ${marked({ comma: ",\\u0020" })}
  newline | a backslash and the letter n between the members | ${marked({ comma: ",\\n" })}
`;
}

export const stringCases = (forms: BodyForms): CaseDefinition[] => [
  ...bodyCases(forms.on, "control", controls(forms)),
  ...bodyCases(forms.on, "control-in-key", inKey(forms)),
  ...bodyCases(forms.on, "escape", inString(forms)),
  ...outside(forms),
];
