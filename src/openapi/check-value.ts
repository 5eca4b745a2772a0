import { Ajv2020 } from "ajv/dist/2020.js";
import type { JsonSchema } from "./json-schema.ts";

/** A schema that can be used, or why it cannot. */
type Compiled = { problem?: string; misfit: (value: unknown) => Misfit | undefined };

/** What does not fit: its path in the value, and why. */
export type Misfit = { path: string[]; why: string };

/**
 * A JSON Schema as a check that says what does not fit. Formats are annotations, as the
 * specifications have them.
 */
export function compileSchema(schema: JsonSchema): Compiled {
  try {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
    const validate = ajv.compile(schema);
    const misfit = (value: unknown): Misfit | undefined => {
      if (validate(value)) return undefined;
      const [error] = validate.errors ?? [];
      const path = (error?.instancePath ?? "").split("/").slice(1);
      return {
        path: path.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~")),
        why: error?.message ?? "it does not fit",
      };
    };
    return { misfit };
  } catch (error) {
    return { problem: (error as Error).message, misfit: () => undefined };
  }
}
