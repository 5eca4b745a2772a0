import { Ajv2020 } from "ajv/dist/2020.js";
import { z } from "zod";
import type { BodySchema, SchemaLike } from "../model/policy.ts";

/** What does not fit, in a sentence that begins with its path in the document; undefined where all fits. */
export type BodyCheck = (document: unknown) => string | undefined;

/** Formats of JSON Schema that are checked; any other is a mistake of the schema. */
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

/** A check made of a zod schema or of a JSON Schema. Throws an Error where that is no schema. */
export function bodyCheck(schema: BodySchema): BodyCheck {
  return isZod(schema) ? zodCheck(schema) : jsonSchemaCheck(schema);
}

/** Whether it is a zod schema, and no plain data. */
export const isZod = (schema: BodySchema): schema is SchemaLike =>
  typeof (schema as { safeParse?: unknown }).safeParse === "function";

const zodCheck =
  (schema: SchemaLike): BodyCheck =>
  (document) => {
    const result = schema.safeParse(document);
    if (result.success) return undefined;
    const [issue] = result.error?.issues ?? [];
    return issue === undefined ? "$: it does not fit" : `${pathText(issue.path)}: ${issue.message}`;
  };

/** In strict mode: a keyword or format that is not known is never passed over. */
function jsonSchemaCheck(schema: object): BodyCheck {
  const loose = { strictTypes: false, strictTuples: false, strictRequired: false };
  const ajv = new Ajv2020({ strict: true, ...loose, logger: false });
  for (const [name, format] of Object.entries(FORMATS))
    ajv.addFormat(name, (text: string) => format.safeParse(text).success);
  const validate = ajv.compile(schema);
  return (document) => {
    if (validate(document)) return undefined;
    const [error] = validate.errors ?? [];
    if (error === undefined) return "$: it does not fit";
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
