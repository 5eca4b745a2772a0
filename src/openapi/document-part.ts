import { dirname, relative, resolve } from "node:path";
import { WitnessError } from "../errors.ts";
import { shellWord, isObject } from "../text/index.ts";
import type { DocumentEdit } from "./edit-document.ts";
import { writtenEdit } from "./write-swagger.ts";
import { decoded, pointedNames, pointerTo } from "./pointer.ts";
import { parsedDocument, readDocumentFile, type DocumentFile } from "./document-file.ts";

type Place = { path: string; file: DocumentFile };

export class Files {
  readonly #known = new Map<string, Place>();
  readonly #folder: string;
  readonly root: DocumentPart;
  readonly #rootPlace: Place;
  readonly path: string;

  /** The document comes from a server: nothing beside it is read. */
  readonly isFetched: boolean;

  /** With `text`, the document is that text instead of the file's, and `path` may be a URL. @throws WitnessError `openapi` if the document cannot be read. */
  constructor(path: string, text?: string) {
    this.isFetched = text !== undefined && URL_LIKE.test(path);
    if (text === undefined) refuseUrl(path);
    this.path = path;
    const whole = resolve(path);
    this.#folder = dirname(whole);
    if (text !== undefined)
      this.#known.set(whole, { path: whole, file: parsedDocument(text, this.#nameOf(whole)) });
    this.root = this.read(whole);
    this.#rootPlace = this.#known.get(whole) as Place;
  }

  /** @throws WitnessError `openapi` for a URL, and for what cannot be read: it cannot be written either. */
  static requireFile(path: string): Files {
    return new Files(path);
  }

  /** A change of this document as its text has to be changed; undefined if there is no place for it. */
  writtenEdit(edit: DocumentEdit): DocumentEdit | undefined {
    const { swagger } = this.#rootPlace.file;
    return swagger === undefined ? edit : writtenEdit(swagger, edit);
  }

  get count(): number {
    return this.#known.size;
  }

  read(path: string): DocumentPart {
    const known = this.#known.get(path);
    const place = known ?? { path, file: readDocumentFile(path, this.#nameOf(path)) };
    this.#known.set(path, place);
    return new DocumentPart(this, place, [], place.file.value);
  }

  /** As a path from the given document, whatever the working directory is. */
  #nameOf(path: string): string {
    return relative(this.#folder, path).replaceAll("\\", "/");
  }
}

const URL_LIKE = /^[a-z][a-z\d+.-]+:\/\//i;

/** A URL is not a path. It is named without user name and password. */
function refuseUrl(path: string): void {
  if (!URL_LIKE.test(path)) return;
  const plain = path.replace(/^([^/]*\/\/)[^/?#]*@/, "$1");
  const [name] = /[^/]+\.(?:ya?ml|json)$/i.exec(plain.replace(/[?#].*$/s, "")) ?? ["openapi.json"];
  throw new WitnessError(
    "openapi",
    /^https?:/i.test(plain)
      ? `only a file can be used here, not a URL: ${plain}`
      : `--openapi takes a file or an http URL: ${plain}`,
    {
      hint: /^https?:/i.test(plain)
        ? `curl -fsSL -o ${shellWord(name)} ${shellWord(plain)} saves it; then use --openapi ${shellWord(name)}`
        : "write the path of the file",
    },
  );
}

export class DocumentPart {
  readonly value: unknown;
  readonly #files: Files;
  readonly #place: Place;
  readonly #path: readonly string[];

  constructor(files: Files, place: Place, path: readonly string[], value: unknown) {
    this.#files = files;
    this.#place = place;
    this.#path = path;
    this.value = value;
  }

  /** `api.yaml#/paths/~1v1~1orders/post`. */
  get at(): string {
    return `${this.#place.file.name}#${pointerTo(this.#path)}`;
  }

  /** Its file, as it is named in errors, and the keys that lead to it there. */
  get place(): { file: string; path: readonly string[] } {
    return { file: this.#place.file.name, path: this.#path };
  }

  get key(): string {
    return this.#path.at(-1) ?? "";
  }

  error(what: string, hint?: string): WitnessError {
    const line = this.#place.file.lineOf(this.#path);
    const { name } = this.#place.file;
    const where = line === undefined ? name : `${name}:${line}`;
    const path = this.at.slice(name.length);
    return new WitnessError("openapi", `${where}: ${path === "#" ? "" : `${path}: `}${what}`, {
      ...(hint !== undefined && { hint }),
    });
  }

  get members(): Record<string, unknown> {
    const { value } = this;
    if (isObject(value)) return value;
    throw this.error(`must be an object, got ${kindOfValue(value)}`);
  }

  /** The member of this name; a `$ref` is not followed. */
  own(name: string): DocumentPart | undefined {
    const { members } = this;
    if (!Object.hasOwn(members, name) || members[name] === undefined) return undefined;
    return this.#inner(name, members[name]);
  }

  /** The member of this name; a `$ref` is followed. */
  member(name: string): DocumentPart | undefined {
    return this.own(name)?.followed();
  }

  get entries(): [name: string, part: DocumentPart][] {
    return Object.entries(this.members).map(([name, value]) => [name, this.#inner(name, value)]);
  }

  /** The items of a list; `$ref`s are not followed. */
  get items(): DocumentPart[] {
    if (!Array.isArray(this.value))
      throw this.error(`must be a list, got ${kindOfValue(this.value)}`);
    return this.value.map((value, index) => this.#inner(String(index), value));
  }

  text(name: string): string | undefined {
    return this.#typed<string>(name, "string", "a text");
  }

  flag(name: string): boolean | undefined {
    return this.#typed<boolean>(name, "boolean", "true or false");
  }

  referred(): DocumentPart | undefined {
    const { value } = this;
    if (!isObject(value) || !Object.hasOwn(value, "$ref")) return undefined;
    const ref = this.text("$ref") ?? "";
    const [address = "", fragment = ""] = ref.split("#");
    const file = this.#fileOf(ref, address);
    if (fragment !== "" && !fragment.startsWith("/"))
      throw this.error(
        `$ref ${JSON.stringify(ref)} must end in a path like #/components/schemas/Order`,
      );
    let part = file;
    for (const name of pointedNames(fragment)) {
      const next = part.#stepTo(name);
      if (next === undefined)
        throw this.error(
          `$ref ${JSON.stringify(ref)} leads nowhere: ${part.at} has no ${JSON.stringify(name)}`,
        );
      part = next;
    }
    return part;
  }

  followed(): DocumentPart {
    return this.#followedFrom([]);
  }

  #followedFrom(passed: readonly string[]): DocumentPart {
    const next = this.referred();
    if (next === undefined) return this;
    if (passed.includes(next.at)) throw this.error("its $refs are circular");
    return next.#followedFrom([...passed, next.at]);
  }

  #fileOf(ref: string, address: string): DocumentPart {
    if (address === "") return this.#files.read(this.#place.path);
    if (/^([a-z][a-z0-9+.-]*:)?\/\//i.test(address) || /^[a-z][a-z0-9+.-]+:/i.test(address))
      throw this.error(
        `$ref ${JSON.stringify(ref)} is on the network, and nothing is fetched from there`,
        "save that document next to this one, and write its relative path in the $ref",
      );
    if (this.#files.isFetched)
      throw this.error(
        `$ref ${JSON.stringify(ref)} leads out of the document, which was read from a server`,
        "save the documents, and name the file",
      );
    try {
      return this.#files.read(resolve(dirname(this.#place.path), decoded(address)));
    } catch (error) {
      if (!(error instanceof WitnessError)) throw error;
      // Who wrote the $ref has to mend it.
      throw this.error(`$ref ${JSON.stringify(ref)}: ${error.message}`, error.hint);
    }
  }

  /** A step of a JSON pointer; a `$ref` on the way is followed. */
  #stepTo(name: string): DocumentPart | undefined {
    const { value } = this;
    if (typeof value !== "object" || value === null) return undefined;
    if (Object.hasOwn(value, name))
      return this.#inner(name, (value as Record<string, unknown>)[name]);
    const through = this.referred()?.followed();
    return through === undefined ? undefined : through.#stepTo(name);
  }

  #inner(name: string, value: unknown): DocumentPart {
    return new DocumentPart(this.#files, this.#place, [...this.#path, name], value);
  }

  #typed<T>(name: string, type: string, words: string): T | undefined {
    const part = this.own(name);
    if (part === undefined) return undefined;
    if (typeof part.value === type) return part.value as T;
    throw part.error(`must be ${words}, got ${kindOfValue(part.value)}`);
  }
}

const LONGEST_VALUE = 60;

function kindOfValue(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
