import { createRequire } from "node:module";
import type * as Ajv from "ajv/dist/2020.js";

/** A JSON Schema (2020-12) without references to other files. */
export type JsonSchema = boolean | Record<string, unknown>;

/** A mismatch: the innermost path in the value, and a sentence: `$.items[0].sku must be string`. */
export type Misfit = { path: string[]; text: string };

/** A usable schema, or the problem with it. */
type Compiled = { problem?: string; misfit: (value: unknown) => Misfit | undefined };

// Only interfaces of documents need it, and loading it takes a third of the start-up time.
const load = createRequire(import.meta.url);

const OPTIONS: Ajv.Options = {
  strict: false,
  validateFormats: false,
  logger: false,
  // Schemas that lead to each other in many ways take minutes otherwise.
  inlineRefs: false,
  code: { optimize: false },
};

/** Checks schemas. It is kept, because it compiles the schema of schemas, which takes longer than most schemas do. */
let metaSchema: InstanceType<typeof Ajv.Ajv2020> | undefined;

/**
 * Makes a validator for a schema. Formats are annotations, as in JSON Schema and OpenAPI, and unknown
 * keywords are ignored.
 */
export function compileSchema(schema: JsonSchema): Compiled {
  const { Ajv2020 } = load("ajv/dist/2020.js") as typeof Ajv;
  try {
    metaSchema ??= new Ajv2020(OPTIONS);
    metaSchema.validateSchema(schema, true);
    // Each schema has a validator of its own, because several may have the same $id.
    const validate = new Ajv2020({ ...OPTIONS, validateSchema: false }).compile(schema);
    return {
      misfit: (value) => {
        if (validate(value)) return undefined;
        const errors = validate.errors ?? [];
        // The last error is the outermost one, such as a oneOf behind what is wrong in each alternative.
        const [first, outer] = [errors[0], errors.at(-1)];
        return { path: pathOf(first), text: `${placeText(pathOf(outer))} ${whyText(outer)}` };
      },
    };
  } catch (error) {
    return { problem: (error as Error).message, misfit: () => undefined };
  }
}

type SchemaError = Ajv.ErrorObject | undefined;

const pathOf = (error: SchemaError): string[] =>
  (error?.instancePath ?? "")
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

const placeText = (path: readonly string[]): string =>
  `$${path.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join("")}`;

/** Adds the names that are missing in the validator's sentence. */
function whyText(error: SchemaError): string {
  const { keyword = "", params = {}, message = "does not fit" } = error ?? {};
  const { additionalProperty, unevaluatedProperty } = params as Record<string, string | undefined>;
  const name = additionalProperty ?? unevaluatedProperty;
  if (name !== undefined) return `must not have the property ${JSON.stringify(name)}`;
  if (keyword === "uniqueItems") return "must not have duplicate items";
  if (keyword === "anyOf") return "must fit one of the alternatives of anyOf";
  if (keyword === "oneOf") {
    const { passingSchemas } = params as { passingSchemas?: unknown };
    return Array.isArray(passingSchemas)
      ? "must fit only one of the alternatives of oneOf, and fits several"
      : "must fit one of the alternatives of oneOf";
  }
  return message.replace("must NOT", "must not");
}
