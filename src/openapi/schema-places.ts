import { memberPath, type FieldType } from "../kinds/index.ts";
import type { Interface } from "../model/index.ts";
import type { Dialect, Operation } from "./find-operation.ts";
import type { DocumentPart } from "./document-part.ts";
import { isObject } from "../text/index.ts";

/** A part of the document, and the parts with the `$ref`s that lead to it, the outermost first. */
export type SchemaPlace = { part: DocumentPart; refs: readonly DocumentPart[] };

/** The schemas of a value, the ones that `$ref`, `allOf` or a single alternative adds after their own. */
export type ValuePlaces = {
  schemas: readonly SchemaPlace[];
  owners: readonly SchemaPlace[];
  name?: string;
};

/** Where the document describes each value of a request, by path; values in alternatives have no place. */
export function schemaPlaces(
  operation: Operation,
  from: Interface,
  dialect: Dialect,
): Map<string, ValuePlaces> {
  const found = new Map<string, ValuePlaces>();
  const add = (path: string, type: FieldType, own: ValuePlaces): void => {
    const schemas = own.schemas.flatMap((each) => flattened(each, dialect));
    found.set(path, { ...own, schemas });
    if (type.kind === "object")
      for (const { name, type: inner } of type.fields) {
        const members = schemas.flatMap((each) => propertyOf(each, name) ?? []);
        if (members.length > 0)
          add(memberPath(path, name), inner, { schemas: members, owners: schemas, name });
      }
    if (type.kind !== "list") return;
    const items = schemas.flatMap((each) => childOf(each, "items") ?? []);
    if (items.length > 0) add(`${path}[0]`, type.items, { schemas: items, owners: [] });
  };
  const body = bodySchema(operation, from.contentType);
  if (from.body !== undefined && body !== undefined)
    add("", from.body, { schemas: [body], owners: [] });
  const form = from.body === undefined && body !== undefined ? flattened(body, dialect) : [];
  for (const { name, in: place, type } of from.parameters ?? []) {
    const members = form.flatMap((each) => propertyOf(each, name) ?? []);
    if (place === "form" && members.length > 0)
      add(`form.${name}`, type, { schemas: members, owners: form, name });
    const owner = [operation.part, operation.pathItem]
      .flatMap((each) => each.own("parameters")?.items ?? [])
      .map((each) => followed({ part: each, refs: [] }))
      .find(({ part: own }) => own.text("name") === name && own.text("in") === place);
    const schema = owner && childOf(owner, "schema");
    if (schema !== undefined)
      add(`${place}.${name}`, type, { schemas: [schema], owners: [owner as SchemaPlace], name });
  }
  return found;
}

function childOf(place: SchemaPlace | undefined, name: string): SchemaPlace | undefined {
  if (place === undefined || !isObject(place.part.value)) return undefined;
  const part = place.part.own(name);
  return part && { part, refs: place.refs };
}

const propertyOf = (place: SchemaPlace, name: string): SchemaPlace | undefined =>
  childOf(childOf(place, "properties"), name);

/** A part, or what its `$ref` leads to. */
function followed({ part, refs }: SchemaPlace): SchemaPlace {
  const next = isObject(part.value) ? part.referred() : undefined;
  return next === undefined ? { part, refs } : followed({ part: next, refs: [...refs, part] });
}

function flattened(place: SchemaPlace, dialect: Dialect): SchemaPlace[] {
  const { part, refs } = place;
  if (!isObject(part.value)) return [];
  const known = new Set(refs.map(({ at }) => at));
  if (known.has(part.at)) return [];
  const referred = part.referred();
  const target =
    referred === undefined ? [] : flattened({ part: referred, refs: [...refs, part] }, dialect);
  // Before 3.1, siblings of a $ref are ignored.
  if (referred !== undefined && dialect === "3.0") return target;
  const all = part.own("allOf")?.items ?? [];
  const alternatives = ["anyOf", "oneOf"].flatMap((name) => {
    const branches = (part.own(name)?.items ?? []).filter(
      (each) => (each.value as { type?: unknown } | null)?.type !== "null",
    );
    return branches.length === 1 ? branches : [];
  });
  return [
    place,
    ...target,
    ...[...all, ...alternatives].flatMap((each) => flattened({ part: each, refs }, dialect)),
  ];
}

const JSON_BODY = /^application\/json\b/i;

function bodySchema({ part }: Operation, contentType: string | undefined): SchemaPlace | undefined {
  const own = part.own("requestBody");
  const content = own && childOf(followed({ part: own, refs: [] }), "content");
  const types = content?.part.entries.map(([type]) => type) ?? [];
  const [plain = ""] = contentType?.split(";") ?? [];
  // A multipart form is sent with a boundary.
  const stated = types.find((type) => type === contentType || type === plain);
  const wanted = stated ?? types.find((type) => JSON_BODY.test(type)) ?? types[0];
  return wanted === undefined ? undefined : childOf(childOf(content, wanted), "schema");
}

export function mediaSchema(response: SchemaPlace, type: string): SchemaPlace | undefined {
  const content = childOf(followed(response), "content");
  const own = content?.part.entries.map(([name]) => name) ?? [];
  const name = own.find((each) => (each.split(";")[0] ?? "").trim().toLowerCase() === type);
  return name === undefined ? undefined : childOf(childOf(content, name), "schema");
}

/** The schema at a place in a body, as messages name it: `$.items[0].id` or `$.items[*].id`; the one with a `type` if there are several. */
export function placeWithin(
  schema: SchemaPlace,
  at: string,
  dialect: Dialect,
): SchemaPlace | undefined {
  let schemas = flattened(schema, dialect);
  for (const [, key] of at.matchAll(/\.([^.[\]]+)|\[(?:\d+|\*)\]/g)) {
    const inner = schemas.flatMap(
      (each) => (key === undefined ? childOf(each, "items") : propertyOf(each, key)) ?? [],
    );
    schemas = inner.flatMap((each) => flattened(each, dialect));
  }
  return schemas.find(({ part }) => part.own("type") !== undefined) ?? schemas[0];
}
