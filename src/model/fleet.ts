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

/** An agent's work in a run. */
export const FleetAgentSummary = FleetAgent.omit({ type: true }).extend({
  /** Cases of the plan that it sent and that count. */
  cases: z.int(),
  /** Rounds of load that count, and its requests in them. */
  rounds: z.int(),
  loadRequests: z.int(),
  /** Its rate against a server that does nothing. */
  ceilingPerSecond: z.number().optional(),
  /** Failed checks of its generator. */
  doubts: z.array(z.string()),
});
export type FleetAgentSummary = z.infer<typeof FleetAgentSummary>;
