import type { Judgement } from "../model/index.ts";

/** Where a rule is: `source` is for people (`witness.config.ts:14`), file and line are for programs. */
type SourcePlace = Pick<Judgement, "file" | "line"> & { source: string };
type Path = readonly (string | number)[];

/** A file with rules: `at` returns the place of a key by its path, without a line if it is not certain. */
export type Source = { at: (path: Path) => SourcePlace };

export const NO_FILE: Source = { at: () => ({ source: "policy" }) };

/** The lines of keys in a configuration, by its tokens. Only literals have one: not what a function or a condition makes. */
export function sourceLines(file: string, text: string): Source {
  const tokens = tokensOf(text);
  const literals = tokens && new Literals(tokens, file.endsWith(".json"));
  return {
    at: (path) => {
      const place = literals?.placeOf(path);
      if (place === undefined) return { source: file, file };
      const line = text.slice(0, place).split("\n").length;
      return { source: `${file}:${line}`, file, line };
    },
  };
}

/** A token, the indices of the bracket around it and of the one that matches it, and whether a line break is before it. */
type Token = { text: string; at: number; around: number; pair: number; isFirst: boolean };

const TOKEN =
  /\s+|\/\/[^\n]*|\/\*[^]*?\*\/|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'|`(?:\\[^]|\$\{[^{}`]*\}|\$(?!\{)|[^`\\$])*`|[\w$\u0080-\uffff]+|\.\.\.|=>|[=!]==?|[^\s"'`]/y;
/** A slash begins a regular expression where no value ends. */
const PATTERN = /\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/y;
const VALUE_END = /[\w$)\]}"'`]$/;
const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Undefined if a text does not end, or brackets do not match. */
function tokensOf(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  const open: number[] = [];
  let isFirst = true;
  for (let at = 0; at < text.length;) {
    const isValue = VALUE_END.test(tokens.at(-1)?.text ?? "");
    const [found] =
      (isValue ? undefined : matchAt(PATTERN, text, at)) ?? matchAt(TOKEN, text, at) ?? [];
    if (found === undefined) return undefined;
    if (/^(?:\s|\/[/*])/.test(found)) isFirst ||= found.includes("\n");
    else {
      const pair = /^[)\]}]$/.test(found) ? open.pop() : -1;
      const opening = tokens[pair ?? -1];
      if (pair === undefined || (opening && CLOSING[opening.text] !== found)) return undefined;
      if (opening) opening.pair = tokens.length;
      tokens.push({ text: found, at, around: open.at(-1) ?? -1, pair, isFirst });
      if (found in CLOSING) open.push(tokens.length - 1);
      isFirst = false;
    }
    at += found.length;
  }
  return open.length === 0 ? tokens : undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const NAME = /^[\w$\u0080-\uffff]+$/;

/** A key, an item or a spread. `value` is the index of its first token; a computed key has no name. */
type Part = {
  at: number;
  kind: "key" | "item" | "spread";
  name?: string | undefined;
  value?: number;
};

/** The object and list literals that the export of a file is made of. */
class Literals {
  readonly #tokens: readonly Token[];
  /** The names that `defineConfig` is imported as. */
  readonly #identities: ReadonlySet<string>;
  /** Where the values of constants begin that nothing changes. */
  readonly #constants: ReadonlyMap<string, number>;
  readonly #exported: number | undefined;

  constructor(tokens: readonly Token[], isJson: boolean) {
    this.#tokens = tokens;
    this.#identities = new Set(tokens.flatMap((_, at) => this.#importedAt(at) ?? []));
    this.#constants = new Map(tokens.flatMap((_, at) => this.#constantAt(at)));
    const exported = isJson ? [0] : tokens.flatMap((_, at) => this.#exportedAt(at) ?? []);
    this.#exported = exported.length === 1 ? exported[0] : undefined;
  }

  placeOf(path: Path): number | undefined {
    let value = this.#exported;
    let place: number | undefined;
    for (const step of path) {
      const part = value === undefined ? undefined : this.#find(value, step);
      if (part === undefined || part === "absent") return undefined;
      value = part.value;
      place = this.#tokens[part.at]?.at;
    }
    return place;
  }

  #text = (at: number): string => this.#tokens[at]?.text ?? "";

  /** Undefined if it is not certain. The last key of a name counts; the length of a spread list is unknown. */
  #find(value: number, step: string | number): Part | "absent" | undefined {
    const literal = this.#literalAt(value);
    if (literal === undefined) return undefined;
    const parts = this.#partsOf(literal);
    if (typeof step === "number") {
      const before = parts.slice(0, step + 1);
      const isList = before.every(({ kind }) => kind === "item");
      return this.#text(literal) === "[" && isList ? (parts[step] ?? "absent") : undefined;
    }
    if (this.#text(literal) !== "{") return undefined;
    for (const part of parts.toReversed()) {
      if (part.kind === "key" && part.name !== undefined && part.name !== step) continue;
      if (part.kind === "key") return part.name === step ? part : undefined;
      const inner = this.#find(part.value ?? -1, step);
      if (inner !== "absent") return inner;
    }
    return "absent";
  }

  #partsOf(literal: number): Part[] {
    const end = this.#tokens[literal]?.pair ?? -1;
    const starts = this.#tokens.flatMap(({ text, around }, at) =>
      at === literal || (around === literal && text === ",") ? at + 1 : [],
    );
    const isList = this.#text(literal) === "[";
    return starts
      .filter((at) => at < end)
      .map((at): Part => {
        if (this.#text(at) === "...") return { at, kind: "spread", value: at + 1 };
        return isList ? { at, kind: "item", value: at } : this.#keyAt(at);
      });
  }

  #keyAt(at: number): Part {
    const isComputed = this.#text(at) === "[";
    const last = isComputed ? (this.#tokens[at]?.pair ?? at) : at;
    const name =
      !isComputed || last === at + 2
        ? nameOf(this.#text(isComputed ? at + 1 : at), isComputed)
        : undefined;
    const after = this.#text(last + 1);
    if (after === ":") return { at, kind: "key", name, value: last + 2 };
    if (after === "," || after === "}") return { at, kind: "key", name, value: at };
    return { at, kind: "key", name: after === "(" ? name : undefined };
  }

  /** The bracket of the literal that an expression is, through constants, types, parentheses and `defineConfig`. */
  #literalAt(at: number, depth = 0): number | undefined {
    const token = this.#tokens[at];
    // Names can refer to each other in a circle.
    if (token === undefined || depth > 20) return undefined;
    const { text, pair } = token;
    if (text === "{" || text === "[") return this.#endsAt(pair + 1) ? at : undefined;
    if (text === "(")
      return this.#endsAt(pair + 1) ? this.#literalAt(at + 1, depth + 1) : undefined;
    if (this.#identities.has(text) && this.#text(at + 1) === "(")
      return this.#literalAt(at + 2, depth + 1);
    const constant = this.#constants.get(text);
    return constant === undefined || !this.#endsAt(at + 1)
      ? undefined
      : this.#literalAt(constant, depth + 1);
  }

  /** Whether an expression ends before a token. Types follow `as`; a statement may end with its line. */
  #endsAt(at: number): boolean {
    const { text, isFirst } = this.#tokens[at] ?? { text: ";", isFirst: true };
    return /^(?:[,;)\]}]|as|satisfies)$/.test(text) || (isFirst && NAME.test(text));
  }

  /** The name that `defineConfig` gets in `import { defineConfig as name } from "api-witness"`, by its last token. */
  #importedAt(at: number): string | undefined {
    if (!/^["']api-witness["']$/.test(this.#text(at)) || this.#text(at - 1) !== "from")
      return undefined;
    const open = this.#tokens[at - 2]?.pair ?? -1;
    const found = this.#tokens.findIndex(
      ({ text, around }) => around === open && open >= 0 && text === "defineConfig",
    );
    if (found < 0) return undefined;
    return this.#text(found + 1) === "as" ? this.#text(found + 2) : "defineConfig";
  }

  #exportedAt(at: number): number | undefined {
    const words = [at, at + 1, at + 2, at + 3].map(this.#text).join(" ");
    if (words.startsWith("export default ")) return at + 2;
    if (words === "module . exports =") return at + 4;
    return /^\S+ as default /.test(words) ? at : undefined;
  }

  #constantAt(at: number): [string, number][] {
    const name = this.#text(at + 1);
    if (this.#text(at) !== "const" || this.#tokens[at]?.around !== -1) return [];
    const uses = this.#tokens.flatMap(({ text }, use) => (text === name ? use : []));
    const declared = uses.filter((use) => this.#text(use - 1) === "const").length;
    if (declared > 1 || !uses.every((use) => this.#isRead(use))) return [];
    const equals = this.#tokens.findIndex(
      ({ text, around }, after) => after > at && around === -1 && text === "=",
    );
    return equals < 0 ? [] : [[name, equals + 1]];
  }

  /** Whether a name is used where that does not change its value, or is not this name but a key. */
  #isRead(at: number): boolean {
    const [before, after] = [this.#text(at - 1), this.#text(at + 1)];
    const around = this.#text(this.#tokens[at]?.around ?? -1);
    if (/^(?:const|\.|\.\.\.|default|typeof)$/.test(before)) return true;
    if (after === "as" && this.#text(at + 2) === "default") return true;
    if (before === "(" && this.#identities.has(this.#text(at - 2))) return true;
    if (around !== "{" && around !== "[") return false;
    return after === ":" || (/^[,{[:]$/.test(before) && /^(?:[,}\]]|as|satisfies)$/.test(after));
  }
}

/** The name that a key gives; undefined if it is computed from anything but one text. */
function nameOf(text: string, isComputed: boolean): string | undefined {
  if (NAME.test(text)) return isComputed ? undefined : text;
  if (!/^["'`]/.test(text) || text.includes("${")) return undefined;
  const inner = text.slice(1, -1);
  if (!inner.includes("\\")) return inner;
  try {
    return text.startsWith('"') ? String(JSON.parse(text)) : undefined;
  } catch {
    return undefined;
  }
}
