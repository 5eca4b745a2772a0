import { oncePer } from "../../remember.ts";
import { z } from "zod";
import { FRESH_ID_MIN } from "../../fresh-numbers.ts";
import { jsonTypeOf, stringOf } from "../case-families.ts";
import fc from "fast-check";

/** A pattern for JavaScript: with the flag `u`, as in JSON Schema, else without. */
export function readPattern(pattern: string): RegExp | undefined {
  for (const flags of ["u", ""])
    try {
      return new RegExp(pattern, flags);
    } catch {
      continue;
    }
  return undefined;
}

/** Texts that match a pattern, apart from its atomic groups; undefined if fast-check cannot make them. */
export function textsMatching(pattern: string): fc.Arbitrary<string> | undefined {
  const expression = readPattern(withoutAtomic(pattern));
  if (expression === undefined) return undefined;
  try {
    const texts = fc.stringMatching(expression);
    fc.sample(texts, { seed: 1, numRuns: 1 });
    return texts;
  } catch {
    return undefined;
  }
}

/** With plain groups for atomic ones as documents' patterns are translated: it matches at least as many texts. */
const withoutAtomic = (pattern: string): string =>
  pattern.replace(/\(\?=\(\?<atomic\d+>/g, "(?:(?:").replace(/\\k<atomic\d+>/g, "");

/** Texts that are tried for patterns for which no text can be generated. */
const GUESSES = ["text1234", "Text-1234", "Aa1!Aa1!Aa1!", "12345678", "TEXT", "a", "A", "1", ""];
const DRAWS = 30;
const LETTERS = Array.from("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
const MOST_PLACES = 40;

/** Where a text can have other characters and still match: for each place the characters. */
type Places = { text: string[]; free: { at: number; letters: string[] }[] };

/** Of texts drawn with one seed, the one with the most matching variations of its length. Undefined if none matches. */
function examplePlaces(pattern: string, fits: (text: string) => boolean): Places | undefined {
  const [word = ""] = pattern.split("|");
  // A word without anchors means this word, though texts that have it in them match, too: `password`.
  if (/^[\w-]+$/.test(word) && fits(word)) return placesOf(word, fits);
  const drawn = textsMatching(pattern);
  const texts = drawn === undefined ? [] : fc.sample(drawn, { seed: 7, numRuns: DRAWS });
  const plain = [...texts, ...GUESSES].filter(fits).map((text) => placesOf(text, fits));
  return plain.reduce<Places | undefined>(
    (best, each) => (best === undefined || isBetter(each, best) ? each : best),
    undefined,
  );
}

function placesOf(text: string, fits: (text: string) => boolean): Places {
  const characters = Array.from(text);
  const places = characters.slice(0, MOST_PLACES).map((_, at) => ({
    at,
    letters: LETTERS.filter((letter) => fits(characters.with(at, letter).join(""))),
  }));
  return { text: characters, free: places.filter(({ letters }) => letters.length > 1) };
}

const isPlain = ({ text }: Places): boolean => /^[ -~]*$/.test(text.join(""));
/** Enough different texts for all fresh values; the shortest is best. */
const ENOUGH = 900_000_000;
/** The number of texts that the free places can make, limited to the number of fresh values. */
const countOf = ({ free }: Places): number =>
  Math.min(
    ENOUGH,
    free.reduce((product, { letters }) => product * letters.length, 1),
  );

function isBetter(one: Places, other: Places): boolean {
  if (isPlain(one) !== isPlain(other)) return isPlain(one);
  const [first, second] = [countOf(one), countOf(other)];
  return first === second ? one.text.length < other.text.length : first > second;
}

function nthText({ text, free }: Places, nth: number): string {
  const characters = [...text];
  let left = nth;
  for (const { at, letters } of free.toReversed()) {
    characters[at] = letters[left % letters.length] ?? "";
    left = Math.floor(left / letters.length);
  }
  return characters.join("");
}

/**
 * A text as an interface describes it. Lengths count characters (Unicode code points); `pattern` is a regular expression of
 * ECMAScript that matches anywhere in the text, as in JSON Schema. Fresh texts have one length and are different from each other,
 * except if a pattern or a maximum length allows few texts, or this tool cannot make texts of the pattern.
 */
export const TextType = z
  .strictObject({
    kind: z.literal("text"),
    fresh: z.literal(true).optional(),
    minLength: z.int().min(0).optional(),
    maxLength: z.int().min(0).optional(),
    pattern: z.string().optional(),
    /** The format that a document states, of whose texts `pattern` is made. */
    format: z.string().optional(),
    /** A name that others look up: letters and digits only. */
    isName: z.literal(true).optional(),
  })
  .refine(
    ({ minLength = 0, maxLength = Infinity }) => minLength <= maxLength,
    "minLength is larger than maxLength",
  );
export type TextType = z.infer<typeof TextType>;

/** Characters as JSON Schema counts them: a surrogate pair is one. Long texts are counted often, so no array is made of them. */
export function charactersOf(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at += 1)
    if ((text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800)
      count -= 1;
  return count;
}

/** Whether a JSON value is a text of this type; an invalid pattern matches nothing. */
export function fitsText(type: TextType, value: unknown): boolean {
  if (typeof value !== "string") return false;
  const { minLength = 0, maxLength = Infinity, pattern } = type;
  const count = charactersOf(value);
  if (count < minLength || count > maxLength) return false;
  return pattern === undefined || (readPattern(pattern)?.test(value) ?? true);
}

export function textWords({ minLength, maxLength, pattern, format }: TextType): string {
  const plain = pattern === undefined ? "" : ` that matches ${pattern}`;
  const matching = format === undefined ? plain : ` of the format ${format}`;
  return `a text${lengthWords(minLength, maxLength)}${matching}`;
}

function lengthWords(least: number | undefined, most: number | undefined): string {
  if (least === undefined && most === undefined) return "";
  if (most === undefined) return ` of at least ${characterCount(least ?? 0)}`;
  if (least === undefined) return ` of at most ${characterCount(most)}`;
  return least === most ? ` of ${characterCount(most)}` : ` of ${least} to ${characterCount(most)}`;
}

export const characterCount = (count: number): string =>
  `${count} character${count === 1 ? "" : "s"}`;

/** Letters and nine digits: `text-123456789`. */
const PREFIX = "text-";
const NAME_PREFIX = "name";
const DIGITS = 9;
/** Six letters and digits are enough for every unique number. */
const SHORT = 6;
const RADIX = 36;
/** From the first to the last number, at different digits. */
const SAMPLES = [0, 1, 23_456_789, 345_678_901, 518_273_645, 777_000_111, 899_999_999].map(
  (more) => FRESH_ID_MIN + more,
);

/** A text that matches the type; different for each `unique`, all of one length. */
export const textText = (type: TextType, unique: number): string => makerOf(type).text(unique);

/** How many different texts of a type are made; 0 if some of them would not match its pattern. */
export const differentTexts = (type: TextType): number => makerOf(type).different;

/** Texts of a type: one for each number, and how many of them are different. */
const makerOf = oncePer((type: TextType) => {
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
});

/** Letters and digits of a length within the bounds: digits go to the end, so that short ones differ too. */
function plainText(
  { minLength = 0, maxLength = Infinity, isName }: TextType,
  unique: number,
): string {
  const usual = (isName === true ? NAME_PREFIX : PREFIX) + String(unique).padStart(DIGITS, "0");
  if (minLength > usual.length) return usual + "x".repeat(minLength - usual.length);
  if (maxLength >= usual.length) return usual;
  if (maxLength >= DIGITS) return String(unique);
  const short = (unique - FRESH_ID_MIN).toString(RADIX).padStart(Math.max(SHORT, maxLength), "0");
  return short.slice(short.length - maxLength);
}

/** A text of this many characters that is otherwise like a valid one: an example, cut or with one character repeated. */
export function textOfLength(
  type: TextType,
  length: number,
): { text: string[]; at: number; more: number } {
  const example = Array.from(textText(type, FRESH_ID_MIN * 2));
  if (length <= example.length) return { text: example.slice(0, length), at: length, more: 0 };
  return { text: example, at: repeatable(type, example), more: length - example.length };
}

/** Where in the example a character may be repeated: best where the pattern still matches. */
function repeatable({ pattern }: TextType, example: string[]): number {
  if (pattern === undefined) return example.length;
  const places = example.map((_, index) => index + 1).toReversed();
  const fits = (at: number): boolean =>
    [1, 2, 7].every((count) => fitsText({ kind: "text", pattern }, repeated(example, at, count)));
  return places.find(fits) ?? example.length;
}

/** The example with this many characters: shorter, or with one of its characters repeated, each in turn. */
export function lengthened(type: TextType, length: number): string[] {
  const example = Array.from(textText(type, FRESH_ID_MIN * 2));
  const more = length - example.length;
  if (more <= 0) return [example.slice(0, length).join("")];
  return [...new Set(example.map((_, index) => repeated(example, index + 1, more)))];
}

const repeated = (text: readonly string[], at: number, more: number): string =>
  [...text.slice(0, at), (text[at - 1] ?? "x").repeat(more), ...text.slice(at)].join("");

export const exampleLength = (type: TextType): number =>
  charactersOf(textText(type, FRESH_ID_MIN * 2));

/** Texts longer than this count as long if no maximum is stated: a column of 255 characters. */
const LONG = 255;

/** How the JSON text of a value differs from a plain valid text; undefined if it does not. */
export function textDeviation(type: TextType, text: string): string | undefined {
  const value = stringOf(text);
  if (value === undefined) return jsonTypeOf(text);
  const deviations = [...lengthParts(type, value), ...characterParts(type, value)];
  return deviations.length === 0 ? undefined : deviations.join(", ");
}

function lengthParts({ minLength, maxLength, pattern }: TextType, value: string): string[] {
  const count = charactersOf(value);
  if (maxLength !== undefined && count > maxLength)
    return [`longer than ${characterCount(maxLength)}`];
  if (minLength !== undefined && count < minLength)
    return [`shorter than ${characterCount(minLength)}`];
  if (pattern !== undefined) return [];
  if (count === 0 && minLength === undefined) return ["empty"];
  return maxLength === undefined && count > LONG ? ["long"] : [];
}

/** Texts of a pattern are valid if they match it; of other texts printable ASCII is plain. */
function characterParts({ pattern }: TextType, value: string): string[] {
  const expression = pattern === undefined ? undefined : readPattern(pattern);
  if (expression !== undefined) return expression.test(value) ? [] : ["not of its pattern"];
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(value)) return ["control characters"];
  if (/[^ -~]/.test(value)) return ["characters beyond ASCII"];
  return value !== "" && value.trim() === "" ? ["white space only"] : [];
}
