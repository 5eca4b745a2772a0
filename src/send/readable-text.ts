export type TextRange = { from: number; to: number };

const MOST_LEVELS = 4;
/** Percent-encoding, escapes of JSON, programs and HTML, UTF-8; and what may be between two characters: bytes of UTF-16, a line break. */
const ESCAPES = new RegExp(
  [
    "%(?:25)*([0-9a-f]{2})",
    String.raw`\\+(?:u00([0-9a-f]{2})|x([0-9a-f]{2}))?`,
    String.raw`&(?:amp;)*(?:#x0*([0-9a-f]{1,2});|#0*(\d{1,3});|(quot|apos|lt|gt|amp);)`,
    "[\u00c2\u00c3][\u0080-\u00bf]",
    String.raw`\0+`,
    String.raw`\r?\n[ \t]*`,
  ].join("|"),
  "gi",
);
const ANY_ESCAPE = /[%\\&\u00c2\u00c3\0\n]/;
/** Between two chunks of a body: the end of one, and the size of the next. */
const CHUNK_HEADS = /(\r\n|\n)[0-9a-f]{1,8}[ \t]*(?:;[^\r\n]*)?\1/gi;
/** A line break within a string of JSON, as Base64 in lines has it. */
const ESCAPED_BREAKS = /\\+[rn]?/g;
const ANY_BREAK = /\\[rn]/;
const ENTITIES: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  lt: "<",
  gt: ">",
  amp: "&",
};
/** An escape or a chunk's size that the end of the text cuts. */
const CUT_ESCAPE =
  /(?:%(?:25)*(?:[0-9a-f]|2)?|\\+(?:u0{0,2}[0-9a-f]?|x[0-9a-f]?)?|&[#\w;]{0,12}|[\xc2\xc3]|\r?\n[0-9a-f]{0,8}\r?|\r)$/i;
const LONGEST_CUT = 40;

/** A text as a reader can understand it, and where each part of it is in the received text. */
export class ReadableText {
  readonly text: string;
  readonly #of: ReadableText | undefined;
  readonly #here: number[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];

  /** As received, or with each match replaced by what `meaning` returns: one character, none, or the match itself. */
  constructor(
    source: string | ReadableText,
    escapes?: RegExp,
    meaning: (found: RegExpMatchArray) => string = () => "",
  ) {
    if (typeof source === "string" || escapes === undefined) {
      this.text = typeof source === "string" ? source : source.text;
      return;
    }
    this.#of = source;
    const parts: string[] = [];
    let length = 0;
    const add = (part: string, from: number, to: number): void => {
      if (part === "") return;
      this.#here.push(length);
      this.#from.push(from);
      this.#to.push(to);
      parts.push(part);
      length += part.length;
    };
    let at = 0;
    for (const found of source.text.matchAll(escapes)) {
      add(source.text.slice(at, found.index), at, found.index);
      at = found.index + found[0].length;
      add(meaning(found), found.index, at);
    }
    add(source.text.slice(at), at, source.text.length);
    this.text = parts.join("");
  }

  /** The range in the received text of a range here, which is not empty. */
  received({ from, to }: TextRange): TextRange {
    if (this.#of === undefined) return { from, to };
    return this.#of.received({ from: this.#place(from).from, to: this.#place(to - 1).to });
  }

  #place(at: number): TextRange {
    let [low, high] = [0, this.#here.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#here[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    const { from, to } = { from: this.#from[low] ?? 0, to: this.#to[low] ?? 0 };
    const here = this.#here[low] ?? 0;
    const isOne = (this.#here[low + 1] ?? this.text.length) - here === 1;
    return isOne ? { from, to } : { from: from + at - here, to: from + at - here + 1 };
  }
}

/** The readings of a text with one byte per character: as it is, then without each level of escapes. */
export function readingsOf(text: string): ReadableText[] {
  const received = new ReadableText(text);
  if (!ANY_ESCAPE.test(text)) return [received];
  const joined = [new ReadableText(received, CHUNK_HEADS)];
  if (ANY_BREAK.test(text))
    joined.push(
      new ReadableText(received, ESCAPED_BREAKS, ([all]) => (/[rn]$/.test(all) ? "" : all)),
    );
  return [received, ...joined.filter((each) => each.text !== text)].flatMap(decoded);
}

export function withoutCutEscape(text: string): string {
  const at = Math.max(0, text.length - LONGEST_CUT);
  const cut = CUT_ESCAPE.exec(text.slice(at));
  return cut === null ? text : text.slice(0, at + cut.index);
}

function decoded(first: ReadableText): ReadableText[] {
  const readings = [first];
  for (let reading = first; readings.length <= MOST_LEVELS; readings.push(reading)) {
    const next = new ReadableText(reading, ESCAPES, meaningOf);
    if (next.text === reading.text) break;
    reading = next;
  }
  return readings;
}

function meaningOf([all, percent, unicode, hex, entityHex, entity, named]: RegExpMatchArray) {
  const digits = percent ?? unicode ?? hex ?? entityHex;
  if (digits !== undefined) return String.fromCharCode(parseInt(digits, 16));
  if (entity !== undefined) return String.fromCharCode(Number(entity));
  if (named !== undefined) return ENTITIES[named.toLowerCase()] ?? "";
  // The two bytes of UTF-8; what separates characters has no meaning.
  const isUtf8 = all.length === 2 && all.charCodeAt(0) >= 0xc2;
  return isUtf8
    ? String.fromCharCode(((all.charCodeAt(0) & 3) << 6) | (all.charCodeAt(1) & 63))
    : "";
}
