import { HORIZONTAL, LINE_BREAK, propertySet, readClass, codeText } from "./character-class.ts";
import { eitherCase, escapedLiteral, isCompiled } from "./character-class.ts";
import { PatternText, Untranslatable } from "./character-class.ts";

/** A pattern of ECMAScript with the flag `u`; `approximate` says how the matching texts differ from those of the original. */
export type Translation = { pattern: string; approximate?: string };

/** From PCRE, RE2, Python, Ruby, Java or .NET; one of ECMAScript stays as it is. Undefined if it is broken, or there is no translation. */
export function translatePattern(pattern: string): Translation | undefined {
  const between = /^\/(\^.*\$)\/([imsux]*)$/s.exec(pattern);
  if (between !== null) {
    const [, inner = "", flags = ""] = between;
    const translated = translatePattern(flags === "" ? inner : `(?${flags})${inner}`);
    return translated && { ...translated, approximate: "it is read without the slashes around it" };
  }
  if (isCompiled(pattern)) return { pattern };
  try {
    const reader = new Reader(pattern);
    const written = numbered(reader.readAll());
    if (!isCompiled(written)) return undefined;
    const approximate = [...reader.approximate].join("; ");
    return { pattern: written, ...(approximate !== "" && { approximate }) };
  } catch (error) {
    if (!(error instanceof Untranslatable)) throw error;
    return undefined;
  }
}

/** A part of the translation: text, the start of a group, or a reference to one. */
type Part = string | { opens: number } | { refers: number };

/** Groups are numbered when all are known: an atomic group adds one. */
function numbered(parts: readonly Part[]): string {
  const order = parts.flatMap((part) =>
    typeof part === "object" && "opens" in part ? [part.opens] : [],
  );
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      if ("opens" in part) return part.opens < 0 ? `(?<atomic${-part.opens}>` : "(";
      const number = order.indexOf(part.refers) + 1;
      if (number === 0) throw new Untranslatable();
      // The digits of a text behind it are not part of the number.
      return part.refers < 0 ? `\\k<atomic${-part.refers}>` : `(?:\\${number})`;
    })
    .join("");
}

type Flags = { i: boolean; m: boolean; s: boolean; x: boolean };

type Atom = {
  parts: Part[];
  isOne?: boolean;
  /** It has no width, and may not be repeated with the flag `u`. */
  isEmpty?: boolean;
};

class Reader {
  readonly approximate = new Set<string>();
  readonly #text: PatternText;
  #groups = 0;
  #atomic = 0;
  #names = new Map<string, number>();
  #depth = 0;

  constructor(pattern: string) {
    this.#text = new PatternText(pattern);
  }

  readAll(): Part[] {
    const parts = this.#alternatives({ i: false, m: false, s: false, x: false });
    if (!this.#text.isAtEnd) throw new Untranslatable();
    return parts;
  }

  /** Up to the end of the group. Flags that are set within hold up to there. */
  #alternatives(outer: Flags): Part[] {
    const flags = { ...outer };
    const parts: Part[] = [];
    while (!this.#text.isAtEnd && !this.#text.isNext(")")) {
      if (this.#text.take("|")) parts.push("|");
      else if (flags.x && this.#skipFree()) continue;
      else parts.push(...this.#quantified(flags));
    }
    return parts;
  }

  /** White space and comments, where the flag `x` is set. */
  #skipFree(): boolean {
    return this.#text.takeMatch(/\s+|#[^\n]*/y) !== undefined;
  }

  #quantified(flags: Flags): Part[] {
    const atom = this.#atom(flags);
    if (atom === undefined) return [];
    while (flags.x && this.#skipFree());
    const found = this.#text.takeMatch(/[*+?]|\{\d*(?:,\d*)?\}/y);
    if (found === undefined || found === "{}" || found === "{,}") {
      if (found !== undefined) this.#text.back(found);
      return atom.parts;
    }
    const times = found.replace(/^\{,/, "{0,");
    const body: Part[] = atom.isEmpty === true ? ["(?:", ...atom.parts, ")"] : atom.parts;
    if (this.#text.take("?")) return [...body, times, "?"];
    if (!this.#text.take("+")) return [...body, times];
    const greedy = [...body, times];
    return this.#isSameGreedy(atom) ? greedy : this.#atomically(greedy);
  }

  /** Whether it makes no difference that characters are not given back: what follows matches none of them. */
  #isSameGreedy({ parts, isOne }: Atom): boolean {
    const { rest } = this.#text;
    if (rest === "" && this.#depth === 0) return true;
    if (isOne !== true) return false;
    if (this.#depth === 0 && /^(?:\$|\\[zZ])$/.test(rest)) return true;
    const next = /^(?:\\([^\w\s])|([^\\^$.*+?()[\]{}|\s]))(?![*?{])/u.exec(rest);
    const character = next?.[1] ?? next?.[2];
    if (character === undefined) return false;
    return !new RegExp(`^(?:${parts.join("")})$`, "iu").test(character);
  }

  /** Look-ahead gives nothing back, and the reference repeats what it found. `textsMatching` knows this form. */
  #atomically(inner: readonly Part[]): Part[] {
    this.#atomic += 1;
    const id = -this.#atomic;
    return ["(?:(?=", { opens: id }, ...inner, "))", { refers: id }, ")"];
  }

  /** Undefined for what has no counterpart: flags and comments. */
  #atom(flags: Flags): Atom | undefined {
    const character = this.#text.next();
    if (character === "(") return this.#group(flags);
    if (character === "[") return { parts: [readClass(this.#text, flags.i)], isOne: true };
    if (character === "\\") return this.#escape(flags);
    if (character === ".") return { parts: [flags.s ? "[\\s\\S]" : "."], isOne: true };
    if (character === "^") return { parts: [flags.m ? "(?<![^\\n])" : "^"], isEmpty: true };
    if (character === "$") return { parts: [flags.m ? "(?![^\\n])" : "$"], isEmpty: true };
    const isQuantifier = character === "{" && /^\d+(?:,\d*)?\}/.test(this.#text.rest);
    if ("*+?".includes(character) || isQuantifier) throw new Untranslatable();
    return literal(character, flags);
  }

  #group(outer: Flags): Atom | undefined {
    const text = this.#text;
    if (text.isNext("*")) throw new Untranslatable();
    if (!text.take("?")) {
      this.#groups += 1;
      const opens = this.#groups;
      return { parts: [{ opens }, ...this.#inside(outer), ")"] };
    }
    if (text.take("#")) {
      if (text.takeMatch(/[^)]*\)/y) === undefined) throw new Untranslatable();
      return undefined;
    }
    if (text.take(">")) return { parts: this.#atomically(this.#inside(outer)) };
    const look = text.takeMatch(/<?[=!]/y);
    if (look !== undefined)
      return { parts: [`(?${look}`, ...this.#inside(outer), ")"], isEmpty: true };
    if (text.takeMatch(/P=/y) !== undefined) {
      const name = text.takeMatch(/\w+\)/y) ?? "";
      return { parts: [this.#named(name.slice(0, -1))] };
    }
    const name = text.takeMatch(/P?<\w+>|'\w+'/y);
    if (name !== undefined) {
      this.#groups += 1;
      const opens = this.#groups;
      this.#names.set(name.replace(/^P?[<']|[>']$/g, ""), opens);
      return { parts: [{ opens }, ...this.#inside(outer), ")"] };
    }
    return this.#flagged(outer);
  }

  /** `(?i)` for the rest of the group around it, `(?i:...)` for its own. */
  #flagged(outer: Flags): Atom | undefined {
    const found = this.#text.takeMatch(/\^?[imsxuUaLd]*(?:-[imsxuUd]+)?[:)]/y);
    if (found === undefined) throw new Untranslatable();
    const [on = "", off = ""] = found.slice(0, -1).split("-");
    const flags = { ...outer };
    for (const name of ["i", "m", "s", "x"] as const) {
      if (on.startsWith("^") || off.includes(name)) flags[name] = false;
      if (on.includes(name)) flags[name] = true;
    }
    if (found.endsWith(":")) return { parts: ["(?:", ...this.#inside(flags), ")"] };
    Object.assign(outer, flags);
    return undefined;
  }

  #inside(flags: Flags): Part[] {
    this.#depth += 1;
    const parts = this.#alternatives(flags);
    this.#depth -= 1;
    if (!this.#text.take(")")) throw new Untranslatable();
    return parts;
  }

  #named(name: string): Part {
    const refers = this.#names.get(name);
    if (refers === undefined) throw new Untranslatable();
    return { refers };
  }

  #escape(flags: Flags): Atom | undefined {
    const text = this.#text;
    const quoted = text.takeMatch(/Q[\s\S]*?(?:\\E|$)/y);
    if (quoted !== undefined) {
      const inner = Array.from(quoted.slice(1).replace(/\\E$/, ""));
      return inner.length === 0
        ? undefined
        : { parts: inner.flatMap((each) => literal(each, flags).parts) };
    }
    const code = text.takeCode();
    if (code !== undefined) return literal(code, flags);
    const name = text.takeMatch(/k(?:<\w+>|\{\w+\}|'\w+')|g\{[A-Za-z_]\w*\}/y);
    if (name !== undefined) return { parts: [this.#named(name.slice(2, -1))] };
    const number = text.takeMatch(/[1-9]\d*|g-?\d+|g\{-?\d+\}/y);
    if (number !== undefined) {
      const given = Number(number.replace(/[g{}]/g, ""));
      const refers = given < 0 ? this.#groups + 1 + given : given;
      if (refers > this.#groups) throw new Untranslatable();
      return { parts: [{ refers }] };
    }
    const property = text.takeProperty();
    if (property !== undefined) {
      const set = propertySet(property.name, flags.i);
      if (set === undefined) throw new Untranslatable();
      return { parts: [`[${property.negated ? "^" : ""}${set}]`], isOne: true };
    }
    return this.#letter(text.next(), flags);
  }

  #letter(letter: string, flags: Flags): Atom | undefined {
    if (letter === "E") return undefined;
    const warning = READ_AS[letter];
    if (warning !== undefined) this.approximate.add(warning);
    const known = LETTERS[letter];
    if (known !== undefined) return known;
    if (/[dDwWsSnrtfv0]/.test(letter)) return { parts: [`\\${letter}`], isOne: true };
    if (/[A-Za-z\d]/.test(letter)) throw new Untranslatable();
    return literal(letter, flags);
  }
}

const LETTERS: Readonly<Record<string, Atom>> = {
  A: { parts: ["^"], isEmpty: true },
  z: { parts: ["$"], isEmpty: true },
  Z: { parts: ["$"], isEmpty: true },
  R: { parts: [LINE_BREAK] },
  N: { parts: ["[^\\n]"], isOne: true },
  h: { parts: [`[${HORIZONTAL}]`], isOne: true },
  H: { parts: [`[^${HORIZONTAL}]`], isOne: true },
  b: { parts: ["\\b"], isEmpty: true },
  B: { parts: ["\\B"], isEmpty: true },
};

/** Letters that languages read otherwise. */
const READ_AS: Readonly<Record<string, string>> = {
  Z: "\\Z is read as the very end, and not before a last line feed",
  h: "\\h is read as in PCRE and Java: horizontal white space",
  H: "\\H is read as in PCRE and Java: horizontal white space",
};

const literal = (character: string, { i }: Flags): Atom => {
  const cases = i ? eitherCase(character) : [character];
  const parts =
    cases.length === 1
      ? [escapedLiteral(character)]
      : [`[${cases.map((each) => codeText(each)).join("")}]`];
  return { parts, isOne: true };
};
