import { z } from "zod";
import { RunEnd } from "./run.ts";
import { Target } from "./target.ts";

/** One target of a survey. */
export const SurveyedTarget = z.strictObject({
  ...Target.shape,
  /** Its run folder, from the survey's. */
  run: z.string(),
  end: RunEnd,
  /** Why it was not sent to, or not to the end. */
  reason: z.string().optional(),
  accepts: z.enum(["held", "not-held", "not-judged", "not-shown", "unreachable", "not-probed"]),
});
export type SurveyedTarget = z.infer<typeof SurveyedTarget>;

/** Targets that respond to every case alike. */
export const SurveyCluster = z.strictObject({
  /** Identifies the behaviour: equal in two surveys of the same cases if targets behave the same. */
  behaviour: z.string(),
  targets: z.array(SurveyedTarget).min(1),
  /** Hand-chosen cases by the class of their responses. */
  cases: z.record(z.string(), z.int()),
});
export type SurveyCluster = z.infer<typeof SurveyCluster>;

/** `survey.json`: the targets by behaviour, the largest cluster first. */
export const Survey = z.strictObject({
  schemaVersion: z.literal(1),
  tool: z.strictObject({ name: z.string(), version: z.string() }),
  seed: z.int(),
  targets: z.int(),
  clusters: z.array(SurveyCluster),
  /** The folder of a comparison that has one target of each of the largest clusters. */
  comparison: z.string().optional(),
});
export type Survey = z.infer<typeof Survey>;
