import { WitnessError } from "../errors.ts";
import { InvalidOptionValue } from "./option-parser.ts";
import { ALL_ROWS, type AnyRow, type OptionsOf, keyOf, rowsOf, variableOf } from "./table.ts";
import type { Profile, Verb } from "./option-row.ts";

/** The value of one option, and its source: `--seed`, `WITNESS_SEED`, `witness.config.ts:3`, `default`. */
export type Resolved = {
  value: unknown;
  origin: "flag" | "environment" | "file" | "default";
  where: string;
};

export type Origins = {
  flags: Readonly<Record<string, unknown>>;
  env: Readonly<Record<string, string | undefined>>;
  file: Readonly<Record<string, unknown>>;
  /** Where the configuration has a key, for people: `witness.config.ts:3`. */
  place: (key: string) => string;
};

/** Flag, else environment, else configuration, else default; else omitted. @throws WitnessError `option-value` with its place. */
export function resolveOptions(
  verb: Verb,
  origins: Origins,
  table = ALL_ROWS,
): Record<string, Resolved> {
  const rows = rowsOf(verb, table);
  const profiled = rows.find(({ name }) => name === "profile");
  const profile = profiled && resolveRow(profiled, verb, origins)?.value;
  const found = rows.map((row) => {
    const resolved = resolveRow(row, verb, origins);
    const usual = row.inProfile?.[profile as Profile];
    const byProfile: Resolved | undefined =
      usual === undefined || (resolved !== undefined && resolved.origin !== "default")
        ? resolved
        : { value: usual, origin: "default", where: `--profile ${String(profile)}` };
    return [row.name, byProfile] as const;
  });
  return Object.fromEntries(
    found.filter((entry): entry is [string, Resolved] => entry[1] !== undefined),
  );
}

function resolveRow(row: AnyRow, verb: Verb, origins: Origins): Resolved | undefined {
  const { merge } = row.kind;
  const found =
    merge === undefined ? firstOf(givenValues(row, origins)) : [...givenValues(row, origins)];
  const [first] = found;
  if (first === undefined) {
    const value = row.defaults[verb];
    return value === undefined ? undefined : { value, origin: "default", where: "default" };
  }
  if (merge === undefined) return first;
  const where = found.map((each) => each.where).join(", ");
  return { ...first, value: merge(found.map(({ value }) => value).reverse()), where };
}

/** Only the first one: overridden values are not read. */
function firstOf(values: Iterable<Resolved>): Resolved[] {
  for (const value of values) return [value];
  return [];
}

function* givenValues(
  row: AnyRow,
  { flags, env, file, place }: Origins,
): Generator<Resolved, void> {
  const given = flags[row.name];
  if (given !== undefined) yield { value: given, origin: "flag", where: `--${row.flag}` };
  if (row.commandLineOnly === true) return;
  const variable = variableOf(row);
  const text = env[variable];
  // Many shells unset a variable by setting it to an empty value.
  if (text !== undefined && text !== "") {
    const value = read(row, () => row.kind.parse(text), variable);
    yield { value, origin: "environment", where: variable };
  }
  const further = read(row, () => row.kind.fromVariables?.(env, variable), `${variable}_...`);
  if (further !== undefined)
    yield { value: further, origin: "environment", where: `${variable}_...` };
  const written = file[keyOf(row)];
  if (written !== undefined) {
    const where = place(keyOf(row));
    const { readWritten = (value: unknown) => row.kind.parse(textOf(value)) } = row.kind;
    const value = read(row, () => readWritten(written), `${where}: options.${keyOf(row)}`);
    yield { value, origin: "file", where };
  }
}

function read(row: AnyRow, value: () => unknown, where: string): unknown {
  try {
    return value();
  } catch (error) {
    if (!(error instanceof InvalidOptionValue)) throw error;
    throw new WitnessError("option-value", `${where} ${error.message}`, {
      hint: `same as --${row.flag}`,
    });
  }
}

const textOf = (written: unknown): string =>
  Array.isArray(written) ? written.join(",") : String(written);

/** Values by option name as the verb's typed options: `caps.body` becomes `caps: { body }`. */
export function assemble<V extends Verb>(
  _verb: V,
  values: Readonly<Record<string, unknown>>,
): OptionsOf<V> {
  const options: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const [group = name, member] = name.split(".");
    if (member === undefined) options[name] = value;
    else options[group] = { ...(options[group] as object | undefined), [member]: value };
  }
  return options as OptionsOf<V>;
}

/** Options as a program passes them, with the defaults of the profile where it names one. */
export function withProfile(verb: Verb, given: Readonly<Record<string, unknown>>) {
  const { profile } = given;
  const usual = rowsOf(verb).flatMap(({ name, inProfile }) => {
    const value = inProfile?.[profile as Profile];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(usual), ...given };
}

export const defaultOptions = <V extends Verb>(verb: V): OptionsOf<V> =>
  assemble(
    verb,
    Object.fromEntries(
      rowsOf(verb)
        .filter((row) => row.defaults[verb] !== undefined && row.commandLineOnly !== true)
        .map(({ name, defaults }) => [name, defaults[verb]]),
    ),
  );
