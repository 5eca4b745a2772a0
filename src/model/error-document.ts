import { z } from "zod";

/** What `--json` prints instead of a result: why there is none. */
export const ErrorDocument = z.strictObject({
  $schema: z.string(),
  schemaVersion: z.literal(1),
  tool: z.strictObject({ name: z.string(), version: z.string() }),
  error: z.strictObject({
    /** As in docs/errors.md; `command-line` is a wrong verb, option or argument. */
    code: z.string(),
    message: z.string(),
    /** What to do about it. */
    hint: z.string().optional(),
  }),
  /** The exit code of the process. */
  exitCode: z.int(),
});
export type ErrorDocument = z.infer<typeof ErrorDocument>;
