/** A pattern for which no translation is known. */
export class Untranslatable extends Error {}

const CONTROLS: Record<string, string> = { a: "\u0007", e: "\u001b" };

export class PatternText {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  get rest(): string {
    return this.#text.slice(this.#at);
  }

  isNext(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  next(): string {
    const code = this.#text.codePointAt(this.#at);
    if (code === undefined) throw new Untranslatable();
    const character = String.fromCodePoint(code);
    this.#at += character.length;
    return character;
  }

  /** Reads this text, if it is next. */
  take(text: string): boolean {
    if (!this.isNext(text)) return false;
    this.#at += text.length;
    return true;
  }

  /** Reads what a sticky expression matches here. */
  takeMatch(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at;
    const [found] = expression.exec(this.#text) ?? [];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  /** Puts back what was read last. */
  back(text: string): void {
    this.#at -= text.length;
  }

  /** Behind a backslash: a character that is given by its code, such as `x{41}`, `x41`, `u0041`, `012` or `e`. */
  takeCode(): string | undefined {
    const braced = this.takeMatch(/[xu]\{[\da-fA-F]+\}/y)?.slice(2, -1);
    const hex = braced ?? this.takeMatch(/x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}/y)?.slice(1);
    const octal = this.takeMatch(/o\{[0-7]+\}/y)?.slice(2, -1) ?? this.takeMatch(/0[0-7]{1,2}/y);
    if (hex !== undefined || octal !== undefined) {
      const code = hex === undefined ? parseInt(octal ?? "", 8) : parseInt(hex, 16);
      if (code > 0x10_ffff) throw new Untranslatable();
      return String.fromCodePoint(code);
    }
    const control = this.takeMatch(/c[A-Za-z]/y);
    if (control !== undefined) return String.fromCharCode(control.charCodeAt(1) & 31);
    return CONTROLS[this.takeMatch(/[ae]/y) ?? ""];
  }

  /** Behind a backslash: `p{L}`, `pL`, `P{L}`, `p{^L}`. */
  takeProperty(): { name: string; negated: boolean } | undefined {
    const found = this.takeMatch(/[pP](?:\{\^?[\w=]+\}|[A-Z])/y);
    if (found === undefined) return undefined;
    const name = found.slice(1).replace(/^\{\^?|\}$/g, "");
    return { name, negated: found.startsWith("P") !== found.includes("^") };
  }
}
