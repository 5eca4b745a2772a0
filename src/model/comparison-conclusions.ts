import { z } from "zod";
import { TargetIndex } from "./comparison-speed.ts";

/** How many of these cases are so; `of` counts all of them. */
export const Share = z.strictObject({ cases: z.int().min(0), of: z.int().min(0) });
export type Share = z.infer<typeof Share>;

export const Conclusion = z.strictObject({
  kind: z.enum(["outlier", "alike", "fastest", "migration"]),
  text: z.string(),
  targets: z.array(TargetIndex),
});
export type Conclusion = z.infer<typeof Conclusion>;

/** Requests to which a new target responds differently from an old one, for one cause. */
export const MigrationCause = z.strictObject({
  /**
   * `breaks`: only the old one accepts these valid requests. Of the others, `errors`: the new one has a server error or gives no
   * response; `refuses`: only the old one accepts them; `accepts`: only the new one does.
   */
  risk: z.enum(["breaks", "errors", "refuses", "accepts"]),
  suite: z.string(),
  /** What all its cases have in common; with `example`, the reason of one of them. */
  name: z.string(),
  example: z.boolean(),
  case: z.string(),
  cases: z.int().min(1),
  before: z.string(),
  after: z.string(),
});
export type MigrationCause = z.infer<typeof MigrationCause>;
