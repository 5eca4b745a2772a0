import type { Slot, ValueCase } from "../kind.ts";
import { readPattern } from "./pattern.ts";
import { textText } from "./text.ts";
import type { TextType } from "./type.ts";

const EXAMPLE = 200_000_000;

const swappedCase = (letter: string): string =>
  letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();

/** Changes to a text of the pattern: examples of common mistakes in patterns. */
const CHANGES: [name: string, what: string, change: (text: string) => string][] = [
  ["example", "an example of the pattern", (text) => text],
  ["without-first", "an example without its first character", (text) => text.slice(1)],
  ["without-last", "an example without its last character", (text) => text.slice(0, -1)],
  ["last-twice", "an example with its last character twice", (text) => text + text.slice(-1)],
  ["other-case", "an example in the other case", (text) => Array.from(text, swappedCase).join("")],
  ["space-before", "an example with a space before it", (text) => ` ${text}`],
  ["space-after", "an example with a space after it", (text) => `${text} `],
  ["line-feed-after", "an example and a line feed", (text) => `${text}\n`],
  ["line-before", "an example on the second line", (text) => `a\n${text}`],
  ["line-after", "an example with a second line", (text) => `${text}\na`],
  ["nul-after", "an example and U+0000", (text) => `${text}\u0000`],
  [
    "fullwidth-digits",
    "an example with fullwidth digits",
    (text) => text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
  ],
  [
    "arabic-digits",
    "an example with Arabic-Indic digits",
    (text) => text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0x630)),
  ],
  ["accent-after", "an example and a combining accent", (text) => `${text}\u0301`],
];

/** Near misses of a stated pattern; the ones that still match it are valid. */
export function patternCases({ type, label }: Slot<TextType>): ValueCase[] {
  const { pattern } = type;
  if (pattern === undefined || readPattern(pattern) === undefined) return [];
  const example = textText(type, EXAMPLE);
  const seen = new Set<string>();
  return CHANGES.flatMap(([name, what, change]): ValueCase[] => {
    const text = change(example);
    if (seen.has(text)) return [];
    seen.add(text);
    return [
      {
        name: `pattern-${name}`,
        reason: `${label} is ${what}`,
        value: [JSON.stringify(text)],
        family: "stated pattern",
      },
    ];
  });
}
