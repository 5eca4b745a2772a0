import { z } from "zod";

/**
 * The stated request body: `id` is an integer, `date` an ISO 8601 date-time in UTC with exactly
 * three fraction digits and a trailing Z. Bounds, requiredness and further fields are not shown, so
 * further fields are valid and `id` has no limit.
 */
export const Submission = z.looseObject({
  id: z.number().refine(Number.isInteger, "a whole number"),
  date: z.iso.datetime({ precision: 3, offset: false, local: false }),
});
export type Submission = z.infer<typeof Submission>;
