import { createRequire } from "node:module";
import type * as Ajv from "ajv/dist/2020.js";

/** A JSON Schema (2020-12) that needs no other file. */
export type JsonSchema = boolean | Record<string, unknown>;

/** What does not fit: its path in the value, and why. */
export type Misfit = { path: string[]; why: string };

/** A schema that can be used, or the problem with it. */
type Compiled = { problem?: string; misfit: (value: unknown) => Misfit | undefined };

// Only interfaces of documents need it, and it takes a third of the time of the start.
const load = createRequire(import.meta.url);

/**
 * Makes a check of a schema. Formats are annotations, as JSON Schema and OpenAPI have them, and a keyword
 * that is not known says nothing.
 */
export function compileSchema(schema: JsonSchema): Compiled {
  const { Ajv2020 } = load("ajv/dist/2020.js") as typeof Ajv;
  try {
    const ajv = new Ajv2020({
      strict: false,
      validateFormats: false,
      logger: false,
      // Schemas that lead to each other in many ways take minutes otherwise.
      inlineRefs: false,
      code: { optimize: false },
    });
    const validate = ajv.compile(schema);
    return {
      misfit: (value) => {
        if (validate(value)) return undefined;
        const [error] = validate.errors ?? [];
        const path = (error?.instancePath ?? "").split("/").slice(1);
        return {
          path: path.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~")),
          why: error?.message ?? "does not fit",
        };
      },
    };
  } catch (error) {
    return { problem: (error as Error).message, misfit: () => undefined };
  }
}

/** A misfit in a sentence that begins with its path: `$.items[0].sku must be string`. */
export const misfitText = ({ path, why }: Misfit): string =>
  `$${path.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join("")} ${why}`;
