import type { ConfigInput } from "../model/config.ts";

/** Gives a configuration back as it is: with it, an editor knows what can stand in `witness.config.ts`. */
export const defineConfig = (config: ConfigInput): ConfigInput => config;
