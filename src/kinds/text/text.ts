import { FRESH_ID_MIN } from "../../fresh-numbers.ts";
import { countOf, examplePlaces, nthText } from "./pattern.ts";
import { charactersOf, fitsText, type TextType } from "./type.ts";

/** Letters and nine digits: `text-123456789`. */
const PREFIX = "text-";
const DIGITS = 9;
/** Six letters and digits are enough for every unique number. */
const SHORT = 6;
const RADIX = 36;
/** From the first to the last number, at different digits. */
const SAMPLES = [0, 1, 23_456_789, 345_678_901, 518_273_645, 777_000_111, 899_999_999].map(
  (more) => FRESH_ID_MIN + more,
);

/** Texts of a type: one for each number, and how many of them are different. */
type Maker = { text: (unique: number) => string; different: number };

/** Computed once per type. */
const makers = new WeakMap<TextType, Maker>();

/** A text that matches the type; different for each `unique`, all of one length. */
export const textText = (type: TextType, unique: number): string => makerOf(type).text(unique);

/** How many different texts of a type are made; 0 if some of them would not match its pattern. */
export const differentTexts = (type: TextType): number => makerOf(type).different;

function makerOf(type: TextType): Maker {
  const made = makers.get(type) ?? newMaker(type);
  makers.set(type, made);
  return made;
}

function newMaker(type: TextType): Maker {
  const plain = (unique: number): string => plainText(type, unique);
  const different = RADIX ** Math.min(type.maxLength ?? SHORT, SHORT);
  if (type.pattern === undefined) return { text: plain, different };
  if (SAMPLES.every((unique) => fitsText(type, plain(unique)))) return { text: plain, different };
  const places = examplePlaces(type.pattern, (text) => fitsText(type, text));
  if (places === undefined) return { text: plain, different: 0 };
  const example = places.text.join("");
  const nth = (unique: number): string => nthText(places, unique - FRESH_ID_MIN);
  const text = (unique: number): string => (fitsText(type, nth(unique)) ? nth(unique) : example);
  // Places that allow many characters one by one may not allow them together.
  const isAll = SAMPLES.every((unique) => fitsText(type, nth(unique)));
  return { text, different: isAll ? countOf(places) : 0 };
}

/** Letters and digits of a length within the bounds: digits go to the end, so that short ones differ too. */
function plainText({ minLength = 0, maxLength = Infinity }: TextType, unique: number): string {
  const usual = PREFIX + String(unique).padStart(DIGITS, "0");
  if (minLength > usual.length) return usual + "x".repeat(minLength - usual.length);
  if (maxLength >= usual.length) return usual;
  if (maxLength >= DIGITS) return String(unique);
  const short = (unique - FRESH_ID_MIN).toString(RADIX).padStart(Math.max(SHORT, maxLength), "0");
  return short.slice(short.length - maxLength);
}

/**
 * A text of this many characters that is otherwise like a valid one: characters of an example are
 * removed at the end, or one is repeated where the pattern allows it.
 */
export function textOfLength(
  type: TextType,
  length: number,
): { text: string[]; at: number; more: number } {
  const example = Array.from(textText(type, FRESH_ID_MIN * 2));
  if (length <= example.length) return { text: example.slice(0, length), at: length, more: 0 };
  return { text: example, at: repeatable(type, example), more: length - example.length };
}

/** Where in the example a character may be repeated: best where the pattern still matches. */
function repeatable(type: TextType, example: string[]): number {
  const { pattern } = type;
  if (pattern === undefined) return example.length;
  const places = example.map((_, index) => index + 1).toReversed();
  const fits = (at: number): boolean =>
    [1, 2, 7].every((count) => fitsText({ kind: "text", pattern }, repeated(example, at, count)));
  return places.find(fits) ?? example.length;
}

/** The characters with the one before `at` repeated this many times. */
const repeated = (text: readonly string[], at: number, more: number): string =>
  [...text.slice(0, at), (text[at - 1] ?? "x").repeat(more), ...text.slice(at)].join("");

/** Characters of the example. */
export const exampleLength = (type: TextType): number =>
  charactersOf(textText(type, FRESH_ID_MIN * 2));
