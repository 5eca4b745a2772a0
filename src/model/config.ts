import { z } from "zod";
import { Policy } from "./policy.ts";

/** A duration as the flags take it: `30s`, `500ms`, or a number in the flag's own unit. */
const Duration = z.union([z.string(), z.number().min(0)]);
const Names = z.union([z.string(), z.array(z.string())]);

/** Options of `witness run`, by the names of its flags; they mean what the flags mean. */
export const RunConfig = z.strictObject({
  suite: Names.optional(),
  grep: z.string().optional(),
  runs: z.int().optional(),
  seed: z.int().optional(),
  firstId: z.int().optional(),
  repeats: z.int().optional(),
  concurrency: z.int().optional(),
  /** A bare number is milliseconds. */
  timeout: Duration.optional(),
  readLimit: z.int().optional(),
  /** A bare number is seconds, as of every duration but `timeout`. */
  waitFor: Duration.optional(),
  explore: z.boolean().optional(),
  load: z.boolean().optional(),
  loadDuration: Duration.optional(),
  corpus: z.string().optional(),
  suites: z.string().optional(),
  outputDir: z.string().optional(),
  insecure: z.boolean().optional(),
  reporter: Names.optional(),
  baseline: z.string().optional(),
  inconclusive: z.enum(["pass", "fail"]).optional(),
});
export type RunConfig = z.infer<typeof RunConfig>;

/** `witness.config.*`: targets, options and policy. */
export const Config = z.strictObject({
  $schema: z.string().optional(),
  /** Base URLs by name, or a list of `[name=]url`. */
  targets: z.union([z.record(z.string(), z.string()), z.array(z.string())]).optional(),
  options: RunConfig.optional(),
  policy: Policy.optional(),
});
export type Config = z.infer<typeof Config>;
/** As it is written in a file: what has a default may be left out. */
export type ConfigInput = z.input<typeof Config>;
