import { rows } from "../rows.ts";
import {
  bodyCases,
  type BodyEntry,
  type BodyForms,
  type CaseDefinition,
} from "../../src/generate/index.ts";
import { bytes, raw } from "../../src/template/index.ts";

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

const outside = ({
  on,
  first,
  text,
  number,
  marked,
  markedAt,
  quotedBy,
  aroundMembers,
}: BodyForms): CaseDefinition[] =>
  bodyCases(
    on,
    "escape-outside",
    rows`
  quote | a backslash before the opening quote of ${text?.label} | ${quotedBy('\\"', '"')}
  closing-quote | a backslash before the closing quote of ${text?.label} | ${quotedBy('"', '\\"')}
  brace | the opening brace as an escape | ${aroundMembers("\\u007b", "}")}
  digit | an escaped digit before the digits of ${number?.label} | ${number && on.body({ [number.path]: bytes`\u0031${number.content()}` })}
  colon | the colon after ${first?.label} as an escape | ${markedAt(first, { colon: "\\u003a" })}
  space | an escaped space between the members | ${marked({ comma: ",\\u0020" })}
  newline | a backslash and the letter n between the members | ${marked({ comma: ",\\n" })}
`,
  );

/** Contents of strings: bare control characters and escapes that JSON does not have. */
export const stringCases = (forms: BodyForms): CaseDefinition[] => [
  ...bodyCases(forms.on, "control", controls(forms)),
  ...bodyCases(forms.on, "control-in-key", inKey(forms)),
  ...bodyCases(forms.on, "escape", inString(forms)),
  ...outside(forms),
];
