import { z } from "zod";

/**
 * One line of the specification: `stated`, or one of those things of which it says "not shown".
 * `reason` is there where nothing on the client's side can observe it.
 */
export const Clause = z.strictObject({
  id: z.string(),
  kind: z.enum(["stated", "not shown"]),
  text: z.string(),
  reason: z.string().optional(),
});
export type Clause = z.infer<typeof Clause>;
