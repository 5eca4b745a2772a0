import type { FieldType } from "../kinds/field-type.ts";
import type { Operation } from "./find-operation.ts";
import { NotExpressible } from "./not-expressed.ts";
import { exampleOf } from "./parameters.ts";
import type { DocumentPart } from "./document-part.ts";
import { describeSchema, type Describing } from "./schema-type.ts";

/** A JSON body: its kind of value, its media type where that is not application/json, and its schema. */
export type RequestBody = { type: FieldType; contentType?: string; schema: DocumentPart };

/** Media types that say JSON, best first; ranges cover it. */
const JSON_TYPES = [
  /^application\/json\b/i,
  /^[\w.-]+\/[\w.+-]+\+json\b/i,
  /^(application|\*)\/\*$/,
  /^text\/json\b/i,
];

/**
 * The JSON body of an operation; undefined where it has none.
 * @throws NotExpressible where it must have a body that is not expressed.
 */
export function requestBodyOf({ part }: Operation, context: Describing): RequestBody | undefined {
  const body = part.member("requestBody");
  if (body === undefined) return undefined;
  const content = body.member("content")?.entries ?? [];
  const isRequired = body.flag("required") === true;
  const chosen = JSON_TYPES.flatMap((pattern) => content.filter(([type]) => pattern.test(type)))[0];
  for (const [type] of content)
    if (type !== chosen?.[0]) context.notExpressed.add(body, `a body of ${type}`);
  try {
    if (content.length === 0) throw new NotExpressible(body, "no content is stated");
    if (chosen === undefined)
      throw new NotExpressible(
        body,
        `the body is ${content.map(([type]) => type).join(" or ")}, and witness sends JSON`,
      );
    const [mediaType, media] = chosen;
    const schema = media.own("schema");
    if (schema === undefined) throw new NotExpressible(media, "nothing is stated of the body");
    const spot = { path: "", through: [], example: exampleOf(media) };
    const { type } = context.notExpressed.attempt(() => describeSchema([schema], context, spot));
    const isPlain = mediaType.includes("*") || /^application\/json\s*$/i.test(mediaType);
    return { type, schema, ...(!isPlain && { contentType: mediaType }) };
  } catch (error) {
    if (!(error instanceof NotExpressible) || isRequired) throw error;
    context.notExpressed.addLine(`${error.message}: no body is sent`);
    return undefined;
  }
}
