import { z } from "zod";
import { configShape } from "../options/schemas.ts";
import type { ConfigOptions } from "../options/table.ts";
import { Policy } from "./policy.ts";
import { Serve } from "./serve.ts";

/** `options` of a configuration, by the names of the flags. */
const Options = z.strictObject(configShape()) as unknown as z.ZodType<ConfigOptions>;

/** A base URL, with how witness starts and stops what is there. */
const ConfiguredTarget = z.union([
  z.string(),
  z.strictObject({ baseUrl: z.string(), serve: Serve.optional() }),
]);

/** `witness.config.*`: targets, options and policy. */
export const Config = z.strictObject({
  $schema: z.string().optional(),
  /** By name a base URL, or how the target is served besides; or a list of `[name=]url`. */
  targets: z.union([z.record(z.string(), ConfiguredTarget), z.array(z.string())]).optional(),
  options: Options.optional(),
  policy: Policy.optional(),
});
export type Config = z.infer<typeof Config>;
/** As it is written in a file: what has a default may be left out. */
export type ConfigInput = z.input<typeof Config>;

/** Gives a configuration back as it is: with it, an editor knows what can stand in `witness.config.ts`. */
export const defineConfig = (config: ConfigInput): ConfigInput => config;
