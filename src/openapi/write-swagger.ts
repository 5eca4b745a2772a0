import { type DocumentEdit, withEdit } from "./edit-document.ts";
import { parameterNamed } from "./pointer.ts";
import { isObject, memberOf } from "../text/index.ts";

/** Changes of a Swagger 2.0 document, which is read in the form of OpenAPI 3.0 (`swagger.ts`), at their places in its own form. */

type Json = Record<string, unknown>;
type Path = readonly string[];

const valueAt = (whole: unknown, path: Path): unknown => path.reduce(memberOf, whole);

/** The same change of the document as it is written; undefined if Swagger 2.0 has no place for it. */
export function writtenEdit(
  document: unknown,
  { path, ...edit }: DocumentEdit,
): DocumentEdit | undefined {
  const found = placeOf(document, path);
  if (found === undefined) return undefined;
  if ("fields" in found) return requiredField(document, found, edit.value);
  const { at, field } = found;
  const inner = at.at(-1) === "nullable" ? [...at.slice(0, -1), "x-nullable"] : at;
  const own = { path: inner, ...("value" in edit && { value: asWritten(edit.value) }) };
  return field === undefined ? own : inField(document, field, own);
}

/** A change within a parameter. One that others refer to, too, is copied to where this one refers to it. */
function inField(document: unknown, { holder, at, meant }: Field, edit: DocumentEdit) {
  const isShared = at[0] === "parameters" && countOf(document, at[1]) > 1;
  if (!isShared) return { ...edit, path: [...at, ...edit.path] };
  // The whole of it is only written to be copied.
  const copy = edit.path.length === 0 ? { value: meant } : withEdit(meant, edit);
  return copy && { path: holder, value: copy.value };
}

const countOf = (value: unknown, name: string | undefined): number =>
  isObject(value) || Array.isArray(value)
    ? Object.entries(value).reduce(
        (sum, [key, each]) =>
          sum + (key === "$ref" && parameterNamed(each) === name ? 1 : countOf(each, name)),
        0,
      )
    : 0;

/** Keywords whose values are no schemas. */
const VALUES: ReadonlySet<string> = new Set(["example", "examples", "default", "enum", "const"]);

/** A schema or a response in the form of Swagger 2.0. A value of one of several types has no type there. */
function asWritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asWritten);
  if (!isObject(value)) return value;
  const { nullable, anyOf: _types, discriminator, content, properties, ...rest } = value;
  const [media] = isObject(content) ? Object.values(content) : [];
  const schema = memberOf(media, "schema");
  const by = memberOf(discriminator, "propertyName");
  return {
    ...Object.fromEntries(
      Object.entries(rest).map(([key, each]) => [key, VALUES.has(key) ? each : asWritten(each)]),
    ),
    // Names of properties are none of keywords.
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [name, asWritten(each)]),
      ),
    }),
    ...(nullable !== undefined && { "x-nullable": nullable }),
    ...(discriminator !== undefined && { discriminator: by ?? asWritten(discriminator) }),
    ...(schema !== undefined && { schema: asWritten(schema) }),
  };
}

/** A place in the document as it is written, or in a parameter of it. */
type Written = { at: Path; field?: Field } | RequiredFields;
/** A list of required fields of a form, each a parameter there. */
type RequiredFields = { index: number; fields: readonly Field[] };
/** A parameter: where it is listed, and where it is written. */
type Field = { holder: Path; at: Path; meant: Json };

function placeOf(document: unknown, path: Path): Written | undefined {
  const [top = "", ...rest] = path;
  if (top === "responses") return { at: [top, rest[0] ?? "", ...withoutContent(rest.slice(1))] };
  if (top === "parameters") return { at: [top, rest[0] ?? "", ...withoutSchema(rest.slice(1))] };
  if (top !== "paths") return { at: path };
  const [route = "", method = "", part, ...inner] = rest;
  if (method === "parameters")
    return sentApart(document, ["paths", route, method], [part ?? "", ...inner]);
  const operation = ["paths", route, method];
  if (part === "parameters") return sentApart(document, [...operation, part], inner);
  if (part === "responses" && inner.length > 0)
    return { at: [...operation, part, inner[0] ?? "", ...withoutContent(inner.slice(1))] };
  return part === "requestBody"
    ? inBody(
        [...fieldsOf(document, operation), ...fieldsOf(document, ["paths", route])],
        inner.slice(3),
      )
    : { at: path };
}

/** `content/TYPE/schema` is `schema`. */
const withoutContent = (path: Path): Path => (path[0] === "content" ? path.slice(2) : path);

const withoutSchema = (path: Path): Path => (path[0] === "schema" ? path.slice(1) : path);

/** The parameters of an operation or a path, each where it is written. */
function fieldsOf(document: unknown, owner: Path): Field[] {
  const list = valueAt(document, [...owner, "parameters"]);
  return (Array.isArray(list) ? list : []).flatMap((each: unknown, index): Field[] => {
    const name = parameterNamed(memberOf(each, "$ref"));
    const shared = ["parameters", name ?? ""];
    const holder = [...owner, "parameters", String(index)];
    const at = name === undefined ? holder : shared;
    const meant = valueAt(document, at);
    return isObject(meant) ? [{ holder, at, meant }] : [];
  });
}

/** A parameter outside of the body, whose index was counted without those of the body. */
function sentApart(document: unknown, list: Path, [nth = "", ...inner]: Path): Written | undefined {
  const apart = fieldsOf(document, list.slice(0, -1)).filter(
    ({ meant }) => meant["in"] !== "body" && meant["in"] !== "formData",
  );
  const field = apart[Number(nth)];
  return field && { at: withoutSchema(inner), field };
}

/** A place in the schema of the body, or in that of a form, whose properties are parameters. */
function inBody(all: readonly Field[], inner: Path): Written | undefined {
  const body = all.find(({ meant }) => meant["in"] === "body");
  if (body !== undefined) return { at: ["schema", ...inner], field: body };
  const fields = all.filter(({ meant }) => meant["in"] === "formData");
  const [keyword, name, ...rest] = inner;
  if (keyword === "required") return { index: Number(name ?? 0), fields };
  const field = fields.find(({ meant }) => meant["name"] === name);
  return keyword === "properties" && field ? { at: rest, field } : undefined;
}

/** A name that is added to the list of required fields, or removed from it, is a member of its parameter. */
function requiredField(
  document: unknown,
  { fields, index }: RequiredFields,
  value: unknown,
): DocumentEdit | undefined {
  const required = fields.filter(({ meant }) => meant["required"] === true);
  const added: unknown = Array.isArray(value) ? value[0] : value;
  const field =
    added === undefined ? required[index] : fields.find(({ meant }) => meant["name"] === added);
  return field && inField(document, field, { path: ["required"], value: added !== undefined });
}
