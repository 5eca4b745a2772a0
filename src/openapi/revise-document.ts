import type { Interface, KeywordChange } from "../model/index.ts";
import { type DocumentEdit, editedText } from "./edit-document.ts";
import { Files } from "./document-part.ts";
import { dialectOf, findOperation, type Dialect, type Operation } from "./find-operation.ts";
import { isObject, memberOf } from "../text/index.ts";
import { pointedNames, pointerTo } from "./pointer.ts";
import { rebased } from "./relative-refs.ts";
import type { SchemaPlace, ValuePlaces } from "./schema-places.ts";
import { mediaSchema, placeWithin, schemaPlaces } from "./schema-places.ts";

export type ResponseChange = {
  status: string;
  response?: Record<string, unknown>;
  /** Where the body differs, as `$.items[0].id`, with the schema of what was received there, by media type. */
  differs?: { types: readonly string[]; at: string; schema: Record<string, unknown> };
};

/** The JSON media types of a status whose bodies are not as documented. */
type AnsweredBody = { status: string; types: readonly string[] };

export class Revision {
  readonly #file: string;
  readonly #wanted: string | undefined;
  readonly #from: Interface;
  readonly #copied = new Set<string>();
  text: string;

  /** `file` and `text` are the document; `wanted` is the operation, of which `from` was read. */
  constructor(file: string, text: string, wanted: string | undefined, from: Interface) {
    this.#file = file;
    this.#wanted = wanted;
    this.#from = from;
    this.text = text;
  }

  get copied(): string[] {
    return [...this.#copied];
  }

  change(change: KeywordChange): boolean {
    const { dialect, operation } = this.#read();
    const found = schemaPlaces(operation, this.#from, dialect).get(change.path);
    if (found === undefined) return false;
    return change.keyword === "required"
      ? this.#require(found, change)
      : this.#changeSchema(found, change, dialect);
  }

  /** Adds a response, or corrects the schema of its body at one place. False if there is no such place. */
  changeResponse({ status, response, differs }: ResponseChange): boolean {
    const { operation, dialect } = this.#read();
    const own = operation.part.own("responses");
    if (own === undefined) return false;
    if (response !== undefined)
      return this.#edit({ part: own, refs: [] }, [status], inDialect(response, dialect));
    if (differs === undefined) return false;
    return differs.types.every((type) => {
      const place = this.#placeInBody({ status, type }, differs.at);
      if (place === undefined) return false;
      const schema = inDialect(differs.schema, dialect);
      const { type: received } = differs.schema;
      if (this.#allowNull(place, received, dialect)) return true;
      // A value of another type keeps its title and description; an object or list has another schema.
      const isPlain = typeof received === "string" && !["object", "array"].includes(received);
      const holder = typeof place.part.value === "object" && place.part.own("type") !== undefined;
      if (isPlain && holder) return this.#edit(place, ["type"], received);
      return this.#edit(place, [], schema);
    });
  }

  /** Allows null where that is all that differs: the rest of the schema stays. False if something else differs. */
  #allowNull(place: SchemaPlace, received: unknown, dialect: Dialect): boolean {
    const { value: declared } = place.part.own("type") ?? {};
    const others = [received].flat().filter((type) => type !== "null");
    const isAll = typeof declared === "string" && others.every((type) => type === declared);
    if (!isAll || ![received].flat().includes("null")) return false;
    const change = { path: "", keyword: "nullable", value: true, evidence: undefined };
    const { keyword, value } = keywordOf(change, [place], dialect);
    return this.#edit(place, [keyword], value);
  }

  /** Changes the same keyword of the same member of a response body, which repeats values of the request. */
  changeAnswered(change: KeywordChange, { status, types }: AnsweredBody): void {
    for (const type of types) {
      const found = () => this.#placeInBody({ status, type }, `$.${change.path}`);
      const place = found();
      if (place === undefined) continue;
      const { keyword, value } = keywordOf(change, [place], this.#read().dialect);
      if (keyword === "nullable" || place.part.own(keyword) !== undefined)
        this.#edit(place, [keyword], value);
      this.#listNull([found() ?? place], change);
    }
  }

  #placeInBody({ status, type }: { status: string; type: string }, at: string) {
    const { operation, dialect } = this.#read();
    const part = operation.part.own("responses")?.own(status);
    const schema = part && mediaSchema({ part, refs: [] }, type);
    return schema && placeWithin(schema, at, dialect);
  }

  note(key: string, value: unknown): boolean {
    const { operation } = this.#read();
    return this.#edit({ part: operation.part, refs: [] }, [key], value);
  }

  #read(): { files: Files; dialect: Dialect; operation: Operation } {
    const files = new Files(this.#file, this.text);
    return { files, dialect: dialectOf(files), operation: findOperation(files, this.#wanted) };
  }

  #changeSchema({ schemas }: ValuePlaces, change: KeywordChange, dialect: Dialect): boolean {
    const { keyword, value } = keywordOf(change, schemas, dialect);
    // A number, as JSON Schema has it since draft 6; OpenAPI 3.0 has true or false here.
    const isNew = schemas.every(({ part }) => part.own(keyword) === undefined);
    if (dialect === "3.0" && isNew && keyword.startsWith("exclusive")) return false;
    const place =
      schemas.find(({ part }) => part.own(keyword) !== undefined) ??
      schemas.find(({ part }) => part.own("type") !== undefined) ??
      schemas.at(-1);
    if (place === undefined) return false;
    const isElsewhere = value === undefined && place.part.own(keyword) === undefined;
    if (!isElsewhere && !this.#edit(place, [keyword], value)) return false;
    const isListed = this.#listNull(this.#schemasOf(change), change);
    return (isListed || !isElsewhere) && this.#show(change, isElsewhere ? "enum" : keyword);
  }

  #schemasOf({ path }: KeywordChange): readonly SchemaPlace[] {
    const { dialect, operation } = this.#read();
    return schemaPlaces(operation, this.#from, dialect).get(path)?.schemas ?? [];
  }

  /** An enumeration allows nothing that it does not list, whatever the type is. */
  #listNull(schemas: readonly SchemaPlace[], { keyword, value }: KeywordChange): boolean {
    const place = schemas.find(({ part }) => Array.isArray(part.own("enum")?.value));
    const listed = (place?.part.own("enum")?.value ?? []) as unknown[];
    if (keyword !== "nullable" || !place || listed.includes(null) === value) return false;
    const at = String(value === true ? listed.length : listed.indexOf(null));
    return this.#edit(place, ["enum", at], value === true ? null : undefined);
  }

  #show(change: KeywordChange, keyword: string): boolean {
    const { keyword: name, evidence, value } = change;
    // Nothing is left to show next to a keyword that is gone.
    if (evidence === undefined || (value === undefined && name === keyword)) return true;
    const schemas = this.#schemasOf(change);
    const place = schemas.find(({ part }) => part.own(keyword) !== undefined) ?? schemas[0];
    if (place === undefined) return true;
    const known = place.part.own("x-evidence")?.value;
    this.#edit(place, ["x-evidence"], { ...Object(known), [name]: evidence });
    return true;
  }

  /** A parameter says itself whether it is required; a member is listed by its object. */
  #require({ owners, name = "" }: ValuePlaces, { value }: KeywordChange): boolean {
    const parameter = owners.find(({ part }) => part.own("in") !== undefined);
    if (parameter !== undefined) return this.#edit(parameter, ["required"], value === true);
    const lists = owners.flatMap((owner) => {
      const list = owner.part.own("required");
      return Array.isArray(list?.value) ? [{ owner, list: list.value as unknown[] }] : [];
    });
    if (value === true) {
      const [first] = lists;
      if (first !== undefined)
        return this.#edit(first.owner, ["required", String(first.list.length)], name);
      const owner = owners.find(({ part }) => part.own("properties")?.own(name) !== undefined);
      return owner !== undefined && this.#edit(owner, ["required"], [name]);
    }
    const listing = lists.find(({ list }) => list.includes(name));
    if (listing === undefined) return false;
    // An empty list is not valid in OpenAPI 3.0.
    return listing.list.length === 1
      ? this.#edit(listing.owner, ["required"], undefined)
      : this.#edit(listing.owner, ["required", String(listing.list.indexOf(name))], undefined);
  }

  #edit(place: SchemaPlace, below: readonly string[], value: unknown): boolean {
    const base = this.#ownPath(place);
    if (base === undefined) return false;
    const path = [...base, ...below];
    return this.#write({ path, ...(value !== undefined && { value }) });
  }

  #write(edit: DocumentEdit): boolean {
    const written = this.#read().files.writtenEdit(edit);
    const text = written && editedText(this.text, written);
    if (text === undefined) return false;
    this.text = text;
    return true;
  }

  #ownPath({ part, refs }: SchemaPlace): readonly string[] | undefined {
    const { files } = this.#read();
    const root = files.root.place.file;
    const { place: outermost } = refs[0] ?? part;
    if (outermost.file !== root) return undefined;
    let at = outermost.path;
    for (const [nth, holder] of refs.entries()) {
      const target = holder.referred();
      if (target === undefined) return undefined;
      const { file, path } = target.place;
      if (file === root && this.#isPrivate(files, path)) at = path;
      else {
        const copied = this.#copy(at, target, root);
        if (copied === undefined) return undefined;
        at = copied;
      }
      const next = refs[nth + 1] ?? part;
      if (next.place.file !== file) return undefined;
      at = [...at, ...next.place.path.slice(path.length)];
    }
    return at;
  }

  /** Whether only one `$ref` of the document leads to a part, or into it. */
  #isPrivate(files: Files, path: readonly string[]): boolean {
    const pointer = pointerTo(path);
    // Another file may lead back to it.
    if (files.count > 1 || !SHARED.has(path[0] ?? "")) return false;
    let count = 0;
    const visit = (value: unknown): void => {
      if (typeof value === "string") {
        const text = pointerTo(value.startsWith("#/") ? pointedNames(value) : []);
        if (text === pointer || text.startsWith(`${pointer}/`)) count += 1;
      } else if (typeof value === "object" && value !== null)
        for (const each of Object.values(value)) visit(each);
    };
    visit(files.root.value);
    return count <= 1;
  }

  /** Puts a copy of a shared part in the place of the `$ref` at a path. Returns where the copy is. */
  #copy(
    at: readonly string[],
    target: { value: unknown; place: { file: string; path: readonly string[] } },
    root: string,
  ): readonly string[] | undefined {
    const holder = at.reduce(memberOf, this.#read().files.root.value);
    if (!isObject(holder) || !("$ref" in holder)) return undefined;
    const { $ref: _, ...siblings } = holder;
    const { file, path } = target.place;
    const copy = file === root ? target.value : rebased(target.value, file, root);
    const isAlone = Object.keys(siblings).length === 0;
    const all = (siblings["allOf"] as unknown[] | undefined) ?? [];
    const value = isAlone ? copy : { ...siblings, allOf: [...all, copy] };
    if (!this.#write({ path: at, value })) return undefined;
    this.#copied.add(`${file === root ? "" : `${file}#/`}${path.join("/")}`);
    return isAlone ? at : [...at, "allOf", String(all.length)];
  }
}

/** Where parts that `$ref`s lead to are; the last two in Swagger 2.0. */
const SHARED = new Set(["components", "definitions", "parameters"]);

function keywordOf(
  { keyword, value }: KeywordChange,
  schemas: readonly SchemaPlace[],
  dialect: Dialect,
): { keyword: string; value: unknown } {
  if (keyword === "exclusiveMinimum" || keyword === "exclusiveMaximum") {
    const plain = keyword === "exclusiveMinimum" ? "minimum" : "maximum";
    const isFlag = schemas.some(({ part }) => part.own(keyword)?.value === true);
    return { keyword: isFlag ? plain : keyword, value };
  }
  if (keyword !== "nullable" || dialect === "3.0") return { keyword, value };
  const names = schemas.flatMap(({ part }): unknown => part.own("type")?.value ?? []);
  const [type, ...others] = new Set(names.filter((name) => name !== "null"));
  if (value === true && type !== undefined)
    return { keyword: "type", value: [type, ...others, "null"] };
  return { keyword: "type", value: others.length === 0 ? type : [type, ...others] };
}

/** A schema as this version writes it: before 3.1 a value has one type. */
function inDialect(value: unknown, dialect: Dialect): Record<string, unknown> {
  const read = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(read);
    if (!isObject(each)) return each;
    const { type, example, ...others } = each;
    const inner = Object.fromEntries(Object.entries(others).map(([key, own]) => [key, read(own)]));
    const shown = example === undefined ? {} : { example };
    if (!Array.isArray(type))
      return { ...(type !== undefined && { type: read(type) }), ...inner, ...shown };
    const types = type.filter((name) => name !== "null");
    const nullable = types.length < type.length ? { nullable: true } : {};
    if (types.length === 0) return { ...nullable, ...shown };
    if (types.length === 1) return { type: types[0] as unknown, ...nullable, ...inner, ...shown };
    const ofObject = new Set(["properties", "required", "additionalProperties"]);
    const isOf = (name: unknown, key: string): boolean =>
      name === "object" ? ofObject.has(key) : name === "array" && key === "items";
    return {
      anyOf: types.map((name) => ({
        type: name as unknown,
        ...nullable,
        ...Object.fromEntries(Object.entries(inner).filter(([key]) => isOf(name, key))),
      })),
      ...shown,
    };
  };
  return (dialect === "3.0" ? read(value) : value) as Record<string, unknown>;
}
