import fc from "fast-check";

/** A way to write a secret: a text for each of its bytes, or for each character of what encodes several. */
type Writing = { name: string; tokens: (secret: string) => string[]; leak: number };

const hexOf = (character: string): string => character.charCodeAt(0).toString(16).padStart(2, "0");
const utf8 = (text: string): string => Buffer.from(text, "utf8").toString("latin1");
const base64 =
  (encoding: "base64" | "base64url", before: number) =>
  (secret: string): string[] => {
    const bytes = Buffer.from(`${"x".repeat(before)}${secret}${"y".repeat(before)}`, "latin1");
    return Array.from(bytes.toString(encoding));
  };

/** Bytes of a secret in a row that nobody may see. */
const LEAK = 12;

/** Each with the number of its texts in a row that show twelve bytes. */
export const WRITINGS: readonly Writing[] = [
  { name: "plain", tokens: (secret) => Array.from(secret), leak: LEAK },
  {
    name: "JSON",
    tokens: (secret) =>
      Array.from(secret, (each) => utf8(JSON.stringify(each).slice(1, -1)).replace("/", "\\/")),
    leak: LEAK,
  },
  {
    name: "JSON in ASCII",
    tokens: (secret) => Array.from(secret, (each) => `\\u00${hexOf(each)}`),
    leak: LEAK,
  },
  {
    name: "percent",
    tokens: (secret) => Array.from(secret, (each) => encodeURIComponent(each)),
    leak: LEAK,
  },
  {
    name: "percent in full",
    tokens: (secret) => Array.from(secret, (each) => `%${hexOf(each).toUpperCase()}`),
    leak: LEAK,
  },
  { name: "hex", tokens: (secret) => Array.from(secret, hexOf), leak: LEAK },
  ...[0, 1, 2].flatMap((before) =>
    (["base64", "base64url"] as const).map((encoding) => ({
      name: `${encoding} after ${before}`,
      tokens: base64(encoding, before),
      leak: 16,
    })),
  ),
];

/**
 * The first run of a secret's bytes that a text shows, in any of these ways; undefined if it shows none. Of a long secret,
 * every fifth place is tried.
 */
export function leakIn(text: string, secret: string): string | undefined {
  for (const { name, tokens, leak } of WRITINGS) {
    const all = tokens(secret);
    const length = Math.min(leak, all.length);
    const step = all.length > 300 ? 5 : 1;
    for (let at = 0; at + length <= all.length; at += step) {
      const piece = all.slice(at, at + length).join("");
      if (text.includes(piece)) return `${name}: ${piece}`;
    }
  }
  return undefined;
}

const from = (characters: string) => fc.constantFrom(...characters);
const codes = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, nth) => String.fromCharCode(first + nth)).join("");
const ALPHABETS = [
  codes(0x30, 0x39) + codes(0x41, 0x5a) + codes(0x61, 0x7a) + "-_",
  codes(0x21, 0x7e),
  codes(0x21, 0x7e) + codes(0xa1, 0xff),
  '\\%&"/+<u0025x;',
  "ab",
];

/** A secret of 8 to 4,000 characters that a header can have. */
export const anySecret: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...ALPHABETS),
    fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 8, max: 80 }) },
      { weight: 2, arbitrary: fc.integer({ min: 80, max: 1300 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1300, max: 4000 }) },
    ),
  )
  .chain(([alphabet, length]) => {
    const string = (count: number) =>
      fc.array(from(alphabet), { minLength: count, maxLength: count }).map((all) => all.join(""));
    // A long secret is drawn in parts: a random text for each byte would be slow.
    return length <= 80
      ? string(length)
      : fc.array(string(40), { minLength: 5, maxLength: 5 }).map((parts) =>
          Array.from({ length: Math.ceil(length / 40) }, (_, nth) => {
            const part = parts[(nth * 7 + (nth >> 2)) % parts.length] ?? "";
            return part.slice(nth % 40) + part.slice(0, nth % 40);
          })
            .join("")
            .slice(0, length),
        );
  });
