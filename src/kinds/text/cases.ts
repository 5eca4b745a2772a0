import type { ValueRow } from "../case-families.ts";
import { otherCase, otherThanStrings, valueFamily, valuesOf } from "../case-families.ts";
import { bytes } from "../../template/index.ts";
import { distinctBy } from "../../remember.ts";
import type { Slot, ValueCase, ProbedAspect } from "../kind.ts";
import { readPattern, textText, type TextType, characterCount } from "./type.ts";
import { lengthText } from "./axes.ts";
import * as characters from "./characters.ts";
import type { TextRow } from "./characters.ts";
import { whole } from "../../text/index.ts";

const EXAMPLE = 200_000_000;

const movedDigits = (text: string, by: number): string =>
  text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + by));

/** Changes to a text of the pattern: examples of common mistakes in patterns. */
const CHANGES: [name: string, what: string, change: (text: string) => string][] = [
  ["example", "an example of the pattern", (text) => text],
  ["without-first", "an example without its first character", (text) => text.slice(1)],
  ["without-last", "an example without its last character", (text) => text.slice(0, -1)],
  ["last-twice", "an example with its last character twice", (text) => text + text.slice(-1)],
  ["other-case", "an example in the other case", (text) => Array.from(text, otherCase).join("")],
  ["space-before", "an example with a space before it", (text) => ` ${text}`],
  ["space-after", "an example with a space after it", (text) => `${text} `],
  ["line-feed-after", "an example and a line feed", (text) => `${text}\n`],
  ["line-before", "an example on the second line", (text) => `a\n${text}`],
  ["line-after", "an example with a second line", (text) => `${text}\na`],
  ["nul-after", "an example and U+0000", (text) => `${text}\u0000`],
  ["fullwidth-digits", "an example with fullwidth digits", (text) => movedDigits(text, 0xfee0)],
  ["arabic-digits", "an example with Arabic-Indic digits", (text) => movedDigits(text, 0x630)],
  ["accent-after", "an example and a combining accent", (text) => `${text}\u0301`],
];

/** Near misses of a stated pattern; the ones that still match it are valid. */
function patternCases({ type, label }: Slot<TextType>): ValueCase[] {
  const { pattern } = type;
  if (pattern === undefined || readPattern(pattern) === undefined) return [];
  const example = textText(type, EXAMPLE);
  const changed = CHANGES.map(([name, what, change]) => [name, what, change(example)] as const);
  const near = distinctBy(changed, ([, , text]) => text).map(([name, what, text]): ValueRow => [
    `pattern-${name}`,
    what,
    JSON.stringify(text),
  ]);
  return valuesOf(label, { family: "stated pattern" }, near);
}

export const handChosenTexts = (slot: Slot<TextType>): ValueCase[] => [
  ...rows(slot, "blank", characters.blanks),
  ...lengths(slot),
  ...rows(slot, "normal forms", characters.normalForms),
  ...rows(slot, "combining marks", characters.combiningMarks),
  ...rows(slot, "directions", characters.directions),
  ...rows(slot, "emoji", characters.emoji),
  ...rows(slot, "letters", characters.letters),
  ...rows(slot, "control characters", characters.controls),
  ...rows(slot, "odd code points", characters.odd),
  ...rows(slot, "like other types", characters.lookAlikes),
  ...rows(slot, "languages", characters.languages),
  ...rows(slot, "escapedTexts", characters.escapedTexts),
  ...rows(slot, "strings that are not JSON", characters.unescaped, ["body", "type"]),
  ...otherThanStrings(slot, "type"),
  ...statedLengths(slot),
  ...patternCases(slot),
];

const rows = (
  { label }: Slot<TextType>,
  family: string,
  of: readonly TextRow[],
  probes?: readonly ProbedAspect[],
): ValueCase[] =>
  valuesOf(
    label,
    { family, ...(probes && { probes }) },
    of.map(([name, what, content]) => [name, what, `"${content}"`]),
  );

const LENGTHS = [
  1, 2, 10, 50, 64, 100, 128, 191, 255, 256, 500, 1000, 1024, 2000, 4000, 4096, 8000,
].concat([10_000, 32_767, 65_535, 65_536, 100_000]);

/** Letters with a rung for each length; then as many characters of more bytes. */
function lengths({ type, label }: Slot<TextType>): ValueCase[] {
  const ladder = LENGTHS.map((length): ValueCase => ({
    name: `length-${length}`,
    reason: `${label} has ${characterCount(length)}`,
    value: lengthText(type, length),
    probes: length > 255 ? ["values", "limit-size"] : ["values"],
    family: "lengths",
    rung: { axis: `characters of ${label}`, at: String(length), unit: "characters" },
  }));
  const wide = (name: string, letter: string, count: number, size: number): ValueRow => [
    `${name}-${count}`,
    `${label} has ${whole(count)} characters of ${size} bytes each`,
    `"${letter.repeat(count)}"`,
  ];
  return [
    ...ladder,
    ...valueFamily({ family: "lengths in bytes" }, [
      wide("two-bytes", "\u00e9", 128, 2),
      wide("two-bytes", "\u00e9", 255, 2),
      wide("three-bytes", "\u4f60", 255, 3),
      wide("four-bytes", "\u{1f600}", 64, 4),
      wide("four-bytes", "\u{1f600}", 255, 4),
    ]),
  ];
}

function statedLengths({ type, label }: Slot<TextType>): ValueCase[] {
  const { minLength, maxLength } = type;
  const [least, most] = [minLength ?? 0, maxLength ?? Infinity];
  const ofLength = (name: string, length: number, what: string): ValueRow[] => {
    const reason = `${label} has ${characterCount(length)}, ${what}`;
    return length < 0 ? [] : [[`bound-${name}`, reason, lengthText(type, length)]];
  };
  /** The stated maximum in characters, but more in bytes. */
  const wide = (name: string, length: number, letter: string, size: number): ValueRow => [
    `bound-max-${name}`,
    `${label} has ${characterCount(length)} of ${size} bytes each, the stated maximum`,
    bytes`"${letter.repeat(length)}"`,
  ];
  const lower = (bound: number): ValueRow[] => [
    ...ofLength("min", bound, "the stated minimum"),
    ...(bound < most ? ofLength("min-inside", bound + 1, "one more than the minimum") : []),
    ...ofLength("min-outside", bound - 1, "one less than the minimum"),
  ];
  const upper = (bound: number): ValueRow[] => [
    ...(bound === minLength ? [] : ofLength("max", bound, "the stated maximum")),
    ...(bound - 1 > least ? ofLength("max-inside", bound - 1, "one less than the maximum") : []),
    ...ofLength("max-outside", bound + 1, "one more than the maximum"),
    wide("two-bytes", bound, "\u00e9", 2),
    wide("four-bytes", bound, "\u{1f600}", 4),
  ];
  return valueFamily({ family: "stated bounds" }, [
    ...(minLength === undefined ? [] : lower(minLength)),
    ...(maxLength === undefined ? [] : upper(maxLength)),
  ]);
}
