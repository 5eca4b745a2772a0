import { REDACTED } from "../contract/index.ts";

/** What may separate two characters: the other bytes of UTF-16 or UTF-32, a line break, the size of a chunk. */
const BETWEEN = String.raw`(?:\0{1,3}|\r?\n(?:[0-9a-f]{1,8}[^\r\n]{0,64}\r?\n)?)?`;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** A number, true, false or null, also over several chunks. */
const WORD = /(?:[^\s,}\]"\\]|\r?\n[0-9a-f]{1,8}[ \t]*(?:;[^\r\n]*)?\r?\n(?=[^\s,}\]"\\]))*/iy;

/** Replaces the values of JSON members with these names, also in JSON that is a string of another document, or cut. */
export class MemberSearch {
  readonly #name: RegExp;

  constructor(names: readonly string[]) {
    const sources = names.map((name) => Array.from(name, writtenAs).join(BETWEEN));
    const name = `"${BETWEEN}(?:${sources.join("|")})${BETWEEN}`;
    this.#name = new RegExp(String.raw`${name}\\*"[\s\0]*:`, "gi");
  }

  /** The text with a string instead of each of these values, and of the blanks before it. */
  redacted(text: string): string {
    const parts: string[] = [];
    let at = 0;
    this.#name.lastIndex = 0;
    for (let name = this.#name.exec(text); name !== null; name = this.#name.exec(text)) {
      const from = name.index + name[0].length;
      const slashes = slashesBefore(text, name.index);
      const to = endOfValue(text, from, slashes);
      const quote = `${"\\".repeat(slashes)}"`;
      if (to > from) parts.push(text.slice(at, from), quote, REDACTED, quote);
      else parts.push(text.slice(at, from));
      at = to;
      this.#name.lastIndex = to;
    }
    return at === 0 ? text : parts.join("") + text.slice(at);
  }
}

/** A character as it is, or escaped. */
function writtenAs(character: string): string {
  const hex = character.charCodeAt(0).toString(16).padStart(4, "0");
  const literal = /\w/.test(character) ? character : `\\u${hex}`;
  return String.raw`(?:\\+u${hex}|\\*${literal})`;
}

function slashesBefore(text: string, at: number): number {
  let from = at;
  while (from > 0 && text.charCodeAt(from - 1) === BACKSLASH) from -= 1;
  return at - from;
}

/** Where a value ends; the end of the text if that cuts it. A quote of this document has so many backslashes before it. */
function endOfValue(text: string, from: number, slashes: number): number {
  let depth = 0;
  let isString = false;
  let run = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) {
      run += 1;
      continue;
    }
    // More backslashes escape a quote within the string.
    const isQuote = code === QUOTE && run % (2 * slashes + 2) === slashes;
    run = 0;
    if (isQuote) {
      isString = !isString;
      if (!isString && depth === 0) return at + 1;
    } else if (!isString) {
      const character = text.charAt(at);
      if (character === "{" || character === "[") depth += 1;
      else if (character === "}" || character === "]") {
        depth -= 1;
        // The document ends where the value should be.
        if (depth < 0) return from;
        if (depth === 0) return at + 1;
      } else if (depth === 0 && !/[\s\0]/.test(character)) {
        WORD.lastIndex = at;
        return at + (WORD.exec(text)?.[0].length ?? 0);
      }
    }
  }
  return text.length;
}
