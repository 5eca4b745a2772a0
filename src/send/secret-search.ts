import { type TextRange, readingsOf, withoutCutEscape } from "./readable-text.ts";

/** The minimum length of a secret to search for: shorter texts occur by chance. */
export const LEAST_SEARCHED = 4;
/** So many characters of a longer secret in a row are redacted, wherever a text was cut. */
const PIECE = 12;
/** A text is searched in blocks, so that the memory for its readings is limited. */
const BLOCK = 256 * 1024;
/** The beginning of a block is searched with the previous one: longer than a piece in any encoding. */
const OVERLAP = 4096;
const BASE = 0x01000193;

const FOLDED = Uint8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (character === "-" || character === " ") return 0x2b;
  if (character === "_") return 0x2f;
  const lower = character.toLowerCase().charCodeAt(0);
  return lower < 256 ? lower : code;
});

function folded(text: string): Buffer {
  const bytes = Buffer.from(text, "latin1");
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = FOLDED[bytes[at] ?? 0] ?? 0;
  return bytes;
}

/** The Base64 characters that depend on these bytes alone, for each offset in the encoded text. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const from = Math.ceil((before * 8) / 6);
    return text.slice(from, Math.floor(((before + bytes.length) * 8) / 6));
  });
}

function writings(secret: string): Buffer[] {
  const bytes = Buffer.from(secret, "latin1");
  const coded = [...base64Forms(bytes), bytes.toString("hex")]
    // What is decided by a few bytes is found in many a text.
    .filter((text) => text.length > LEAST_SEARCHED);
  // Of an escape with a letter, a readable text has the letter.
  const plain = [secret, JSON.stringify(secret).slice(1, -1)].flatMap((text) =>
    readingsOf(text).map((reading) => reading.text),
  );
  return [...plain, ...coded].filter((text) => text.length >= LEAST_SEARCHED).map(folded);
}

/** Finds secrets in texts of one byte a character, however they are written there, in time linear in the text. */
export class SecretSearch {
  readonly #writings: readonly Buffer[];
  readonly #tables: readonly PieceTable[];

  constructor(secrets: readonly string[]) {
    const all = secrets.flatMap(writings);
    this.#writings = [...new Map(all.map((each) => [each.toString("latin1"), each])).values()];
    const lengths = new Set(this.#writings.map(pieceLength));
    this.#tables = Array.from(
      lengths,
      (length) =>
        new PieceTable(
          length,
          this.#writings.filter((each) => pieceLength(each) === length),
        ),
    );
  }

  /** The places of secrets, and of pieces of them, in a text. `isCut`: the text may end before a secret does. */
  find(text: string, isCut: boolean): TextRange[] {
    if (this.#tables.length === 0) return [];
    const found: TextRange[] = [];
    for (let from = 0; from < text.length; from += BLOCK)
      found.push(...movedBy(from, this.#findIn(text.slice(from, from + BLOCK + OVERLAP))));
    if (isCut) found.push(...this.#findCut(text));
    return found;
  }

  #findIn(text: string): TextRange[] {
    return readingsOf(text).flatMap((reading) => {
      const bytes = folded(reading.text);
      return this.#tables
        .flatMap((table) => table.find(bytes))
        .map((range) => reading.received(range));
    });
  }

  /** The beginning of a secret at the end of the text, also if the end cuts an escape. */
  #findCut(text: string): TextRange[] {
    const at = Math.max(0, text.length - OVERLAP);
    const end = text.slice(at);
    const whole = withoutCutEscape(end);
    return [...new Set([end, whole])].flatMap((tail) =>
      readingsOf(tail).flatMap((reading) => {
        const bytes = folded(reading.text);
        const length = Math.max(...this.#writings.map((each) => begunAtEnd(bytes, each)));
        if (length === 0) return [];
        const { from } = reading.received({ from: bytes.length - length, to: bytes.length });
        return [{ from: at + from, to: text.length }];
      }),
    );
  }
}

const movedBy = (by: number, ranges: TextRange[]): TextRange[] =>
  ranges.map(({ from, to }) => ({ from: from + by, to: to + by }));

const pieceLength = ({ length }: Buffer): number => Math.min(length, PIECE);

/** How many bytes of a writing, from its first one, are the last ones of a text: 0 if they are too few to tell. */
function begunAtEnd(text: Buffer, writing: Buffer): number {
  let from = text.length - Math.min(pieceLength(writing), text.length);
  for (; text.length - from >= LEAST_SEARCHED; from += 1) {
    let at = from;
    while (at < text.length && text[at] === writing[at - from]) at += 1;
    if (at === text.length) return at - from;
  }
  return 0;
}

/** Every piece of some texts, by its hash: finding one takes the same time however many there are. */
class PieceTable {
  readonly #length: number;
  readonly #texts: Buffer;
  /** Where a piece begins in the texts, and 1; 0 is empty. At least half are empty. */
  readonly #slots: Int32Array;
  readonly #shift: number;
  /** The weight of the first byte of a piece in its hash. */
  readonly #first: number;

  constructor(length: number, texts: readonly Buffer[]) {
    this.#length = length;
    this.#texts = Buffer.concat(texts);
    const bits = Math.max(4, Math.ceil(Math.log2(2 * this.#texts.length)));
    this.#slots = new Int32Array(2 ** bits);
    this.#shift = 32 - bits;
    this.#first = 1;
    for (let nth = 1; nth < length; nth += 1) this.#first = Math.imul(this.#first, BASE);
    let begin = 0;
    for (const text of texts) {
      this.#scan(text, begin + 1);
      begin += text.length;
    }
  }

  find(text: Buffer): TextRange[] {
    return this.#scan(text, 0);
  }

  /** As `find`. With `place`, where the text begins in the table's, the table has all its pieces afterwards. */
  #scan(text: Buffer, place: number): TextRange[] {
    const found: TextRange[] = [];
    const length = this.#length;
    const first = this.#first;
    const slots = this.#slots;
    let to = 0;
    let hash = 0;
    for (let end = 1; end <= text.length; end += 1) {
      const at = end - length;
      if (at > 0) hash -= Math.imul(text[at - 1] ?? 0, first);
      hash = (Math.imul(hash, BASE) + (text[end - 1] ?? 0)) | 0;
      if (at < 0) continue;
      let slot = Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> this.#shift;
      let begin = slots[slot] ?? 0;
      while (begin !== 0 && !this.#isSame(text, at, begin - 1)) {
        slot = (slot + 1) & (slots.length - 1);
        begin = slots[slot] ?? 0;
      }
      if (place > 0 && begin === 0) slots[slot] = place + at;
      if (begin === 0) continue;
      const last = found.at(-1);
      if (last !== undefined && at < to) last.to = end;
      else found.push({ from: at, to: end });
      to = end;
    }
    return found;
  }

  #isSame(text: Buffer, at: number, begin: number): boolean {
    for (let nth = 0; nth < this.#length; nth += 1)
      if (text[at + nth] !== this.#texts[begin + nth]) return false;
    return true;
  }
}

/** The text with each of these parts replaced; parts that overlap are one. */
export function replaceRanges(text: string, ranges: readonly TextRange[], by: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (from >= at) parts.push(text.slice(at, from), by);
    at = Math.max(at, to);
  }
  return parts.join("") + text.slice(at);
}
