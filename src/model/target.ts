import { z } from "zod";
import { Serve } from "./serve.ts";

/** A server to test: a name for reports, and its base URL. */
export const Target = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/),
  baseUrl: z.string(),
});
export type Target = z.infer<typeof Target>;

/** A target as a job receives it: `serve` says how witness starts and stops it. */
export type GivenTarget = Target & { serve?: Serve | undefined };
