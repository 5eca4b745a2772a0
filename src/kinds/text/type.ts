import { z } from "zod";
import { readPattern } from "./pattern.ts";

/**
 * A text as an interface describes it. Lengths count characters (Unicode code points); `pattern` is a
 * regular expression of ECMAScript that matches anywhere in the text, as in JSON Schema.  Fresh texts
 * have one length and are different from each other, except if a pattern or a maximum length allows
 * few texts, or this tool cannot make texts of the pattern.
 */
export const TextType = z
  .strictObject({
    kind: z.literal("text"),
    fresh: z.literal(true).optional(),
    minLength: z.int().min(0).optional(),
    maxLength: z.int().min(0).optional(),
    pattern: z.string().optional(),
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

/** The stated rule: `a text of 3 to 80 characters`. */
export function textWords({ minLength, maxLength, pattern }: TextType): string {
  const matching = pattern === undefined ? "" : ` that matches ${pattern}`;
  return `a text${lengthWords(minLength, maxLength)}${matching}`;
}

function lengthWords(least: number | undefined, most: number | undefined): string {
  if (least === undefined && most === undefined) return "";
  if (most === undefined) return ` of at least ${characterCount(least ?? 0)}`;
  if (least === undefined) return ` of at most ${characterCount(most)}`;
  return least === most ? ` of ${characterCount(most)}` : ` of ${least} to ${characterCount(most)}`;
}

/** A count with its word: `1 character`. */
export const characterCount = (count: number): string =>
  `${count} character${count === 1 ? "" : "s"}`;
