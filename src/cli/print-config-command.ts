import { Command, Option } from "commander";
import type { RunConfig } from "../model/config.ts";
import { tableLines } from "../report/terminal/table.ts";
import { loadConfig } from "./config/load-config.ts";
import { RUN_OPTIONS } from "./config/option-specs.ts";
import { resolveOptions, type OptionSpec, type Resolved } from "./config/resolve-options.ts";
import { print } from "./output.ts";
import { terminalJson, terminalLines, type TerminalText } from "../text/terminal-text.ts";

type Resolutions = Partial<Record<keyof RunConfig, Resolved>>;

const MILLISECONDS = new Set<keyof RunConfig>(["timeout", "waitFor", "loadDuration"]);

/** `witness print-config`: each option's value, and whether a flag, the environment, a file or nothing gave it. */
export function printConfigCommand(): Command {
  const command = new Command("print-config")
    .description("print each option's value and where it is from; takes the flags of a run too")
    .option("--config <file>", "a configuration instead of witness.config.* in this folder")
    .option("--json", "print one JSON document");
  for (const spec of RUN_OPTIONS) command.addOption(flagOf(spec));
  return command.action(async (flags: { config?: string; json?: true }) => {
    const { config, path, source } = await loadConfig(flags.config, process.cwd());
    const given = RUN_OPTIONS.filter(({ name }) => command.getOptionValueSource(name) === "cli");
    const resolved = resolveOptions(RUN_OPTIONS, {
      flags: Object.fromEntries(given.map(({ name }) => [name, command.getOptionValue(name)])),
      env: process.env,
      file: config.options ?? {},
      source,
    });
    const text = flags.json === true ? toJson(resolved, path) : toText(resolved, path);
    await print(text);
  });
}

/** The flag of a run that sets this; one that is true or false takes no value. */
function flagOf({ flag, env, parse, fallback }: OptionSpec): Option {
  const about = `as of witness run (${env})`;
  if (fallback === true) return new Option(flag.replace("--", "--no-"), about);
  if (fallback === false) return new Option(flag, about);
  return new Option(`${flag} <value>`, about).argParser(parse);
}

function toText(resolved: Resolutions, path: string | undefined): TerminalText {
  const rows = RUN_OPTIONS.map(({ name }) => {
    const found = resolved[name];
    return [
      name,
      ...(found === undefined ? ["–", "not set"] : [shown(name, found), whence(found)]),
    ];
  });
  const file = path === undefined ? "no configuration file here" : `configuration ${path}`;
  return terminalLines([file, "", ...tableLines(rows, [], "  ")]);
}

function whence({ origin, where }: Resolved): string {
  return origin === "default" ? origin : `${origin}: ${where}`;
}

function shown(name: keyof RunConfig, { value }: Resolved): string {
  if (Array.isArray(value)) return value.length === 0 ? "all" : value.join(", ");
  return MILLISECONDS.has(name) ? `${String(value)} ms` : String(value);
}

/** Values as they are used: durations in milliseconds, a pattern as its source. */
function toJson(resolved: Resolutions, path: string | undefined): TerminalText {
  const options = Object.fromEntries(
    Object.entries(resolved).map(([name, { value, origin, where }]) => {
      const plain = value instanceof RegExp ? value.source : value;
      return [name, { value: plain, origin, where }];
    }),
  );
  return terminalJson({ ...(path !== undefined && { config: path }), options });
}
