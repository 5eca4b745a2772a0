import { jsonTokens, type JsonToken } from "./json-tokens.ts";

/** A value: the decoded string; the token of a number or a word; the contents of a container. */
export type JsonValue = {
  kind: "string" | "number" | "word" | "object" | "array";
  text: string;
  /** Of an object. With a duplicate key, the last member. */
  members?: Map<string, JsonValue>;
  /** Of an array. */
  items?: JsonValue[];
};

/** Facts about one document. */
export type JsonReading = {
  /** The outermost value. */
  root: JsonValue;
  /** Maximum depth of nested containers; a root container counts as 1. */
  depth: number;
  /** Two members of one object, at any depth, have the same key. */
  duplicateKey: boolean;
  /** A string or a key, at any depth, contains the character U+0000. */
  nul: boolean;
  comment: boolean;
  trailingComma: boolean;
};

/** Reads one document, also with comments and trailing commas. `undefined`: not JSON even then. */
export function readJson(text: string): JsonReading | undefined {
  const walk = new JsonWalk();
  for (const token of jsonTokens(text)) if (!walk.take(token)) return undefined;
  return walk.complete ? walk.reading : undefined;
}

/** What may follow: `element` is a value or `]`, `key` a key or `}`. */
type Next = "value" | "element" | "key" | "colon" | "comma";
type Container = JsonValue & { key: string };

/** Walks over tokens without recursion, so that any depth works. */
class JsonWalk {
  readonly reading: JsonReading = {
    root: { kind: "word", text: "" },
    depth: 0,
    duplicateKey: false,
    nul: false,
    comment: false,
    trailingComma: false,
  };
  readonly #open: Container[] = [];
  #next: Next = "value";
  #afterComma = false;

  get complete(): boolean {
    return this.#next === "comma" && this.#open.length === 0;
  }

  /** False if this token is not allowed here. */
  take(token: JsonToken): boolean {
    if (token.kind === "comment") {
      this.reading.comment = true;
      return true;
    }
    if (token.kind === "string" && token.value.includes("\0")) this.reading.nul = true;
    const container = this.#open.at(-1);
    const fits = this.#takeIn(container, token);
    this.#afterComma = token.kind === "mark" && token.text === ",";
    return fits;
  }

  #takeIn(container: Container | undefined, token: JsonToken): boolean {
    const mark = token.kind === "mark" ? token.text : undefined;
    if (this.#next === "colon") {
      this.#next = "value";
      return mark === ":";
    }
    if (this.#next === "value") return this.#value(token);
    if (container === undefined) return false;
    if (mark === (container.kind === "object" ? "}" : "]")) return this.#close();
    if (this.#next === "element") return this.#value(token);
    if (this.#next === "key") return this.#key(container, token);
    this.#next = container.kind === "object" ? "key" : "element";
    return mark === ",";
  }

  #key(container: Container, token: JsonToken): boolean {
    if (token.kind !== "string") return false;
    if (container.members?.has(token.value) === true) this.reading.duplicateKey = true;
    container.key = token.value;
    this.#next = "colon";
    return true;
  }

  #value(token: JsonToken): boolean {
    if (token.kind === "string") return this.#leaf({ kind: "string", text: token.value });
    if (token.kind === "number" || token.kind === "word") {
      return this.#leaf({ kind: token.kind, text: token.text });
    }
    if (token.text === "{") return this.#enter("object");
    if (token.text === "[") return this.#enter("array");
    return false;
  }

  #leaf(value: JsonValue): boolean {
    this.#add(value);
    this.#next = "comma";
    return true;
  }

  #enter(kind: "object" | "array"): boolean {
    const inside = kind === "object" ? { members: new Map() } : { items: [] };
    const value: JsonValue = { kind, text: "", ...inside };
    this.#add(value);
    this.#open.push({ ...value, key: "" });
    this.reading.depth = Math.max(this.reading.depth, this.#open.length);
    this.#next = kind === "object" ? "key" : "element";
    return true;
  }

  #add(value: JsonValue): void {
    const around = this.#open.at(-1);
    if (around === undefined) this.reading.root = value;
    around?.members?.set(around.key, value);
    around?.items?.push(value);
  }

  #close(): boolean {
    if (this.#afterComma) this.reading.trailingComma = true;
    this.#open.pop();
    this.#next = "comma";
    return true;
  }
}
