import { z } from "zod";
import { WitnessError } from "../errors.ts";

/**
 * Options with their defaults.
 * @throws WitnessError `options` that names the ones that do not fit.
 */
export function readOptions<T extends z.ZodType>(
  schema: T,
  options: z.input<T>,
  of: string,
): z.output<T> {
  const parsed = schema.safeParse(options);
  if (parsed.success) return parsed.data;
  throw new WitnessError("options", `options of ${of}: ${z.prettifyError(parsed.error)}`);
}
