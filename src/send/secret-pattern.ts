/** The minimum length of a secret to search for: shorter texts occur by chance. */
export const LEAST_SEARCHED = 4;
/** Bytes that may separate two characters: the other bytes of UTF-16 or UTF-32, a line break, the size of a chunk. */
const BETWEEN = String.raw`(?:\0{1,3}|\r?\n(?:[0-9a-f]{1,8}[^\r\n]{0,64}\r?\n)?)?`;
/** Escapes a character for a regular expression. */
const literal = (character: string): string =>
  /[\w]/.test(character)
    ? character
    : `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;

/** A character as it is, percent-encoded (any number of times), or escaped for JSON, a program or HTML. */
function writtenAs(character: string): string {
  const code = character.charCodeAt(0);
  const hex = code.toString(16).padStart(2, "0");
  const forms = [
    `%(?:25)*${hex}`,
    `\\\\+u00${hex}`,
    `\\\\+x${hex}`,
    `&#0*${code};`,
    `&#x0*${hex};`,
  ];
  if (!/\w/.test(character)) forms.unshift(`\\\\+${literal(character)}`);
  if (character === " ") forms.push(String.raw`\+`);
  const named = { '"': "quot", "&": "amp", "<": "lt", ">": "gt", "'": "apos" }[character];
  if (named !== undefined) forms.push(`&${named};`);
  // In UTF-8, a character above ASCII has two bytes.
  if (code > 0x7f)
    forms.push(Array.from(Buffer.from(character, "utf8"), (byte) => hexByte(byte)).join(""));
  // The longest first: what follows is matched from there.
  return `(?:${[...forms, literal(character)].join("|")})`;
}

const hexByte = (byte: number): string => {
  const hex = byte.toString(16).padStart(2, "0");
  return `(?:\\x${hex}|%(?:25)*${hex})`;
};

/** In Base64: `+` and `/`, or `-` and `_` as URLs have them, or percent-encoded. */
function base64Character(character: string): string {
  if (character === "+") return "(?:\\+|-|%(?:25)*2b|\\\\+u002b)";
  if (character === "/") return "(?:\\/|_|\\\\+\\/|%(?:25)*2f)";
  return character;
}

/** The Base64 characters that depend on these bytes alone, for each offset in the encoded text. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const from = Math.ceil((before * 8) / 6);
    return text.slice(from, Math.floor(((before + bytes.length) * 8) / 6));
  });
}

/** Each way to write a secret, as sources of regular expressions: one for each of its characters. */
function writings(secret: string): string[][] {
  const bytes = Buffer.from(secret, "latin1");
  return [
    Array.from(secret, writtenAs),
    ...base64Forms(bytes)
      // What is decided by a few bytes is found in many a text.
      .filter((text) => text.length > LEAST_SEARCHED)
      .map((text) => Array.from(text, base64Character)),
    Array.from(bytes.toString("hex")),
  ];
}

/** Part of a text, from one character up to another. */
type Range = { from: number; to: number };

/** Finds a secret in a text of one byte a character, however it is written there. */
export class SecretPattern {
  /** Each way to write the secret: where it may begin, and its further characters. */
  readonly #writings: { begin: RegExp; further: RegExp[] }[];

  constructor(secret: string) {
    this.#writings = writings(secret).map((characters) => ({
      begin: new RegExp(characters.slice(0, LEAST_SEARCHED).join(BETWEEN), "gi"),
      further: characters.slice(LEAST_SEARCHED).map(stepOf),
    }));
  }

  /** The places of the secret in a text. `isCut`: the text may end before the secret does. */
  find(text: string, isCut: boolean): Range[] {
    return this.#writings.flatMap(({ begin, further }) =>
      Array.from(text.matchAll(begin)).flatMap((found) => {
        const to = endOf(text, found.index + found[0].length, further, isCut);
        return to === undefined ? [] : [{ from: found.index, to }];
      }),
    );
  }
}

/** The end of a secret whose first characters were found; undefined if the others do not follow. */
function endOf(
  text: string,
  from: number,
  further: readonly RegExp[],
  isCut: boolean,
): number | undefined {
  let at = from;
  for (const step of further) {
    if (at === text.length && isCut) return at;
    step.lastIndex = at;
    if (!step.test(text)) return undefined;
    at = step.lastIndex;
  }
  return at;
}

const steps = new Map<string, RegExp>();

/** Matches a character at one place, made once for each. */
function stepOf(source: string): RegExp {
  const found = steps.get(source) ?? new RegExp(BETWEEN + source, "iy");
  steps.set(source, found);
  return found;
}

/** The text with each of these parts replaced. */
export function replaceRanges(text: string, ranges: readonly Range[], by: string): string {
  let replaced = "";
  let at = 0;
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (from >= at) replaced += text.slice(at, from) + by;
    at = Math.max(at, to);
  }
  return replaced + text.slice(at);
}
