import { z } from "zod";

/**
 * The state of a record as a whole. `unchecked`: its format has no checksum. `incomplete`: it has no footer. `damaged`:
 * lines are missing, added, changed or unreadable, or an observation occurs twice.
 */
export const Integrity = z.strictObject({
  state: z.enum(["intact", "unchecked", "incomplete", "damaged"]),
  /** One sentence with figures. */
  text: z.string(),
});
export type Integrity = z.infer<typeof Integrity>;
