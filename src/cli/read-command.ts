import { existsSync } from "node:fs";
import { extname, join, relative, resolve } from "node:path";
import type { Command } from "commander";
import { WitnessError } from "../errors.ts";
import { readNamed } from "../machine-fault.ts";
import { importFile } from "../jobs/index.ts";
import type { Config } from "../model/index.ts";
import type { FlagsOf, OptionsOf, Resolved, Verb } from "../options/index.ts";
import { assemble, attributeOf, resolveOptions, rowsOf } from "../options/index.ts";
import { NO_FILE, problemError, sourceLines, type Source } from "../policy/index.ts";

/** The input of a verb: options with environment and configuration applied, and the configuration. */
export type CommandInput<V extends Verb> = {
  options: OptionsOf<V>;
  flags: FlagsOf<V>;
  loaded: LoadedConfig;
};

/** Flag, else environment, else configuration (of verbs with `--config`), else default. @throws WitnessError */
export async function readCommand<V extends Verb>(
  verb: V,
  command: Command,
): Promise<CommandInput<V>> {
  const { loaded, resolved } = await resolveCommand(verb, command);
  const part = (isFlag: boolean) =>
    Object.fromEntries(
      rowsOf(verb)
        .filter((row) => (row.commandLineOnly === true) === isFlag && row.name in resolved)
        .map(({ name }) => [name, resolved[name]?.value]),
    );
  return { options: assemble(verb, part(false)), flags: part(true) as FlagsOf<V>, loaded };
}

export async function resolveCommand(
  verb: Verb,
  command: Command,
  columns: Verb = verb,
): Promise<{ loaded: LoadedConfig; resolved: Record<string, Resolved> }> {
  const opts = command.opts<Record<string, unknown>>();
  const loaded = rowsOf(verb).some(({ name }) => name === "config")
    ? await loadConfig(opts["config"] as string | undefined, process.cwd())
    : NOTHING;
  const given = rowsOf(columns).filter(
    (row) => command.getOptionValueSource(attributeOf(row)) === "cli",
  );
  const resolved = resolveOptions(columns, {
    flags: Object.fromEntries(given.map((row) => [row.name, opts[attributeOf(row)]])),
    env: process.env,
    file: (loaded.config.options ?? {}) as Readonly<Record<string, unknown>>,
    place: (key) => loaded.source.at(["options", key]).source,
  });
  return { loaded, resolved };
}

export const CONFIG_NAMES: readonly string[] = ["ts", "mts", "mjs", "js", "json"].map(
  (ending) => `witness.config.${ending}`,
);

export type LoadedConfig = { config: Config; path: string | undefined; source: Source };

const NOTHING: LoadedConfig = { config: {}, path: undefined, source: NO_FILE };

/** Reads the given file, or the one in the folder; undefined if neither exists. */
export async function loadConfig(path: string | undefined, cwd: string): Promise<LoadedConfig> {
  const file = path === undefined ? findConfig(cwd) : resolve(cwd, path);
  if (file === undefined) return NOTHING;
  const shown = relative(cwd, file).startsWith("..") ? file : relative(cwd, file);
  if (!existsSync(file)) {
    const hint = `without --config, ${CONFIG_NAMES[0]} and similar names are used`;
    throw new WitnessError("config-file", `no configuration at ${path}`, { hint });
  }
  const text = readNamed(file, "config-file", shown);
  const source = sourceLines(shown, text);
  const value =
    extname(file) === ".json" ? parseJson(text, shown) : await importModule(file, shown);
  // Only if there is a configuration: making its schemas takes time.
  const { readConfig } = await import("./policy.lazy.ts");
  const read = readConfig(value);
  if ("problems" in read) throw problemError(read.problems, source);
  return { config: read.config, path: shown, source };
}

const findConfig = (cwd: string): string | undefined =>
  CONFIG_NAMES.map((name) => join(cwd, name)).find((file) => existsSync(file));

function parseJson(text: string, shown: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    const line = text.slice(0, position).split("\n").length;
    throw new WitnessError("config-file", `${shown}:${line} is not JSON: ${message}`);
  }
}

async function importModule(file: string, shown: string): Promise<unknown> {
  let exported: unknown;
  try {
    exported = await importFile(file);
  } catch (error) {
    const { message } = error as Error;
    // A syntax error ends with the place: file, line and column.
    const [place, line] = /\s*\S*:(\d+):\d+\s*$/.exec(message) ?? [];
    const at = line === undefined ? shown : `${shown}:${line}`;
    const what = place === undefined ? message : message.slice(0, -place.length);
    throw new WitnessError("config-file", `${at} cannot be loaded: ${what}`);
  }
  if (typeof exported === "object" && exported !== null) return exported;
  throw new WitnessError("config-file", `${shown} has no configuration as its default export`, {
    hint: "export default defineConfig({ ... })",
  });
}
