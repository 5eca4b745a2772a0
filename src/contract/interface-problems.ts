import type { core } from "zod";
import { FieldType, statableOf } from "../kinds/index.ts";
import { nearest, isObject } from "../text/index.ts";

type Place = (typeof PLACES)[number] | "headers";

const KEYS = ["name", "method", "path", "headers", "fields", "query", "parameters"];
const PLACES = ["fields", "query", "parameters"] as const;
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Of one line, in bytes. */
const HEADER_VALUE = /^[\t -~\u0080-\u00ff]*$/;
const WITHOUT_BODY = ["GET", "HEAD", "TRACE"];
const MOST_NAME = 100;
const OWN_HEADERS = ["host", "connection", "content-length", "content-type", "transfer-encoding"];

export function problemsOf(input: unknown): string[] {
  if (!isObject(input)) return [`must be an object with a path, got ${shown(input)}`];
  const unknown = Object.keys(input)
    .filter((key) => !KEYS.includes(key))
    .map((key) => `${key}: ${unknownKey(key, KEYS)}`);
  const misplaced = PLACES.filter((key) => input[key] !== undefined && !isObject(input[key])).map(
    (key) => `${key}: must be an object of fields by name, got ${shown(input[key])}`,
  );
  if (misplaced.length > 0) return [...unknown, ...misplaced];
  return [
    ...unknown,
    ...nameProblems(input["name"]),
    ...methodProblems(input["method"], input["fields"]),
    ...pathProblems(input["path"], Object.keys(inPlace(input, "parameters"))),
    ...headerProblems(input["headers"]),
    ...PLACES.flatMap((place) =>
      Object.entries(inPlace(input, place)).flatMap(([name, field]) =>
        fieldProblems(place, name, field),
      ),
    ),
  ];
}

function inPlace(input: Record<string, unknown>, place: Place): Record<string, unknown> {
  const given = input[place];
  return isObject(given) ? given : {};
}

const shown = (value: unknown): string =>
  value === undefined ? "nothing" : (JSON.stringify(value) ?? typeof value);

function orNear(word: string, known: readonly string[], otherwise = ""): string {
  const near = nearest(word, known);
  return near === undefined ? otherwise : `; did you mean ${near}?`;
}

const unknownKey = (key: string, known: readonly string[]): string =>
  `unknown key${orNear(key, known, `; use one of ${known.join(", ")}`)}`;

function nameProblems(name: unknown): string[] {
  if (name === undefined) return [];
  if (typeof name === "string" && name.length > 0 && name.length <= MOST_NAME) return [];
  return [`name: must be a text of 1 to ${MOST_NAME} characters, got ${shown(name)}`];
}

function methodProblems(method: unknown, fields: unknown): string[] {
  if (method === undefined) return [];
  if (typeof method !== "string" || !TOKEN.test(method))
    return [`method: must be a method such as "PUT", got ${shown(method)}`];
  if (method !== method.toUpperCase())
    return [`method: must be in upper case; write ${shown(method.toUpperCase())}`];
  if (fields === undefined || !WITHOUT_BODY.includes(method)) return [];
  return [`fields: a ${method} request has no body; write query: { ... } for a query`];
}

function pathProblems(path: unknown, given: string[]): string[] {
  if (typeof path !== "string")
    return [`path: must be a text such as "/v1/orders", got ${shown(path)}`];
  if (!path.startsWith("/")) return [`path: must begin with /; write ${shown(`/${path}`)}`];
  if (path.includes("?"))
    return [`path: must not have a query; write query: { ... } for its parameters`];
  if (path.includes("#") || /[\s\\]/.test(path))
    return [`path: must not have #, white space or a backslash, got ${shown(path)}`];
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
  if (/[{}]/.test(path.replace(/\{[^{}]+\}/g, "")))
    return [`path: each parameter must be a name in braces such as {id}, got ${shown(path)}`];
  const twice = names.find((name, index) => names.indexOf(name) < index);
  return [
    ...(twice === undefined ? [] : [`path: {${twice}} occurs twice`]),
    ...names
      .filter((name) => !given.includes(name))
      .map((name) => `path: {${name}} is not described; write parameters: { ${name}: text() }`),
    ...given
      .filter((name) => !names.includes(name))
      .map((name) => `parameters.${name}: the path has no {${name}}${orNear(name, names)}`),
  ];
}

function headerProblems(headers: unknown = {}): string[] {
  if (!isObject(headers))
    return [`headers: must be an object of texts by name, got ${shown(headers)}`];
  const names = Object.keys(headers);
  const lower = names.map((name) => name.toLowerCase());
  return names.flatMap((name, index) => {
    const value = headers[name];
    const at = `headers.${name}`;
    if (!TOKEN.test(name)) return [`${at}: must be a header name, without spaces and colons`];
    if (OWN_HEADERS.includes(name.toLowerCase()))
      return [`${at}: follows from the request; leave it out`];
    if (lower.indexOf(name.toLowerCase()) < index)
      return [`${at}: occurs twice, in upper and lower case`];
    if (isObject(value)) return fieldProblems("headers", name, value);
    if (typeof value !== "string" || !HEADER_VALUE.test(value))
      return [`${at}: must be a text of one line, got ${shown(value)}`];
    return [];
  });
}

/** A field by its place: made by a function of this package, and of a type allowed there. */
function fieldProblems(place: Place, name: string, field: unknown): string[] {
  const at = `${place}.${name}`;
  const type = isObject(field) ? field["type"] : undefined;
  if (!isObject(type))
    return [`${at}: must be made by a function such as text() or number(), got ${shown(field)}`];
  const parsed = FieldType.safeParse(type);
  if (!parsed.success) return parsed.error.issues.map((issue) => issueText(at, type, issue));
  const { kind } = parsed.data;
  const isFlat = (type: FieldType): boolean => type.kind !== "object" && type.kind !== "list";
  const isNested =
    kind === "list" ? place === "parameters" || !isFlat(parsed.data.items) : !isFlat(parsed.data);
  return [
    ...(place !== "fields" && isNested
      ? [`${at}: must be a single value, not ${kind === "list" ? "a list" : "an object"}`]
      : []),
    ...(place === "parameters" && isObject(field) && field["isRequired"] === false
      ? [`${at}: a part of the path cannot be left out; write it without .optional()`]
      : []),
  ];
}

/** Problems within a type, with the author's own path: `fields.address.zip.min`. */
function issueText(at: string, type: unknown, issue: core.$ZodIssue): string {
  const { path, inner } = walk(at, type, issue.path);
  if (issue.code !== "unrecognized_keys") return `${path}: ${issue.message}`;
  const kind = isObject(inner) ? String(inner["kind"]) : "";
  const known = statableOf(kind) ?? [];
  return issue.keys.map((key) => `${path}.${key}: ${unknownKey(key, known)}`).join("; ");
}

function walk(
  at: string,
  type: unknown,
  keys: readonly PropertyKey[],
): { path: string; inner: unknown } {
  let path = at;
  let inner: unknown = type;
  for (const [index, key] of keys.entries()) {
    inner = (inner as Record<PropertyKey, unknown> | undefined)?.[key];
    if (key === "items") path += "[]";
    else if (typeof key === "number" && keys[index - 1] === "fields")
      path += `.${isObject(inner) ? String(inner["name"]) : key}`;
    else if (key !== "fields" && key !== "type") path += `.${String(key)}`;
  }
  return { path, inner };
}
