import type { OptionParser } from "./option-parser.ts";

export const PROFILES = ["safe", "default", "full"] as const;
export type Profile = (typeof PROFILES)[number];

export const VERBS = [
  ...(["run", "load", "explore", "compare", "gate", "infer", "resume", "replay"] as const),
  ...(["suggest", "report", "history", "diff", "clean", "show", "suites", "demo"] as const),
  ...(["doctor", "print-config", "init", "agent", "fleet", "complete"] as const),
  ...(["baseline learn", "baseline save", "baseline update"] as const),
] as const;
export type Verb = (typeof VERBS)[number];

/** The verbs that plan requests; those of them that send the catalogue; and those that draw from its suites. */
export const SENDING = ["run", "load", "explore", "compare", "gate", "infer"] as const;
export const CASES = ["run", "compare", "gate"] as const;
export const DRAWING = [...CASES, "explore", "infer"] as const;

/** The verbs that take an option, each with its default: the usual one, absent for none, or an own one. */
export function defaults<
  const N extends readonly Verb[],
  const T = undefined,
  const E extends Partial<Record<Verb, unknown>> = Record<never, never>,
>(verbs: N, usual?: T, own?: E): { [K in Exclude<N[number], keyof E>]: T } & E {
  return { ...Object.fromEntries(verbs.map((verb) => [verb, usual])), ...own } as never;
}

/**
 * One option. Its key in the table is its name for programs (`waitForMs`): the name in the API, in the jobs and in the record.
 * Everything else is derived from the row. `T` is its value, `W` its form in a configuration file, `D` its defaults, `F` its
 * flag, `C` whether only the command line has it, `A` whether programs do not need it, `R` its name in the record, `K` its key in
 * a configuration file if that is not the flag.
 */
export type OptionRow<
  T,
  W,
  D extends Partial<Record<Verb, unknown>>,
  F extends string,
  C extends true | undefined,
  A extends false | undefined,
  R extends string | undefined,
  K extends string | undefined = undefined,
> = {
  /** Its name on the command line without the dashes: `timeout` gives `--timeout`, `WITNESS_TIMEOUT` and `options.timeout`. */
  flag: F;
  /** Its key in a configuration file, if it differs from its flag. */
  configKey?: K;
  short?: string;
  kind: OptionParser<T, W>;
  help: string;
  helpFor?: Partial<Record<Verb, string>>;
  defaults: D;
  /** Its default where `--profile` is one of these. */
  inProfile?: Partial<Record<Profile, NoInfer<T>>>;
  /** A value for the template of `witness init`, if the default is not a good example. */
  example?: NoInfer<T>;
  /** The behaviour without a value, if there is no default. */
  without?: string;
  /** Its name in the header of the record, if it is written there. */
  recordedAs?: R;
  /** Only the command line has it: it is about the output of one call. */
  commandLineOnly?: C;
  /** False if the API has something better, such as suites instead of a module of suites. */
  inApi?: A;
};

/** A row with exact types: its flag, how its values are written, its verbs, and the rest. */
export const option = <
  T,
  W,
  const D extends Partial<Record<Verb, Readonly<T> | undefined>>,
  const F extends string,
  const A extends false | undefined = undefined,
  const R extends string | undefined = undefined,
  const K extends string | undefined = undefined,
>(
  flag: F,
  kind: OptionParser<T, W>,
  defaults: D,
  rest: Omit<OptionRow<T, W, D, F, undefined, A, R, K>, "flag" | "kind" | "defaults">,
): OptionRow<T, W, D, F, undefined, A, R, K> => ({ flag, kind, defaults, ...rest });

/** The row of an option that only the command line has: it is about the output of one call. */
export const flag = <
  T,
  W,
  const D extends Partial<Record<Verb, Readonly<T> | undefined>>,
  const F extends string,
>(
  flag: F,
  kind: OptionParser<T, W>,
  defaults: D,
  rest: Pick<
    OptionRow<T, W, D, F, true, undefined, undefined>,
    "help" | "helpFor" | "short" | "without"
  >,
) => ({ flag, kind, defaults, ...rest, commandLineOnly: true as const });
