import { oncePer } from "../../remember.ts";
import { INVALID, isWhole } from "./decode-text.ts";

/** Differences of a JSON reader from RFC 8259: where it accepts more, and where less. */
export type Tolerance = Readonly<{
  /** `//` and `/ * * /`; `#` too with `hash`. */
  comments?: "slashes" | "hash";
  trailingCommas?: boolean;
  /** Several commas in a row, or one at the start. */
  emptyItems?: boolean;
  singleQuotes?: boolean;
  bareKeys?: boolean;
  nonFinite?: boolean;
  leadingZeros?: boolean;
  plusSigns?: boolean;
  /** `.5` and `5.` */
  barePoints?: boolean;
  hexNumbers?: boolean;
  controls?: boolean;
  anyEscape?: boolean;
  anySpace?: boolean;
  /** Bytes after the document; `spaced` if a number must have white space after it, and a word another character. */
  trailing?: "any" | "spaced";
  /** True, None, TRUE and NULL, which other languages write. */
  anyCaseLiterals?: boolean;
  empty?: boolean;
  depth?: number;
  /** A key that stands twice in an object: by default the last value is taken. */
  duplicates?: "first" | "refused";
  /** Escapes of half a surrogate pair: all, first halves near the end, or those whose other half is not the next escape. */
  loneSurrogates?: "refused" | "refused at the end" | "refused between escapes";
  noNulKeys?: boolean;
  finiteNumbers?: boolean;
  /** Comments up to the end of the line need one. */
  commentsEnd?: boolean;
}>;

/** Thrown for a refused text; it never leaves this file. One is enough: a stack for each document would cost more than reading it. */
class Refusal extends Error {}
const REFUSAL = new Refusal();

const SPACES = /[ \t\n\r]*/y;
const ANY_SPACES = /\s*/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const LITERAL = /true|false|null/y;
const LITERALS: Readonly<Record<string, string>> = { true: "true", false: "false", null: "null" };
const NON_FINITE = /^(?:NaN|[+-]?Infinity)$/;
const SLASHES = /\/\/[^\n\r]*/y;
const ENDED = /\/\/[^\n]*\n/y;
const HASH = /(?:\/\/|#)[^\n\r]*/y;
/** Characters that stand for themselves in every string: no quote, no escape, no control, no surrogate. */
const PLAIN = /[ !#-&(-[\]-\ud7ff\ue000-\uffff]*/y;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

const PLAIN_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A number as JSON has it: without a plus sign, leading zeros, or a point at an end. */
const plainNumber = (text: string): string => {
  if (PLAIN_NUMBER.test(text)) return text;
  if (/^[+-]?0x/i.test(text))
    return String(Number(text.replace(/^[+-]/, "")) * (text[0] === "-" ? -1 : 1));
  return text
    .replace(/^\+/, "")
    .replace(/^(-?)0+(?=\d)/, "$1")
    .replace(/^(-?)\./, "$10.")
    .replace(/\.(?=$|[eE])/, ".0");
};

/** The numbers that a tolerance reads; each tolerance reads many documents. */
const numberPattern = oncePer((allows: Tolerance) => {
  const sign = allows.plusSigns === true ? "[+-]?" : "-?";
  const whole = allows.leadingZeros === true ? "\\d+" : "(?:0|[1-9]\\d*)";
  const digits =
    allows.barePoints === true ? `(?:${whole}\\.?\\d*|\\.\\d+)` : `${whole}(?:\\.\\d+)?`;
  const hex = allows.hexNumbers === true ? "0[xX][\\da-fA-F]+|" : "";
  return new RegExp(`${sign}(?:${hex}${digits}(?:[eE][+-]?\\d+)?)`, "y");
});

class Reader {
  private at = 0;
  /** The last escape was the first half of a pair. */
  private isHalf = false;
  private readonly text: string;
  private readonly allows: Tolerance;
  private readonly number: RegExp;

  constructor(text: string, allows: Tolerance) {
    this.text = text;
    this.allows = allows;
    this.number = numberPattern(allows);
  }

  /** The value, which is in this many arrays that were taken off. */
  document(within = 0): string {
    this.space();
    if (this.at === this.text.length && this.allows.empty === true) return "null";
    const value = this.value(within + 1);
    this.space();
    if (this.at < this.text.length && this.allows.trailing === undefined) throw REFUSAL;
    return value;
  }

  private value(level: number): string {
    const first = this.text[this.at];
    if (first === "{") return this.members(level);
    if (first === "[") return this.items(level);
    if (first === '"' || (first === "'" && this.allows.singleQuotes === true))
      return this.string(first);
    const digits = this.matched(this.number);
    if (digits !== "") return this.numeral(digits, level);
    return this.word();
  }

  private word(): string {
    const sign = this.matched(this.allows.plusSigns === true ? /[+-]?/y : /-?/y);
    const found = this.matched(this.allows.trailing === "any" ? LITERAL : WORD);
    if (this.allows.trailing === "spaced" && (this.text[this.at] ?? "") > "\x7f") throw REFUSAL;
    const literal = LITERALS[this.allows.anyCaseLiterals === true ? found.toLowerCase() : found];
    if (literal !== undefined && sign === "") return literal;
    if (this.allows.nonFinite === true && NON_FINITE.test(sign + found)) return "null";
    throw REFUSAL;
  }

  private numeral(digits: string, level: number): string {
    const next = this.text[this.at] ?? "";
    const isCutOff =
      !/[eE]/.test(digits) && (/[eE]/.test(next) || (next === "." && !digits.includes(".")));
    const isJoined = this.allows.trailing === "spaced" && level === 1 && /[^ \t\n\r]/.test(next);
    const plain = plainNumber(digits);
    if (
      isCutOff ||
      isJoined ||
      (this.allows.finiteNumbers === true && !Number.isFinite(Number(plain)))
    )
      throw REFUSAL;
    return plain;
  }

  private items(level: number): string {
    const found: string[] = [];
    this.list(level, "]", () => found.push(this.value(level + 1)));
    return `[${found.join(",")}]`;
  }

  private members(level: number): string {
    const found = new Map<string, string>();
    this.list(level, "}", () => {
      const key = this.key();
      if (this.allows.noNulKeys === true && key.startsWith('"\\u0000')) throw REFUSAL;
      this.space();
      this.expect(":");
      this.space();
      const value = this.value(level + 1);
      if (found.has(key) && this.allows.duplicates === "refused") throw REFUSAL;
      if (!found.has(key) || this.allows.duplicates !== "first") found.set(key, value);
    });
    return `{${[...found].map(([key, value]) => `${key}:${value}`).join(",")}}`;
  }

  private key(): string {
    const first = this.text[this.at];
    if (first === '"' || (first === "'" && this.allows.singleQuotes === true))
      return this.string(first);
    const word = this.allows.bareKeys === true ? this.matched(WORD) : "";
    if (word === "") throw REFUSAL;
    return JSON.stringify(word);
  }

  /** The entries of an array or an object, from its opening to its closing bracket. */
  private list(level: number, end: string, entry: () => void): void {
    if (level > (this.allows.depth ?? Infinity)) throw REFUSAL;
    this.at++;
    this.space();
    this.commas();
    for (let first = true; this.text[this.at] !== end; first = false) {
      if (!first) {
        this.expect(",");
        this.space();
        this.commas();
        if (this.text[this.at] === end && this.allows.trailingCommas === true) break;
      }
      entry();
      this.space();
    }
    this.at++;
  }

  private commas(): void {
    while (this.allows.emptyItems === true && this.text[this.at] === ",") {
      this.at++;
      this.space();
    }
  }

  private string(quote: string): string {
    let found = "";
    this.isHalf = false;
    this.at++;
    for (found += this.matched(PLAIN); this.text[this.at] !== quote; this.at++) {
      const unit = this.text[this.at];
      if (unit === undefined || this.isInvalid(unit) || this.isRefusedControl(unit)) throw REFUSAL;
      found += unit === "\\" ? this.escape() : unit;
    }
    this.at++;
    if (this.isHalf || (this.allows.loneSurrogates === "refused" && !isWhole(found))) throw REFUSAL;
    return JSON.stringify(found);
  }

  /** Whether this is the mark of a refused byte, not the second half of a pair such as in U+10FFFF. */
  private isInvalid(unit: string): boolean {
    return unit === INVALID && !/[\ud800-\udbff]/.test(this.text[this.at - 1] ?? "");
  }

  private isRefusedControl(unit: string): boolean {
    return unit < " " && this.allows.controls !== true;
  }

  private escape(): string {
    const letter = this.text[++this.at] ?? "";
    const plain = ESCAPES[letter];
    if (plain !== undefined) return plain;
    if (letter === "u") return this.unicodeEscape();
    const isQuote = letter === "'" && this.allows.singleQuotes === true;
    if (letter === "" || this.isRefusedControl(letter)) throw REFUSAL;
    if (this.allows.anyEscape === true || isQuote) return letter;
    throw REFUSAL;
  }

  private unicodeEscape(): string {
    const digits = this.text.slice(this.at + 1, this.at + 5);
    if (!/^[\da-fA-F]{4}$/.test(digits)) throw REFUSAL;
    this.at += 4;
    const isFirst = /^d[89ab]/i.test(digits);
    const isSecond = /^d[c-f]/i.test(digits);
    const { loneSurrogates } = this.allows;
    const left = this.text.indexOf('"', this.at) - this.at - 1;
    if (loneSurrogates === "refused at the end" && isFirst && left < 6) throw REFUSAL;
    if (loneSurrogates === "refused between escapes") {
      if (this.isHalf !== isSecond) throw REFUSAL;
      this.isHalf = isFirst;
    }
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  private space(): void {
    this.matched(this.allows.anySpace === true ? ANY_SPACES : SPACES);
    if (this.allows.comments === undefined || !this.comment()) return;
    this.space();
  }

  private comment(): boolean {
    const line =
      this.allows.comments === "hash" ? HASH : this.allows.commentsEnd === true ? ENDED : SLASHES;
    return this.matched(line) !== "" || this.matched(/\/\*[^]*?\*\//y) !== "";
  }

  private expect(sign: string): void {
    if (this.text[this.at] !== sign) throw REFUSAL;
    this.at++;
  }

  private matched(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.text)) return "";
    const found = this.text.slice(this.at, pattern.lastIndex);
    this.at = pattern.lastIndex;
    return found;
  }
}

/** So many levels fit on the stack, however many frames of it each takes. */
const DEEP = 1000;

/** The arrays around a document that is nothing but deep arrays around a value without any; all but the innermost. */
function outerArrays(text: string): number {
  const [opened = ""] = /^\[*/.exec(text) ?? [];
  if (opened.length <= DEEP) return 0;
  let closed = 0;
  while (text[text.length - 1 - closed] === "]") closed += 1;
  const middle = text.slice(opened.length, text.length - closed);
  return /[[\]]/.test(middle) ? 0 : Math.max(0, Math.min(opened.length, closed) - 1);
}

/** The document as plain JSON, as a reader with this tolerance reads it; undefined if the reader refuses it. */
export function tolerantJson(text: string, allows: Tolerance = {}): string | undefined {
  try {
    const outer = outerArrays(text);
    const inner = new Reader(text.slice(outer, text.length - outer), allows).document(outer);
    return "[".repeat(outer) + inner + "]".repeat(outer);
  } catch (error) {
    if (error instanceof Refusal || error instanceof RangeError) return undefined;
    throw error;
  }
}
