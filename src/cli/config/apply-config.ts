import type { Command } from "commander";
import { loadConfig } from "./load-config.ts";
import { RUN_OPTIONS } from "./option-specs.ts";
import { resolveOptions } from "./resolve-options.ts";

/**
 * Gives a verb's options the values of the environment and of the configuration, where the command
 * line gave none. Verbs without such options do not read any configuration.
 */
export async function applyConfig(command: Command): Promise<void> {
  const named = new Set(command.options.map((option) => option.attributeName()));
  const specs = RUN_OPTIONS.filter(({ name }) => named.has(name));
  if (specs.length === 0 || !named.has("config")) return;
  const { config: path } = command.opts<{ config?: string }>();
  const loaded = await loadConfig(path, process.cwd());
  const given = specs.filter(({ name }) => command.getOptionValueSource(name) === "cli");
  const resolved = resolveOptions(specs, {
    flags: Object.fromEntries(given.map(({ name }) => [name, command.getOptionValue(name)])),
    env: process.env,
    file: loaded.config.options ?? {},
    source: loaded.source,
  });
  for (const [name, found] of Object.entries(resolved))
    if (found.origin === "environment" || found.origin === "file")
      command.setOptionValueWithSource(
        name,
        found.value,
        found.origin === "file" ? "config" : "env",
      );
}
