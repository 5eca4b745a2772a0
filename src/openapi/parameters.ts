import type { Parameter } from "../model/index.ts";
import { examplesOf } from "./examples.ts";
import type { Operation } from "./find-operation.ts";
import { memberPath, type FieldMember, type FieldType } from "../kinds/index.ts";
import { NO_MATCH, NotExpressible } from "./not-expressed.ts";
import type { DocumentPart } from "./document-part.ts";
import { describeSchema, type Describing } from "./schema-type.ts";
import { flatSchema, textOf } from "./flat-schema.ts";
import { type Body, type RequestBody, sentBody } from "./request-body.ts";
import { withSpans } from "./spans.ts";

const ELSEWHERE = new Set(["accept", "content-type", "authorization"]);
/** Headers whose value follows from earlier requests: one from a document would turn each request away, or into a repetition. */
const OF_EARLIER = /^(?:if-(?:none-)?match|if-(?:un)?modified-since|if-range|idempotency-key)$/i;
const PLACES = new Set(["path", "query", "header", "cookie", "querystring"]);
/** The only form of a whole query (`in: querystring`, OpenAPI 3.2) that is sent: each member of an object is a parameter. */
const FORM = "application/x-www-form-urlencoded";

/** `path` has what stands before values in it, such as `;id=`. */
export type Parameters = { parameters: Parameter[]; cookies: string[]; path: string };

/** The parameters of the operation and of its path. @throws NotExpressible if a required one cannot be sent. */
export function parametersOf(operation: Operation, context: Describing): Parameters {
  const byName = new Map<string, DocumentPart>();
  for (const owner of [operation.pathItem, operation.part])
    for (const item of owner.own("parameters")?.items ?? []) {
      const part = item.followed();
      byName.set(`${part.text("in") ?? ""} ${part.text("name") ?? ""}`, part);
    }
  const cookies: string[] = [];
  let { path } = operation;
  const found = [...byName.values()].flatMap((part): Parameter[] => {
    const [name, place] = [part.text("name"), part.text("in")];
    if (name === undefined || place === undefined)
      throw part.error("a parameter must have name and in");
    if (!PLACES.has(place))
      throw part.error(
        `in: ${JSON.stringify(place)} is not valid`,
        "use path, query, querystring, header or cookie",
      );
    if (place === "header" && ELSEWHERE.has(name.toLowerCase())) return [];
    const isRequired = part.flag("required") === true;
    const why = whyNotSent({ name, place, isRequired }, operation.path);
    if (why !== undefined) {
      context.notExpressed.add(part, why);
      if (place === "cookie" && isRequired) cookies.push(name);
      return [];
    }
    if (place === "path") path = path.replace(`{${name}}`, () => `${beforeValue(part)}{${name}}`);
    if (place !== "querystring")
      return described(part, part, { name, in: place as Parameter["in"] }, context);
    const media = part.member("content")?.member(FORM) ?? part;
    return described(part, media, { name, in: "query" }, context);
  });
  // A member of an object may have the name of another parameter, which is sent.
  const keys = found.map((each) => `${each.in} ${each.name}`);
  const parameters = withSpans(found.filter((_, at) => keys.lastIndexOf(keys[at] ?? "") === at));
  for (const [, name = ""] of operation.path.matchAll(/\{([^{}]*)\}/g))
    if (!parameters.some((each) => each.in === "path" && each.name === name))
      throw operation.part.error(
        `the path has {${name}}, but no parameter of that name is described`,
      );
  return { parameters, cookies, path };
}

function whyNotSent(
  { name, place, isRequired }: { name: string; place: string; isRequired: boolean },
  path: string,
): string | undefined {
  if (place === "cookie") return `cookie ${name} is not sent`;
  if (place === "path" && !path.includes(`{${name}}`)) return `${name} is not in the path ${path}`;
  return place === "header" && OF_EARLIER.test(name) && !isRequired
    ? `${name} is not sent: its value follows from earlier requests`
    : undefined;
}

/** `owner` has the schema and its examples. */
function described(
  part: DocumentPart,
  owner: DocumentPart,
  { name, in: place }: Pick<Parameter, "name" | "in">,
  context: Describing,
): Parameter[] {
  const required = place === "path" || part.flag("required") === true;
  const instead = `${place} parameter ${name} is not sent`;
  const found = context.notExpressed.attemptOptional(!required, instead, (): Parameter[] => {
    const schema = owner.own("schema");
    if (schema === undefined)
      throw new NotExpressible(part, `${name} is described by content, not by a schema`);
    const { type, example, guess } = describeSchema([schema], context, {
      path: `${place}.${name}`,
      through: [],
      examples: examplesOf(owner, schema, context),
      asText: true,
    });
    if (guess !== undefined && !required) throw new NotExpressible(schema, NO_MATCH);
    if (guess !== undefined) context.guesses.add(guess);
    const shown = example as Parameter["example"];
    const sent: Parameter = { name, in: place, type, required };
    return asWritten(part, { ...sent, ...(shown !== undefined && { example: shown }) }, context);
  });
  return found ?? [];
}

const isFlat = ({ kind }: FieldType): boolean => kind !== "list" && kind !== "object";

/** What stands between the items of a list, by style, where there is one pair. */
const SEPARATORS: Record<string, string> = {
  form: ",",
  spaceDelimited: "%20",
  pipeDelimited: "%7C",
};

/** A parameter as its style writes it: an object may be several. @throws NotExpressible if it cannot be written so. */
function asWritten(part: DocumentPart, sent: Parameter, context: Describing): Parameter[] {
  const { in: place, type } = sent;
  if (place === "query" && type.kind === "object") return membersOf(part, sent, type, context);
  if (isFlat(type)) return [sent];
  const what = `${type.kind === "list" ? "a list" : "an object"} in the ${place}`;
  if (type.kind !== "list" || !isFlat(type.items)) throw new NotExpressible(part, what);
  // Written between commas, with or without explode.
  if (place === "header") return [sent];
  const style = part.text("style") ?? (place === "path" ? "simple" : "form");
  const isExploded = part.flag("explode") ?? style === "form";
  if (style === "form" && isExploded) return [sent];
  const separator = place === "path" ? inPath(style, sent.name, isExploded) : SEPARATORS[style];
  if (separator === undefined || (isExploded && place !== "path"))
    throw new NotExpressible(part, `style ${style}${isExploded ? "" : " without explode"}`);
  return [{ ...sent, separator }];
}

/** Versions of OpenAPI differ in what stands between the items of a label. */
function inPath(style: string, name: string, isExploded: boolean): string | undefined {
  if (style === "simple") return ",";
  if (style !== "matrix") return undefined;
  return isExploded ? `;${encodeURIComponent(name)}=` : ",";
}

/** What stands before a value in a path: a point for the style `label`, and `;name=` for `matrix`. */
function beforeValue(part: DocumentPart): string {
  const style = part.text("style");
  if (style === "label") return ".";
  return style === "matrix" ? `;${encodeURIComponent(part.text("name") ?? "")}=` : "";
}

function membersOf(
  part: DocumentPart,
  { name, required, example }: Parameter,
  { fields }: FieldType & { kind: "object" },
  { notExpressed, untyped, optional, unrequired }: Describing,
): Parameter[] {
  const style = part.text("style") ?? "form";
  const isDeep = style === "deepObject";
  if (!isDeep && (style !== "form" || part.flag("explode") === false))
    throw new NotExpressible(part, `an object of style ${style} in the query`);
  const shown = (example ?? {}) as Record<string, Parameter["example"]>;
  const kept = fields.filter(({ name: own, type, required: must }) => {
    if (isFlat(type)) return true;
    if (must === true) throw new NotExpressible(part, `${own} of an object in the query has parts`);
    notExpressed.add(part, `${own} has parts: it is left out`);
    return false;
  });
  return kept.map(({ name: own, type, required: must, example: shownHere = shown[own] }) => {
    const written = isDeep ? `${name}[${own}]` : own;
    for (const paths of [untyped, optional, unrequired])
      if (paths.has(memberPath(`query.${name}`, own))) paths.add(`query.${written}`);
    return {
      name: written,
      in: "query" as const,
      type,
      // Without its only member, the object is absent.
      required: must === true && (required === true || kept.length > 1),
      ...(shownHere !== undefined && { example: shownHere as Parameter["example"] }),
    };
  });
}

/** The members of a form, or the one text that is the body. Optional ones that a form cannot have are left out, and listed. */
export function formOf(
  { type, schema, form, media, example: whole }: RequestBody & Body,
  context: Describing,
): Parameter[] {
  const { dialect, notExpressed } = context;
  if (form === "text") {
    if (type.kind === "object" || type.kind === "list")
      throw new NotExpressible(schema, "a text that is an object or a list");
    const example = whole as Parameter["example"];
    return [
      { name: "body", in: "form", type, required: true, ...(whole !== undefined && { example }) },
    ];
  }
  if (type.kind !== "object") throw new NotExpressible(schema, "a form that is not an object");
  const { properties } = flatSchema([schema], { through: [], dialect });
  return type.fields.flatMap(({ name, type: own, required, example }): Parameter[] => {
    const item = own.kind === "list" ? own.items : own;
    const file =
      form === "parts" ? fileTypeOf(name, properties.get(name) ?? [], media, dialect) : undefined;
    if (file !== undefined || (item.kind !== "list" && item.kind !== "object"))
      return [
        {
          name,
          in: "form",
          // A file may have any content: often its schema says nothing.
          type: file !== undefined && !["text", "list"].includes(own.kind) ? { kind: "text" } : own,
          required,
          example: example as Parameter["example"],
          ...(file !== undefined && { file }),
        },
      ];
    if (required === true && form === "parts")
      return [jsonPart({ name, type: own, example }, { schema, media }, context)];
    if (required === true) throw new NotExpressible(schema, `${name} of the form has parts`);
    notExpressed.add(schema, `${name} of the form has parts: it is left out`);
    return [];
  });
}

/** A part in JSON, or several in a list, with the one value that is sent: what is in it is stated, and not varied. */
function jsonPart(
  { name, type, example }: Pick<FieldMember, "name" | "type" | "example">,
  { schema, media }: Pick<RequestBody, "schema" | "media">,
  { notExpressed, loose, untyped }: Describing,
): Parameter {
  const partType = statedPartType(name, media) ?? "application/json";
  if (!/[/+]json\b/i.test(partType))
    throw new NotExpressible(schema, `${name} of the form is ${partType}`);
  notExpressed.add(schema, `${name} of the form is sent as one value in JSON`);
  loose.add(schema.at);
  untyped.add(`form.${name}`);
  const text = sentBody({ type, ...(example !== undefined && { example }) });
  const part = { name, in: "form" as const, required: true, partType };
  if (type.kind !== "list") return { ...part, type: { kind: "text" }, example: text };
  const items = (JSON.parse(text) as unknown[]).map((item) => JSON.stringify(item));
  return { ...part, type: { kind: "list", items: { kind: "text" } }, example: items };
}

const statedPartType = (name: string, media: DocumentPart): string | undefined =>
  media.member("encoding")?.member(name)?.text("contentType")?.split(",")[0]?.trim();

function fileTypeOf(
  name: string,
  parts: readonly DocumentPart[],
  media: DocumentPart,
  dialect: Describing["dialect"],
): string | undefined {
  const found = parts.map((part) => fileIn(part, dialect)).find((type) => type !== undefined);
  const stated = statedPartType(name, media);
  return found === undefined || stated === undefined || stated.includes("*") ? found : stated;
}

function fileIn(part: DocumentPart, dialect: Describing["dialect"]): string | undefined {
  const flat = flatSchema([part], { through: [], dialect });
  const mediaType = textOf(flat, "contentMediaType");
  if (mediaType !== undefined || textOf(flat, "format") === "binary")
    return mediaType ?? "application/octet-stream";
  const { keywords } = flat;
  const inner = [
    ...(keywords.get("items") ?? []),
    ...["anyOf", "oneOf"].flatMap((name) =>
      (keywords.get(name) ?? []).flatMap(({ items }) => items),
    ),
  ];
  return inner.map((each) => fileIn(each, dialect)).find((type) => type !== undefined);
}
