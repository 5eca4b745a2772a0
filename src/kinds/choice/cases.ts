import { otherThanStrings } from "../json-types.ts";
import type { Slot, ValueCase } from "../kind.ts";
import { choiceText, type ChoiceType } from "./type.ts";

/** How many values of a long choice are sent; the last one is included. */
const MOST_SENT = 50;

/** Hand-chosen values: each stated one, and near misses. */
export const choiceCases = (slot: Slot<ChoiceType>): ValueCase[] => [
  ...statedValues(slot),
  ...nearMisses(slot),
  ...otherThanStrings(slot, "type"),
];

function statedValues({ type, label }: Slot<ChoiceType>): ValueCase[] {
  const { values } = type;
  return values.flatMap((value, index): ValueCase[] =>
    index >= MOST_SENT && index < values.length - 1
      ? []
      : [
          {
            name: `value-${index + 1}`,
            reason: `${label} is ${JSON.stringify(value)}, stated value ${index + 1} of ${values.length}`,
            value: [JSON.stringify(value)],
            family: "values",
          },
        ],
  );
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
const swapped = (text: string): string =>
  text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();

/** Changes to the text of the first value. */
const CHANGES: [name: string, what: string, change: (text: string) => unknown][] = [
  ["other-case", "the first value in the other case", swapped],
  ["capital", "the first value with a capital", capital],
  ["space-before", "the first value with a space before it", (text) => ` ${text}`],
  ["space-after", "the first value with a space after it", (text) => `${text} `],
  ["line-feed-after", "the first value and a line feed", (text) => `${text}\n`],
  ["nul-after", "the first value and U+0000", (text) => `${text}\u0000`],
  ["zero-width-after", "the first value and a zero-width space", (text) => `${text}\u200b`],
  ["cut", "the first value without its last character", (text) => text.slice(0, -1)],
  ["first-letter", "the first letter of the first value", (text) => text.slice(0, 1)],
  ["longer", "the first value with its last character twice", (text) => text + text.slice(-1)],
  ["quoted", "the first value in quotes", (text) => `"${text}"`],
  ["prefixed", "the first value after a name and a point", (text) => `Value.${text}`],
  ["as-string", "the first value as a string", (text) => text],
  ["as-object", "an object with the key value", (text) => ({ value: text })],
  ["empty", "the empty string", () => ""],
  ["space", "a string of one space", () => " "],
  ["unknown", "another word", () => "unknown"],
  ["word-null", "the string null", () => "null"],
  ["wildcard", "a string of one star", () => "*"],
  ["minus-one", "the number -1", () => -1],
  ["one", "the number 1", () => 1],
  ["two", "the number 2", () => 2],
  ["string-zero", "the string 0", () => "0"],
  ["string-one", "the string 1", () => "1"],
];

function nearMisses(slot: Slot<ChoiceType>): ValueCase[] {
  const { type, label } = slot;
  const text = choiceText(type);
  const joined = type.values.slice(0, 2).join(",");
  const changed = CHANGES.map(([name, what, change]) => [name, what, change(text)] as const);
  const all = [...changed, ["joined", "two values with a comma between", joined] as const];
  const seen = new Set(type.values.map((value) => JSON.stringify(value)));
  return all.flatMap(([name, what, value]): ValueCase[] => {
    const json = JSON.stringify(value);
    if (seen.has(json)) return [];
    seen.add(json);
    return [
      { name: `near-${name}`, reason: `${label} is ${what}`, value: [json], family: "near misses" },
    ];
  });
}
