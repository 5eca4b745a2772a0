import fc from "fast-check";
import type { Template } from "../../template/index.ts";
import { jsonTypeOf, stringOf } from "../json-types.ts";
import type { Kind, Slot } from "../kind.ts";
import { choiceAxes } from "./axes.ts";
import { choiceCases } from "./cases.ts";
import { choiceText, ChoiceType, choiceWords, fitsChoice, isText } from "./type.ts";

/** How many characters of a value are tried individually. */
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
  otherForms: () => [],
  fits: fitsChoice,
  cases: choiceCases,
  valid: ({ type }) =>
    fc.constantFrom(...type.values).map((value): Template => [JSON.stringify(value)]),
  arbitrary: choiceOrNot,
  axes: choiceAxes,
  simpler: simplerChoices,
  deviation: choiceDeviation,
  knownValue: () => undefined,
};

/** Values with a character changed, words, numbers that may be their indexes, other types. */
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
  const other = fc.constantFrom(
    "null",
    "true",
    "false",
    "[]",
    "{}",
    '""',
    '[""]',
    "1.5",
    "abc",
    "",
  );
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
