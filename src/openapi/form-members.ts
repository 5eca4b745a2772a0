import type { Parameter } from "../model/index.ts";
import type { DocumentPart } from "./document-part.ts";
import { flatSchema, textOf } from "./flat-schema.ts";
import { NotExpressible } from "./not-expressed.ts";
import type { Body, RequestBody } from "./request-body.ts";
import type { Describing } from "./schema-type.ts";

/**
 * The members of a form, or the one text that is the body, as parameters in it. Optional ones that a form cannot have are
 * left out, and listed.
 */
export function formOf(
  { type, schema, form, media, example: whole }: RequestBody & Body,
  { dialect, notExpressed }: Describing,
): Parameter[] {
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
    if (required === true) throw new NotExpressible(schema, `${name} of the form has parts`);
    notExpressed.add(schema, `${name} of the form has parts: it is left out`);
    return [];
  });
}

/** The media type of a file in a multipart form; undefined if the member is none. */
function fileTypeOf(
  name: string,
  parts: readonly DocumentPart[],
  media: DocumentPart,
  dialect: Describing["dialect"],
): string | undefined {
  const found = parts.map((part) => fileIn(part, dialect)).find((type) => type !== undefined);
  const stated = media.member("encoding")?.member(name)?.text("contentType")?.split(",")[0]?.trim();
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
