import { Ajv2020 } from "ajv/dist/2020.js";
import { z } from "zod";
import type { BodySchema, SchemaLike } from "../model/index.ts";

/**
 * The mismatch, in a sentence that begins with its path in the document; undefined if everything matches.
 */
export type BodyCheck = (document: unknown) => string | undefined;

/** Formats of JSON Schema that are checked; any other is a mistake in the schema. */
const FORMATS: Record<string, z.ZodType> = {
  "date-time": z.iso.datetime({ offset: true }),
  date: z.iso.date(),
  time: z.iso.time(),
  uuid: z.uuid(),
  email: z.email(),
  uri: z.url(),
  ipv4: z.ipv4(),
  ipv6: z.ipv6(),
};

/** A check from a zod schema or a JSON Schema. Throws an Error if it is not a schema. */
export function bodyCheck(schema: BodySchema): BodyCheck {
  return isZod(schema) ? zodCheck(schema) : jsonSchemaCheck(schema);
}

/** Whether it is a zod schema, not plain data. */
export const isZod = (schema: BodySchema): schema is SchemaLike =>
  typeof (schema as { safeParse?: unknown }).safeParse === "function";

const zodCheck =
  (schema: SchemaLike): BodyCheck =>
  (document) => {
    const result = schema.safeParse(document);
    if (result.success) return undefined;
    const [issue] = result.error?.issues ?? [];
    return issue === undefined
      ? "$: it does not match"
      : `${pathText(issue.path)}: ${issue.message}`;
  };

/** In strict mode: an unknown keyword or format is never ignored. */
function jsonSchemaCheck(schema: object): BodyCheck {
  const loose = { strictTypes: false, strictTuples: false, strictRequired: false };
  const ajv = new Ajv2020({ strict: true, ...loose, logger: false });
  for (const [name, format] of Object.entries(FORMATS))
    ajv.addFormat(name, (text: string) => format.safeParse(text).success);
  const validate = ajv.compile(schema);
  return (document) => {
    if (validate(document)) return undefined;
    const [error] = validate.errors ?? [];
    if (error === undefined) return "$: it does not match";
    const path = error.instancePath.split("/").slice(1).map(unescapePointer);
    return `${pathText(path)}: ${error.message ?? error.keyword}${extraText(error.params)}`;
  };
}

const unescapePointer = (part: string): string => part.replaceAll("~1", "/").replaceAll("~0", "~");

/** The value or name that the message of some keywords leaves out. */
function extraText(params: Record<string, unknown>): string {
  const extra = params["additionalProperty"] ?? params["allowedValue"] ?? params["allowedValues"];
  return extra === undefined ? "" : ` (${JSON.stringify(extra)})`;
}

const pathText = (path: readonly PropertyKey[]): string =>
  `$${path
    .map((part) => (/^\d+$/.test(String(part)) ? `[${String(part)}]` : `.${String(part)}`))
    .join("")}`;
