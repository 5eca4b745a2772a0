import { z } from "zod";
import { configShape, type ConfigOptions } from "../options/index.ts";
import { Policy } from "./policy.ts";
import { Serve } from "./serve.ts";

/** `options` of a configuration, by the names of the flags. */
const Options = z.strictObject(configShape()) as unknown as z.ZodType<ConfigOptions>;

/** A base URL, with how witness starts and stops that server. */
const ConfiguredTarget = z.union([
  z.string(),
  z.strictObject({ baseUrl: z.string(), serve: Serve.optional() }),
]);

/** `witness.config.*`: targets, options and policy. */
export const Config = z.strictObject({
  $schema: z.string().optional(),
  /** By name a base URL, or how the target is served; or a list of `[name=]url`. */
  targets: z.union([z.record(z.string(), ConfiguredTarget), z.array(z.string())]).optional(),
  options: Options.optional(),
  policy: Policy.optional(),
});
export type Config = z.infer<typeof Config>;
/** As written in a file: members with a default may be omitted. */
export type ConfigInput = z.input<typeof Config>;

/** Returns a configuration unchanged: with it, an editor knows the members of `witness.config.ts`. */
export const defineConfig = (config: ConfigInput): ConfigInput => config;
