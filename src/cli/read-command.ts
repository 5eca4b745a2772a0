import type { Command } from "commander";
import {
  assemble,
  attributeOf,
  resolveOptions,
  rowsOf,
  type FlagsOf,
  type OptionsOf,
  type Resolved,
  type Verb,
} from "../options/index.ts";
import { NO_FILE } from "../policy/index.ts";
import { loadConfig, type LoadedConfig } from "./config/load-config.ts";

/** The input of a verb: options with environment and configuration applied, and the configuration. */
export type CommandInput<V extends Verb> = {
  options: OptionsOf<V>;
  flags: FlagsOf<V>;
  loaded: LoadedConfig;
};

/**
 * Reads the options of a command: flag, else environment, else configuration, else default. A verb
 * without `--config` reads no configuration. @throws WitnessError if the configuration or a value
 * in it is invalid.
 */
export async function readCommand<V extends Verb>(
  verb: V,
  command: Command,
): Promise<CommandInput<V>> {
  const { loaded, resolved } = await resolveCommand(verb, command);
  const values = Object.entries(resolved).map(([name, { value }]) => [name, value] as const);
  const rows = rowsOf(verb);
  const flagNames = new Set(
    rows.filter(({ commandLineOnly }) => commandLineOnly === true).map(({ name }) => name),
  );
  const part = (isFlag: boolean) =>
    Object.fromEntries(values.filter(([name]) => flagNames.has(name) === isFlag));
  return {
    options: assemble(verb, part(false)),
    flags: part(true) as FlagsOf<V>,
    loaded,
  };
}

/** The value of every option of a command with its source, and the configuration. */
export async function resolveCommand(
  verb: Verb,
  command: Command,
  columns: Verb = verb,
): Promise<{ loaded: LoadedConfig; resolved: Record<string, Resolved> }> {
  const rows = rowsOf(columns);
  const opts = command.opts<Record<string, unknown>>();
  const loaded = rowsOf(verb).some(({ name }) => name === "config")
    ? await loadConfig(opts["config"] as string | undefined, process.cwd())
    : NOTHING;
  const given = rows.filter((row) => command.getOptionValueSource(attributeOf(row)) === "cli");
  const resolved = resolveOptions(columns, {
    flags: Object.fromEntries(given.map((row) => [row.name, opts[attributeOf(row)]])),
    env: process.env,
    file: (loaded.config.options ?? {}) as Readonly<Record<string, unknown>>,
    place: (key) => loaded.source.at(["options", key]).source,
  });
  return { loaded, resolved };
}

const NOTHING: LoadedConfig = { config: {}, path: undefined, source: NO_FILE };
