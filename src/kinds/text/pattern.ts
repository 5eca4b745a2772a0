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
/** How many characters of a text are examined. */
const MOST_PLACES = 40;

/** Where a text can have other characters and still match: for each place the characters. */
export type Places = { text: string[]; free: { at: number; letters: string[] }[] };

/** Of texts drawn with one seed, the one with the most matching variations of its length. Undefined if none matches. */
export function examplePlaces(
  pattern: string,
  fits: (text: string) => boolean,
): Places | undefined {
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
export const countOf = ({ free }: Places): number =>
  Math.min(
    ENOUGH,
    free.reduce((product, { letters }) => product * letters.length, 1),
  );

function isBetter(one: Places, other: Places): boolean {
  if (isPlain(one) !== isPlain(other)) return isPlain(one);
  const [first, second] = [countOf(one), countOf(other)];
  return first === second ? one.text.length < other.text.length : first > second;
}

/** The text of this number: its digits are letters at the free places. */
export function nthText({ text, free }: Places, nth: number): string {
  const characters = [...text];
  let left = nth;
  for (const { at, letters } of free.toReversed()) {
    characters[at] = letters[left % letters.length] ?? "";
    left = Math.floor(left / letters.length);
  }
  return characters.join("");
}
