import { z } from "zod";

/** An agent of a fleet that took part in a run. */
export const FleetAgent = z.strictObject({
  type: z.literal("agent"),
  name: z.string(),
  version: z.string(),
  platform: z.string(),
  cores: z.int(),
  labels: z.record(z.string(), z.string()),
  /** Milliseconds since the run began. */
  atMs: z.number(),
  /** The difference between its clock and that of the run, and by how much this may be wrong. */
  clockErrorMs: z.number(),
});
export type FleetAgent = z.infer<typeof FleetAgent>;
