import { z } from "zod";

/** A process of a served target was started, and responds. */
export const ServedStart = z.strictObject({
  type: z.literal("served-start"),
  /** First, second, ... process of this run, from 1. */
  nth: z.int().min(1),
  /** From its start to the first response to a valid request. */
  readyMs: z.int().min(0),
});
export type ServedStart = z.infer<typeof ServedStart>;
