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

  take(text: string): boolean {
    if (!this.isNext(text)) return false;
    this.#at += text.length;
    return true;
  }

  takeMatch(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at;
    const [found] = expression.exec(this.#text) ?? [];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

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

/** A named set of characters as the inside of a class of ECMAScript: without brackets. */
type Sets = Readonly<Record<string, string>>;

/** POSIX names, of `[[:alpha:]]` and of Java's `\p{Alpha}`: ASCII, as in both. */
const POSIX: Sets = {
  alnum: "0-9A-Za-z",
  alpha: "A-Za-z",
  ascii: "\\x00-\\x7f",
  blank: "\\t ",
  cntrl: "\\x00-\\x1f\\x7f",
  digit: "0-9",
  graph: "!-~",
  lower: "a-z",
  print: " -~",
  punct: "!-\\/:-@\\[-`\\{-~",
  space: "\\t-\\r ",
  upper: "A-Z",
  word: "0-9A-Z_a-z",
  xdigit: "0-9A-Fa-f",
};

/** Horizontal white space, as PCRE and Java read `\h`. */
export const HORIZONTAL = "\\t \\xa0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000";

/** A line break, as PCRE, Java and Ruby read `\R`. */
export const LINE_BREAK = "(?:\\r\\n|[\\n-\\r\\x85\\u2028\\u2029])";

/** Java and PCRE have these names as properties, with capitals. */
const JAVA_POSIX =
  /^(?:Alnum|Alpha|ASCII|Blank|Cntrl|Digit|Graph|Lower|Print|Punct|Space|Upper|XDigit)$/;

const isProperty = (name: string): boolean => isCompiled(`\\p{${name}}`);

/** Sets of one case: with the flag `i`, they have both. */
const ANY_CASE: Sets = { Lu: "LC", Ll: "LC", Lt: "LC", Lower: "Alpha", Upper: "Alpha" };

/** A property such as `Lu`, `IsLatin` or `Punct` as the inside of a class; undefined if ECMAScript has no such set. `anyCase`: the flag `i`. */
export function propertySet(name: string, anyCase: boolean): string | undefined {
  const wanted = anyCase ? (ANY_CASE[name] ?? name) : name;
  if (JAVA_POSIX.test(wanted)) return POSIX[wanted.toLowerCase()];
  const plain = wanted.replace(/^In|^Is/, "");
  const known = [wanted, plain, `Script=${wanted}`, `Script=${plain}`].find(isProperty);
  return known && `\\p{${known}}`;
}

/** Whether ECMAScript reads the pattern with the flag `u`, as JSON Schema demands. */
export function isCompiled(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

export const escapedLiteral = (character: string): string =>
  /[\^$\\.*+?()[\]{}|/]/.test(character) && character !== "/" ? `\\${character}` : character;

export const codeText = (character: string): string =>
  /[\\\]^[-]/.test(character) ? `\\${character}` : character;

export function eitherCase(character: string): string[] {
  const others = [character.toLowerCase(), character.toUpperCase()];
  // A sharp s as two letters is not one character.
  return [character, ...others.filter((each) => Array.from(each).length === 1)].filter(
    (each, at, all) => all.indexOf(each) === at,
  );
}

/** An item of a class: one character, or the inside of a class that stands for several. */
type Item = { one: string } | { set: string };

/** Reads the class whose bracket is read already, and writes it for ECMAScript; `anyCase` is the flag `i`. */
export function readClass(text: PatternText, anyCase: boolean): string {
  const negated = text.take("^") ? "^" : "";
  const written: string[] = [];
  let [isFirst, hasBracket] = [true, false];
  while (isFirst || !text.isNext("]")) {
    if (text.isNext("&&")) throw new Untranslatable();
    hasBracket ||= text.isNext("[") && !text.isNext("[:");
    const item = readItem(text, anyCase);
    isFirst = false;
    if (item === undefined) continue;
    const isRange = text.isNext("-") && !text.isNext("-]");
    if ("set" in item || !isRange) {
      written.push("set" in item ? item.set : single(item.one, anyCase));
      continue;
    }
    text.take("-");
    const end = readItem(text, anyCase);
    if (end === undefined) throw new Untranslatable();
    written.push(
      "one" in end
        ? range(item.one, end.one, anyCase)
        : `${single(item.one, anyCase)}\\-${end.set}`,
    );
  }
  text.take("]");
  // In Java, a class in a class is a part of it; elsewhere its bracket is a character.
  if (hasBracket && text.isNext("]")) throw new Untranslatable();
  return `[${negated}${written.join("")}]`;
}

const single = (character: string, anyCase: boolean): string =>
  (anyCase ? eitherCase(character) : [character]).map(codeText).join("");

/** With the flag `i`, the letters of ASCII among the characters in their other case. */
function range(from: string, to: string, anyCase: boolean): string {
  const [first = 0, last = 0] = [from.codePointAt(0), to.codePointAt(0)];
  if (first > last) throw new Untranslatable();
  const others = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    .filter((letter) => first <= letter.charCodeAt(0) && letter.charCodeAt(0) <= last)
    .map((letter) => (letter >= "a" ? letter.toUpperCase() : letter.toLowerCase()))
    .filter((letter) => first > letter.charCodeAt(0) || letter.charCodeAt(0) > last);
  const isWhole = others.length === 26;
  const whole = others[0] === "A" ? "A-Z" : "a-z";
  const more = !anyCase ? "" : isWhole ? whole : others.join("");
  return `${codeText(from)}-${codeText(to)}${more}`;
}

function readItem(text: PatternText, anyCase: boolean): Item | undefined {
  const posix = text.takeMatch(/\[:\^?[a-z]+:\]/y);
  if (posix !== undefined) {
    const name = posix.replace(/[^a-z]/g, "");
    const set = POSIX[anyCase && /^(?:low|upp)er$/.test(name) ? "alpha" : name];
    if (set === undefined || posix.includes("^")) throw new Untranslatable();
    return { set };
  }
  const character = text.next();
  if (character !== "\\") return { one: character };
  const code = text.takeCode();
  if (code !== undefined) return { one: code };
  const octal = text.takeMatch(/[1-7][0-7]{0,2}/y);
  if (octal !== undefined) return { one: String.fromCodePoint(parseInt(octal, 8)) };
  const property = text.takeProperty();
  if (property !== undefined) {
    const set = propertySet(property.name, anyCase);
    if (set === undefined) throw new Untranslatable();
    if (!property.negated) return { set };
    // Only a property itself can be negated within a class.
    if (!/^\\p\{[^}]*\}$/.test(set)) throw new Untranslatable();
    return { set: set.replace("p", "P") };
  }
  const letter = text.next();
  if (letter === "E") return undefined;
  if (letter === "h") return { set: HORIZONTAL };
  if (letter === "b") return { one: "\b" };
  if (/[dDwWsS]/.test(letter)) return { set: `\\${letter}` };
  if (/[nrtfv0]/.test(letter)) return { one: CONTROL[letter] ?? "\0" };
  if (/[A-Za-z\d]/.test(letter)) throw new Untranslatable();
  return { one: letter };
}

const CONTROL: Record<string, string> = { n: "\n", r: "\r", t: "\t", f: "\f", v: "\v" };
