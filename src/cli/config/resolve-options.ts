import { InvalidArgumentError } from "commander";
import { WitnessError } from "../../errors.ts";
import type { RunConfig } from "../../model/config.ts";
import type { Source } from "../../policy/source-lines.ts";

/** One option that flags, environment and file can give: its name there, and how its text is read. */
export type OptionSpec = {
  name: keyof RunConfig;
  flag: string;
  /** `WITNESS_SEED`. */
  env: string;
  /** Reads a text as the flag does; lists take several. */
  parse: (text: string) => unknown;
  fallback?: unknown;
};

/** An option's value with where it came from, for people too: `--seed`, `WITNESS_SEED`, `witness.config.ts:3`, `default`. */
export type Resolved = {
  value: unknown;
  origin: "flag" | "environment" | "file" | "default";
  where: string;
};

/** Where values are looked for, the first one first. `flags` holds only what was given on the command line. */
export type Origins = {
  flags: Partial<Record<keyof RunConfig, unknown>>;
  env: Readonly<Record<string, string | undefined>>;
  file: RunConfig;
  source: Source;
};

/** The value of every option: from its flag, else the environment, else the file, else the default. */
export function resolveOptions(
  specs: readonly OptionSpec[],
  origins: Origins,
): Partial<Record<keyof RunConfig, Resolved>> {
  const entries = specs.map((spec) => [spec.name, resolveOption(spec, origins)] as const);
  return Object.fromEntries(entries.filter(([, resolved]) => resolved !== undefined));
}

function resolveOption(
  spec: OptionSpec,
  { flags, env, file, source }: Origins,
): Resolved | undefined {
  const { name, flag, fallback } = spec;
  if (flags[name] !== undefined) return { value: flags[name], origin: "flag", where: flag };
  // An empty variable is how many shells unset one.
  const text = env[spec.env];
  if (text !== undefined && text !== "")
    return { value: read(spec, text, spec.env), origin: "environment", where: spec.env };
  const written = file[name];
  if (written !== undefined) {
    const where = source.at(["options", name]);
    return {
      value: read(spec, textOf(written), `${where}: options.${name}`),
      origin: "file",
      where,
    };
  }
  return fallback === undefined
    ? undefined
    : { value: fallback, origin: "default", where: "default" };
}

const textOf = (value: NonNullable<RunConfig[keyof RunConfig]>): string =>
  Array.isArray(value) ? value.join(",") : String(value);

function read(spec: OptionSpec, text: string, where: string): unknown {
  try {
    return spec.parse(text);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new WitnessError("option-value", `${where}: ${error.message}`, {
      hint: `it means what ${spec.flag} means`,
    });
  }
}
