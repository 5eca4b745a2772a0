import type { DocumentedResponse } from "../model/index.ts";
import type { Dialect, Operation } from "./find-operation.ts";
import { compileSchema } from "../contract/index.ts";
import { jsonSchemaOf } from "./json-schema.ts";
import type { NotExpressed } from "./not-expressed.ts";
import type { DocumentPart } from "./document-part.ts";

/** The responses that the document states for an operation. */
export function responsesOf(
  { part }: Operation,
  dialect: Dialect,
  notExpressed: NotExpressed,
): DocumentedResponse[] {
  const responses = part.member("responses");
  if (responses === undefined) return [];
  return responses.entries
    .filter(([status]) => !status.startsWith("x-"))
    .map(([status, own]) => {
      const written = status.toLowerCase() === "default" ? "default" : status.toUpperCase();
      if (!/^([1-5](\d\d|XX)|default)$/.test(written))
        throw own.error(`${JSON.stringify(status)} is not a status`, "write 201, 4XX or default");
      const response = own.followed();
      for (const name of ["headers", "links"])
        if (Object.keys(response.own(name)?.members ?? {}).length > 0)
          notExpressed.add(response, `${name} of the response`);
      const content = response.member("content")?.entries ?? [];
      return {
        status: written,
        at: own.at,
        ...(content.length > 0 && {
          content: content.map(([type, media]) => {
            const schema = schemaOf(media, dialect, notExpressed);
            return { type, ...(schema !== undefined && { schema }) };
          }),
        }),
      };
    });
}

function schemaOf(media: DocumentPart, dialect: Dialect, notExpressed: NotExpressed) {
  const part = media.own("schema");
  if (part === undefined || !/[/+]json\b|\*/i.test(media.key)) return undefined;
  const schema = jsonSchemaOf(part, { dialect, notExpressed }, "response");
  const problem = compileSchema(schema).problem;
  if (problem === undefined)
    return schema as NonNullable<NonNullable<DocumentedResponse["content"]>[number]["schema"]>;
  notExpressed.add(part, `the schema of the response cannot be used: ${problem}`);
  return undefined;
}
