import type { z as Zod } from "zod";

/** How an option's values are written, checked and shown: `T` internally, `W` in a configuration file. */
export type OptionParser<T, W> = {
  /** The placeholder after the flag in help: `<time>`; empty for a switch. */
  placeholder: string;
  /** The accepted values, in words: `1 to 1000`. */
  accepts: string;
  /** Reads a value from the command line or the environment. @throws InvalidOptionValue */
  parse: (text: string) => T;
  /** The schemas of a value in a program and in a configuration file. Made on demand: help and flags need no zod. */
  schemas: (z: typeof Zod) => { value: Zod.ZodType<T>; written: Zod.ZodType<W> };
  /** A value as a person would write it: `5s`, `16MiB`. `parse` reads it again. */
  format: (value: T) => string;
  /** Several values may be given, separated by commas or by repeating the flag. */
  repeatable: boolean;
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

type Given<T, W> = Pick<OptionParser<T, W>, "placeholder" | "accepts" | "schemas"> &
  Partial<OptionParser<T, W>> & {
    /** The value of a text; undefined if it is not accepted. */
    read: (text: string) => T | undefined;
  };

/** A parser with the usual members: of one value, which is shown as it is. */
export function parser<T, W>({ read, ...given }: Given<T, W>): OptionParser<T, W> {
  const parse = (text: string): T => {
    const value = read(text);
    if (value !== undefined) return value;
    throw new InvalidOptionValue(given.accepts, text);
  };
  return { parse, format: String, repeatable: false, ...given };
}

const LIST = { format: (value: readonly string[]) => value.join(","), repeatable: true };

export const text = (placeholder: string): OptionParser<string, string> =>
  parser({
    placeholder,
    accepts: "a text",
    read: (given) => given || undefined,
    schemas: (z) => ({ value: z.string().min(1), written: z.string().min(1) }),
  });

export const names = (placeholder = "<names>"): OptionParser<string[], string | string[]> =>
  parser({
    placeholder,
    accepts: "names, separated by commas",
    read: splitNames,
    schemas: (z) => ({
      value: z.array(z.string().min(1)),
      written: z.union([z.string(), z.array(z.string())]),
    }),
    ...LIST,
  });

export function statuses(): OptionParser<string[], string | number | (string | number)[]> {
  const accepts = "statuses (201) or classes of them (2xx), separated by commas";
  const isStatus = (text: string): boolean => /^[1-5](?:xx|\d\d)$/.test(text);
  return parser({
    placeholder: "<statuses>",
    accepts,
    read: (given) => {
      const wanted = splitNames(given);
      return wanted.every(isStatus) ? wanted : undefined;
    },
    schemas: (z) => {
      const status = z.union([z.string(), z.int()]);
      return {
        value: z.array(z.string().refine(isStatus, accepts)),
        written: z.union([status, z.array(status)]),
      };
    },
    ...LIST,
  });
}

export const oneOf = <const T extends string>(choices: readonly [T, ...T[]]): OptionParser<T, T> =>
  parser({
    placeholder: `<${choices.join("|")}>`,
    accepts: `one of ${choices.join(", ")}`,
    read: (given) => choices.find((choice) => choice === given),
    schemas: (z) => ({ value: z.enum(choices), written: z.enum(choices) }),
    choices,
  });

export function someOf<const T extends string>(
  choices: readonly [T, ...T[]],
  placeholder = "<names>",
): OptionParser<T[], string | T[]> {
  const accepts = `one or more of ${choices.join(", ")}`;
  const known = (name: string): name is T => choices.some((choice) => choice === name);
  return parser({
    placeholder,
    accepts,
    read: (given) => {
      const wanted = splitNames(given);
      const unknown = wanted.find((name) => !known(name));
      if (unknown !== undefined) throw new InvalidOptionValue(accepts, unknown);
      return wanted.filter(known);
    },
    schemas: (z) => ({
      value: z.array(z.enum(choices)),
      written: z.union([z.string(), z.array(z.enum(choices))]),
    }),
    ...LIST,
    choices,
  });
}

export const pattern = (): OptionParser<RegExp, string> =>
  parser({
    placeholder: "<pattern>",
    accepts: "a regular expression",
    read: (given) => {
      try {
        return new RegExp(given);
      } catch (error) {
        throw new InvalidOptionValue(`a regular expression (${(error as Error).message})`, given);
      }
    },
    schemas: (z) => ({ value: z.instanceof(RegExp), written: z.string() }),
    format: (value) => value.source,
  });

/** On or off. A switch that is on by default is turned off by `--no-...`. */
export const toggle = (): OptionParser<boolean, boolean> =>
  parser({
    placeholder: "",
    accepts: "true or false",
    read: (given) =>
      /^(true|1|yes)$/i.test(given) || (/^(false|0|no)$/i.test(given) ? false : undefined),
    schemas: (z) => ({ value: z.boolean(), written: z.boolean() }),
  });

function splitNames(given: string): string[] {
  const wanted = given.split(",").map((name) => name.trim());
  if (wanted.includes("")) throw new InvalidOptionValue("names, separated by commas", given);
  return wanted;
}

/** A value that an option does not accept. The reader adds where it was written. */
export class InvalidOptionValue extends Error {
  /** What is wrong, without quoting the value: `must be an integer >= 1`. */
  readonly problem: string;

  /** `problem` says more than the accepted values, in words. */
  constructor(accepts: string, given: string, problem?: string) {
    super(problem ?? `must be ${accepts}, got ${JSON.stringify(given)}`);
    this.name = "InvalidOptionValue";
    this.problem = problem ?? `must be ${accepts}`;
  }
}

export const DEFAULT_READ_LIMIT_BYTES = 1024 * 1024;

const MIB = 1024 * 1024;

/** Default ends of the axes: bytes, levels, numbers of keys, headers and digits; milliseconds of idle time. */
export const DEFAULT_CAPS = {
  body: 16 * MIB,
  depth: 100_000,
  keys: 100_000,
  keyLength: MIB,
  digits: 100_000,
  headers: 2000,
  headerSize: MIB,
  url: MIB,
  idle: 30_000,
};

/** The largest values that are not a hazard (`generate/hazard.ts`), by the name of the axis' end. */
export const HARMLESS_CAPS: Readonly<Record<string, number>> = {
  body: 8 * MIB,
  depth: 9999,
  keys: 49_999,
  headers: 49_999,
};
