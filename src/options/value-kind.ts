import type { z as Zod } from "zod";
import { InvalidOptionValue } from "./invalid-option-value.ts";

/**
 * How the values of an option are written, checked and shown. `T` is the internal value (durations
 * in milliseconds, sizes in bytes), `W` the form in a configuration file.
 */
export type ValueKind<T, W> = {
  /** The placeholder after the flag in help: `<time>`; empty for a switch. */
  placeholder: string;
  /** The accepted values, in words: `1 to 1000`. */
  accepts: string;
  /** Reads a value from the command line or the environment. @throws InvalidOptionValue */
  parse: (text: string) => T;
  /**
   * The schemas of a value: as a program passes it, and as in a configuration file (text for `parse`, or
   * the JSON type). Made on demand: help and flags do not need zod.
   */
  schemas: (z: typeof Zod) => { value: Zod.ZodType<T>; written: Zod.ZodType<W> };
  /** A value as a person would write it: `5s`, `16MiB`. `parse` reads it again. */
  format: (value: T) => string;
  /** Several values may be given, separated by commas or by repeating the flag. */
  repeatable: boolean;
  /** All values, if there are few. */
  choices?: readonly string[];
  /** The values are printed only by `format`, which leaves out the secret. */
  secret?: true;
  /** Reads a value of a configuration file, if that is not the text for `parse`. */
  readWritten?: (written: unknown) => T;
  /** Reads further environment variables, whose names begin with the option's own. */
  fromVariables?: (
    env: Readonly<Record<string, string | undefined>>,
    variable: string,
  ) => T | undefined;
  /** Merges the values of several sources, the last one lowest; else the first source decides. */
  merge?: (values: readonly T[]) => T;
};

type Range = { min?: number; max?: number };

/** Milliseconds in each unit that a duration may have; a number without a unit is milliseconds. */
const DURATION_UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;
const SIZE_UNITS = {
  B: 1,
  kB: 1e3,
  KB: 1e3,
  MB: 1e6,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
} as const;

/** An integer within a range. */
export function integer({ min, max }: Range = {}): ValueKind<number, number> {
  const accepts = `an integer${rangeWords({ min, max }, String)}`;
  return {
    placeholder: "<n>",
    accepts,
    parse: (text) => within(/^-?\d+$/.test(text) ? Number(text) : NaN, { min, max }, text, accepts),
    schemas: (z) => ({ value: bounded(z.int(), { min, max }), written: z.int() }),
    format: String,
    repeatable: false,
  };
}

/** A number above zero, with or without a fraction. */
export function positiveNumber(): ValueKind<number, number> {
  const accepts = "a number > 0";
  return {
    placeholder: "<n>",
    accepts,
    parse: (text) => {
      const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
      if (value > 0) return value;
      throw new InvalidOptionValue(accepts, text);
    },
    schemas: (z) => ({ value: z.number().positive(), written: z.number().positive() }),
    format: String,
    repeatable: false,
  };
}

/** A share above zero, written in percent: `0.1%` is 0.001. */
export function share(): ValueKind<number, string> {
  const accepts = "a percentage above 0% and below 100%";
  return {
    placeholder: "<percent>",
    accepts,
    parse: (text) => {
      const value = /^\d+(\.\d+)?%$/.test(text) ? Number(text.slice(0, -1)) / 100 : NaN;
      if (value > 0 && value < 1) return value;
      throw new InvalidOptionValue(accepts, text);
    },
    schemas: (z) => ({ value: z.number().gt(0).lt(1), written: z.string() }),
    format: (value) => `${Number((value * 100).toPrecision(10))}%`,
    repeatable: false,
  };
}

/** A duration in milliseconds: `500ms`, `5s`, `2m`; a number without a unit is milliseconds. */
export function duration({
  min = 0,
  max,
  orZero = false,
}: Range & { orZero?: boolean }): ValueKind<number, string | number> {
  const range = rangeWords({ min, max }, formatDuration);
  const accepts = `a duration${orZero ? " of 0 or" : ""}${range} (500ms, 5s, 2m; a bare number is milliseconds)`;
  return {
    placeholder: "<time>",
    accepts,
    parse: (text) => {
      const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text);
      const unit = DURATION_UNITS[(match?.[2] ?? "ms") as keyof typeof DURATION_UNITS];
      const value = match === null ? NaN : Math.round(Number(match[1]) * unit);
      if (orZero && value === 0) return 0;
      return within(value, { min, max }, text, accepts);
    },
    schemas: (z) => {
      const value = bounded(z.int(), { min, max });
      return {
        value: orZero ? z.union([z.literal(0), value]) : value,
        written: z.union([z.string(), z.number().min(0)]),
      };
    },
    format: formatDuration,
    repeatable: false,
  };
}

/** A number of bytes: `64KiB`, `16MiB`, `1MB`; a number without a unit is bytes. */
export function byteSize({ min = 1, max }: Range): ValueKind<number, string | number> {
  const accepts = `a size${rangeWords({ min, max }, formatSize)} (64KiB, 16MiB; a bare number is bytes)`;
  return {
    placeholder: "<size>",
    accepts,
    parse: (text) => {
      const match = /^(\d+)\s?(B|kB|KB|MB|KiB|MiB|GiB)?$/.exec(text);
      const unit = SIZE_UNITS[(match?.[2] ?? "B") as keyof typeof SIZE_UNITS];
      return within(match === null ? NaN : Number(match[1]) * unit, { min, max }, text, accepts);
    },
    schemas: (z) => ({
      value: bounded(z.int(), { min, max }),
      written: z.union([z.string(), z.int().min(0)]),
    }),
    format: formatSize,
    repeatable: false,
  };
}

/** Any text: a path, a name. */
export function text(placeholder: string): ValueKind<string, string> {
  return {
    placeholder,
    accepts: "a text",
    parse: (given) => {
      if (given !== "") return given;
      throw new InvalidOptionValue("a text", given);
    },
    schemas: (z) => ({ value: z.string().min(1), written: z.string().min(1) }),
    format: (value) => value,
    repeatable: false,
  };
}

/** Names, separated by commas. */
export function names(placeholder = "<names>"): ValueKind<string[], string | string[]> {
  return {
    placeholder,
    accepts: "names, separated by commas",
    parse: (given) => splitNames(given),
    schemas: (z) => ({
      value: z.array(z.string().min(1)),
      written: z.union([z.string(), z.array(z.string())]),
    }),
    format: (value) => value.join(","),
    repeatable: true,
  };
}

/** Statuses and classes of them, separated by commas. */
export function statuses(): ValueKind<string[], string | number | (string | number)[]> {
  const accepts = "statuses (201) or classes of them (2xx), separated by commas";
  const isStatus = (text: string): boolean => /^[1-5](?:xx|\d\d)$/.test(text);
  return {
    placeholder: "<statuses>",
    accepts,
    parse: (given) => {
      const wanted = splitNames(given);
      if (wanted.every(isStatus)) return wanted;
      throw new InvalidOptionValue(accepts, given);
    },
    schemas: (z) => {
      const status = z.union([z.string(), z.int()]);
      return {
        value: z.array(z.string().refine(isStatus, accepts)),
        written: z.union([status, z.array(status)]),
      };
    },
    format: (value) => value.join(","),
    repeatable: true,
  };
}

/** One of a few words. */
export function oneOf<const T extends string>(choices: readonly [T, ...T[]]): ValueKind<T, T> {
  return {
    placeholder: `<${choices.join("|")}>`,
    accepts: `one of ${choices.join(", ")}`,
    parse: (given) => {
      const found = choices.find((choice) => choice === given);
      if (found !== undefined) return found;
      throw new InvalidOptionValue(`one of ${choices.join(", ")}`, given);
    },
    schemas: (z) => ({ value: z.enum(choices), written: z.enum(choices) }),
    format: (value) => value,
    repeatable: false,
    choices,
  };
}

/** Some of a few words, separated by commas. */
export function someOf<const T extends string>(
  choices: readonly [T, ...T[]],
  placeholder = "<names>",
): ValueKind<T[], string | T[]> {
  const accepts = `one or more of ${choices.join(", ")}`;
  const known = (name: string): name is T => choices.some((choice) => choice === name);
  return {
    placeholder,
    accepts,
    parse: (given) => {
      const wanted = splitNames(given);
      const unknown = wanted.find((name) => !known(name));
      if (unknown !== undefined) throw new InvalidOptionValue(accepts, unknown);
      return wanted.filter(known);
    },
    schemas: (z) => ({
      value: z.array(z.enum(choices)),
      written: z.union([z.string(), z.array(z.enum(choices))]),
    }),
    format: (value) => value.join(","),
    repeatable: true,
    choices,
  };
}

/** A regular expression of JavaScript. */
export function pattern(): ValueKind<RegExp, string> {
  return {
    placeholder: "<pattern>",
    accepts: "a regular expression",
    parse: (given) => {
      try {
        return new RegExp(given);
      } catch (error) {
        throw new InvalidOptionValue(`a regular expression (${(error as Error).message})`, given);
      }
    },
    schemas: (z) => ({ value: z.instanceof(RegExp), written: z.string() }),
    format: (value) => value.source,
    repeatable: false,
  };
}

/** On or off. A switch that is on by default is turned off by `--no-...`. */
export function toggle(): ValueKind<boolean, boolean> {
  return {
    placeholder: "",
    accepts: "true or false",
    parse: (given) => {
      if (/^(true|1|yes)$/i.test(given)) return true;
      if (/^(false|0|no)$/i.test(given)) return false;
      throw new InvalidOptionValue("true or false", given);
    },
    schemas: (z) => ({ value: z.boolean(), written: z.boolean() }),
    format: String,
    repeatable: false,
  };
}

function splitNames(given: string): string[] {
  const wanted = given.split(",").map((name) => name.trim());
  if (wanted.includes("")) throw new InvalidOptionValue("names, separated by commas", given);
  return wanted;
}

function within(value: number, { min, max }: Range, text: string, accepts: string): number {
  const fits = Number.isFinite(value) && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
  if (fits) return value;
  throw new InvalidOptionValue(accepts, text);
}

function bounded(schema: Zod.ZodNumber, { min, max }: Range): Zod.ZodType<number> {
  const above = min === undefined ? schema : schema.min(min);
  return max === undefined ? above : above.max(max);
}

function rangeWords({ min, max }: Range, format: (value: number) => string): string {
  if (min !== undefined && max !== undefined) return ` from ${format(min)} to ${format(max)}`;
  if (min !== undefined) return ` >= ${format(min)}`;
  return max === undefined ? "" : ` <= ${format(max)}`;
}

function formatDuration(ms: number): string {
  if (ms === 0) return "0";
  for (const unit of ["m", "s"] as const)
    if (ms % DURATION_UNITS[unit] === 0) return `${ms / DURATION_UNITS[unit]}${unit}`;
  return ms >= 1000 && ms % 100 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}

function formatSize(bytes: number): string {
  for (const unit of ["GiB", "MiB", "KiB"] as const)
    if (bytes > 0 && bytes % SIZE_UNITS[unit] === 0) return `${bytes / SIZE_UNITS[unit]}${unit}`;
  return String(bytes);
}
