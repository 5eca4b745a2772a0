import type { Template } from "../../template/index.ts";
import { distinctBy } from "../../remember.ts";
import { jsonTypeOf, otherCase, stringOf } from "../case-families.ts";
import { otherThanStrings, type ValueRow, valuesOf } from "../case-families.ts";
import { z } from "zod";
import type { Slot, ValueAxis, ValueCase, Kind } from "../kind.ts";
import { axisRows, countRungs, every, upwards } from "../axes.ts";
import { resized } from "../text/axes.ts";
import fc from "fast-check";
import { otherTypeRules, rulesOn, type Reading, sources, tokensOfTypes } from "../rule-rows.ts";
import type { TokenValue, ValueRule } from "../rule.ts";

const oneOf =
  (stated: readonly string[], plain: (text: string) => string) =>
  ({ content = "" }: TokenValue): Reading => {
    const found = stated.find((each) => plain(each) === plain(content));
    return found !== undefined && JSON.stringify(found);
  };

const isString = (value: unknown): value is string => typeof value === "string";

const choiceRules = (values: readonly unknown[]): ValueRule[] => [
  ...stringRules(values.filter(isString)),
  ...(values.some((value) => typeof value === "number") ? numberRules(values) : []),
  ...otherTypeRules("choice", []),
];

const numberRules = (values: readonly unknown[]): ValueRule[] =>
  rulesOn("choice", "number", tokensOfTypes("number"))`
  ${sources.jsonSchema}validation#section-6.1.2
  number-stated | one of the stated numbers | ${({ text }) => values.includes(Number(text))}
`;

const stringRules = (stated: readonly string[]): ValueRule[] =>
  rulesOn("choice", "string", tokensOfTypes("string"))`
  ${sources.jsonSchema}validation#section-6.1.2
  string-refused | strings are refused | refused
  exact | one of the stated values | ${oneOf(stated, (text) => text)}
  string-any | any string | accepted
  string-not-empty | any string that is not empty | ${({ content }) => content !== ""}
  ${sources.jackson}
  any-case | one of the stated values in any case | ${oneOf(stated, (text) => text.toLowerCase())}
  trimmed | one of the stated values with white space around | ${oneOf(stated, (text) => text.trim())}
  trimmed-any-case | one of the stated values in any case, with white space around | ${oneOf(stated, (text) => text.trim().toLowerCase())}
`;

/** One of the values that an enumeration lists. */
export const ChoiceValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type ChoiceValue = z.infer<typeof ChoiceValue>;

/** One of several values, as an interface describes it. Valid requests use the first. */
export const ChoiceType = z.strictObject({
  kind: z.literal("choice"),
  values: z
    .array(ChoiceValue)
    .min(1, "a choice has at least one value")
    .refine((values) => new Set(values).size === values.length, "a value occurs twice"),
});
export type ChoiceType = z.infer<typeof ChoiceType>;

/** How many values a clause names. */
const MOST_NAMED = 12;

const firstOf = ({ values }: ChoiceType): ChoiceValue => values[0] ?? null;

const isText = (type: ChoiceType): boolean => typeof firstOf(type) === "string";

const choiceText = (type: ChoiceType): string => String(firstOf(type));

const fitsChoice = ({ values }: ChoiceType, value: unknown): boolean =>
  values.some((each) => each === value);

function choiceWords({ values }: ChoiceType): string {
  const named = values.slice(0, MOST_NAMED).map((value) => JSON.stringify(value));
  const further = values.length - named.length;
  const last = further > 0 ? `${further} further values` : named.pop();
  return named.length === 0 ? `the value ${last}` : `one of ${named.join(", ")} and ${last}`;
}

const MOST = 1000;
/** Every length up to this one is a place. */
const DENSE = 32;

/** Characters of a value in a title. */
const SHOWN = 20;

function choiceAxes({ type, label: it }: Slot<ChoiceType>): ValueAxis[] {
  if (!isText(type)) return [];
  const letters = Array.from(choiceText(type));
  const shown = JSON.stringify(
    letters.length > SHOWN ? `${letters.slice(0, SHOWN).join("")}…` : letters.join(""),
  );
  const cased = letters.filter((letter) => otherCase(letter) !== letter).length;
  return [
    ...axisRows({ scale: "linear", probes: ["values", "type"], capped: true })`
  length | length of ${it}: ${shown}, cut or lengthened | characters | ${upwards(0n, BigInt(MOST), [...every(0, DENSE), ...countRungs(1n, BigInt(MOST))])} | ${(at) => resized(letters, Number(at))}
`,
    ...axisRows({ scale: "linear", probes: ["values", "type"], capped: false })`
  other-case | letters of ${it} in the other case: those of ${shown} | letters | ${cased === 0 ? undefined : every(0, cased)} | ${(at) => [JSON.stringify(withOtherCase(letters, Number(at)))]}
`,
  ];
}

/** This many first letters with another case are swapped. */
function withOtherCase(letters: readonly string[], count: number): string {
  let left = count;
  return letters
    .map((letter) => {
      const other = otherCase(letter);
      if (other === letter || left === 0) return letter;
      left -= 1;
      return other;
    })
    .join("");
}

/** How many values of a long choice are sent; the last one is included. */
const MOST_SENT = 50;

const choiceCases = (slot: Slot<ChoiceType>): ValueCase[] => [
  ...statedValues(slot),
  ...nearMisses(slot),
  ...otherThanStrings(slot, "type"),
];

function statedValues({ type: { values }, label }: Slot<ChoiceType>): ValueCase[] {
  const all = values.map((value, index): ValueRow => {
    const json = JSON.stringify(value);
    return [`value-${index + 1}`, `${json}, stated value ${index + 1} of ${values.length}`, json];
  });
  const sent = all.filter((_, index) => index < MOST_SENT || index === values.length - 1);
  return valuesOf(label, { family: "values" }, sent);
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
/** Words that choices have more often than their documents say. */
const OFTEN_UNDOCUMENTED = [
  ..."active admin all archived cancelled default deleted disabled done draft hidden".split(" "),
  ..."none other pending test".split(" "),
];

type Change = [name: string, what: string, change: (text: string) => unknown];

const CHANGES: Change[] = [
  ["other-case", "the first value in the other case", otherCase],
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

/** Words that a choice of words may have, too. */
const WORDS: Change[] = [
  ["plural", "the first value with an s", (text) => `${text}s`],
  ...OFTEN_UNDOCUMENTED.map((word): Change => [word, `the word ${word}`, () => word]),
];

function nearMisses({ type, label }: Slot<ChoiceType>): ValueCase[] {
  const text = choiceText(type);
  const joined = type.values.slice(0, 2).join(",");
  const changes = isText(type) ? [...CHANGES, ...WORDS] : CHANGES;
  const changed = changes.map(([name, what, change]) => [name, what, change(text)] as const);
  const all = [...changed, ["joined", "two values with a comma between", joined] as const];
  const stated = type.values.map((value) => JSON.stringify(value));
  const near = distinctBy(all, ([, , value]) => JSON.stringify(value), stated).map(
    ([name, what, value]): ValueRow => [`near-${name}`, what, JSON.stringify(value)],
  );
  return valuesOf(label, { family: "near misses" }, near);
}

const MOST_ODD = 8;

export const choiceKind: Kind<ChoiceType> = {
  name: "choice",
  ofType: (type) => (isText(type) ? choiceKind : { ...choiceKind, quoted: false }),
  schema: () => ChoiceType,
  words: choiceWords,
  aspect: "type",
  isBounded: () => true,
  quoted: true,
  text: choiceText,
  fits: fitsChoice,
  cases: choiceCases,
  valid: ({ type }) =>
    fc.constantFrom(...type.values).map((value): Template => [JSON.stringify(value)]),
  arbitrary: choiceOrNot,
  axes: choiceAxes,
  simpler: simplerChoices,
  deviation: choiceDeviation,
  rules: ({ values }) => choiceRules(values),
};

function choiceOrNot({ type }: Slot<ChoiceType>): fc.Arbitrary<Template> {
  const character = fc.constantFrom("", " ", "a", "A", "_", "-", "\u0000", "\u0131", "\n");
  const changed = fc
    .record({ value: fc.constantFrom(...type.values), at: fc.nat({ max: 20 }), character })
    .map(({ value, at, character }) => {
      const text = String(value);
      return JSON.stringify(text.slice(0, at) + character + text.slice(at + 1));
    });
  const cased = fc
    .tuple(fc.constantFrom(...type.values), fc.boolean())
    .map(([value, upper]) =>
      JSON.stringify(upper ? String(value).toUpperCase() : String(value).toLowerCase()),
    );
  const word = fc.string({ unit: "grapheme", maxLength: 12 }).map((text) => JSON.stringify(text));
  const place = fc.integer({ min: -2, max: type.values.length + 1 }).map(String);
  const other = fc.constantFrom(...'null true false [] {} "" [""] 1.5 abc'.split(" "), "");
  return fc
    .oneof({ withCrossShrink: true }, changed, cased, word, place, other)
    .map((text): Template => [text]);
}

/** The smallest difference from the nearest stated value: its case, one character more or less. */
function simplerChoices({ type }: Slot<ChoiceType>, text: string): Template[] {
  const given = stringOf(text);
  if (given === undefined) return [["null"], ["0"], ["1"], ["true"]];
  const texts = type.values.filter((value) => typeof value === "string");
  const [shortest = ""] = texts.toSorted((one, other) => one.length - other.length);
  const odd = Array.from(given).filter((letter) => !shortest.includes(letter));
  return [
    "",
    ...odd.slice(0, MOST_ODD),
    shortest.toUpperCase(),
    shortest.toLowerCase(),
    shortest.slice(0, -1),
    ...odd.slice(0, MOST_ODD).map((letter) => shortest + letter),
  ].map((each): Template => [JSON.stringify(each)]);
}

/** The name of a value: its type if no stated value has that type, otherwise `another value`. */
function choiceDeviation(type: ChoiceType, text: string): string | undefined {
  const value: unknown = JSON.parse(text);
  if (fitsChoice(type, value)) return undefined;
  const stated = new Set(type.values.map((each) => jsonTypeOf(JSON.stringify(each))));
  const own = jsonTypeOf(text);
  return stated.has(own) ? "another value" : own;
}
