import type { FieldType } from "../kinds/index.ts";
import { examplesOf } from "./examples.ts";
import type { Operation } from "./find-operation.ts";
import { NotExpressible } from "./not-expressed.ts";
import type { DocumentPart } from "./document-part.ts";
import { describeSchema, type Describing } from "./schema-type.ts";

/** A JSON body: its kind of value, its media type unless that is application/json, and its schema. */
export type RequestBody = {
  type: FieldType;
  /** A value to send, or its items; an object has examples in its members. */
  example?: unknown;
  contentType?: string;
  schema: DocumentPart;
};

/** JSON media types, best first; ranges include it. */
const JSON_TYPES = [
  /^application\/json\b/i,
  /^[\w.-]+\/[\w.+-]+\+json\b/i,
  /^(application|\*)\/\*$/,
  /^text\/json\b/i,
];

/**
 * The JSON body of an operation; undefined if it has none. @throws NotExpressible if it requires an
 * unsupported body.
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
    if (content.length === 0) throw new NotExpressible(body, "the content is not stated");
    if (chosen === undefined)
      throw new NotExpressible(
        body,
        `the body is ${content.map(([type]) => type).join(" or ")}, but witness only sends JSON`,
      );
    const [mediaType, media] = chosen;
    const schema = media.own("schema");
    if (schema === undefined) throw new NotExpressible(media, "the body has no schema");
    const spot = { path: "", through: [], examples: examplesOf(media, schema, context) };
    const { guess, ...described } = context.notExpressed.attempt(() =>
      describeSchema([schema], context, spot),
    );
    if (guess !== undefined) context.loose.add(guess);
    const isPlain = mediaType.includes("*") || /^application\/json\s*$/i.test(mediaType);
    return { ...described, schema, ...(!isPlain && { contentType: mediaType }) };
  } catch (error) {
    if (!(error instanceof NotExpressible) || isRequired) throw error;
    context.notExpressed.addLine(`${error.message}: no body is sent`);
    return undefined;
  }
}
