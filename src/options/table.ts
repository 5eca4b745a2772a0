import { exploreRows } from "./explore-rows.ts";
import { fleetRows, loadRows, gateRows } from "./load-rows.ts";
import type { OptionRow, Verb } from "./option-row.ts";
import { compareRows, outputRows } from "./output-rows.ts";
import { credentialRows, routeRows, selectionRows, sendingRows } from "./send-rows.ts";
import type { OptionParser } from "./option-parser.ts";

/** Everything about options is derived from it: help, API, schemas, docs, records. To add one: add a row, and use it. */
export const OPTIONS = {
  ...selectionRows,
  ...sendingRows,
  ...routeRows,
  ...credentialRows,
  ...loadRows,
  ...exploreRows,
  ...fleetRows,
  ...gateRows,
  ...compareRows,
  ...outputRows,
};

/** The headings of the options in the help, in its order. */
const GROUPS: Readonly<Record<string, object>> = {
  "Which cases": selectionRows,
  "Requests and target": sendingRows,
  Connection: routeRows,
  Credentials: credentialRows,
  Load: loadRows,
  "Exploration and rules": exploreRows,
  Gate: gateRows,
  Comparison: compareRows,
  "Several machines": fleetRows,
  Output: outputRows,
};

export const headingOf = ({ name }: Pick<AnyRow, "name">): string | undefined =>
  Object.keys(GROUPS).find((heading) => Object.hasOwn(GROUPS[heading] ?? {}, name));

type Table = typeof OPTIONS;
type ValueOf<K extends keyof Table> = Table[K] extends { kind: OptionParser<infer T, infer _> }
  ? T
  : never;
type CommandLineOnly = {
  [K in keyof Table]: Table[K] extends { commandLineOnly?: infer C }
    ? true extends C
      ? K
      : never
    : never;
}[keyof Table];
type NotInApi = {
  [K in keyof Table]: Table[K] extends { inApi?: infer A } ? (false extends A ? K : never) : never;
}[keyof Table];
type NamesOf<V extends Verb> = {
  [K in keyof Table]: V extends keyof Table[K]["defaults"] ? K : never;
}[keyof Table];
/** Names with a default for a verb, which therefore always have a value. */
type Settled<V extends Verb> = {
  [K in NamesOf<V>]: V extends keyof Table[K]["defaults"]
    ? undefined extends Table[K]["defaults"][V]
      ? never
      : K
    : never;
}[NamesOf<V>];
type Flat<K extends string> = K extends `${string}.${string}` ? never : K;
type Nested<G extends string, K extends string> = K extends `${G}.${infer Rest}` ? Rest : never;
type Values<V extends Verb, N extends NamesOf<V>> = {
  [K in Flat<Extract<N, Settled<V>>>]: ValueOf<K>;
} & { [K in Flat<Exclude<N, Settled<V>>>]?: ValueOf<K> };

/** The options of a verb: durations in milliseconds, sizes in bytes. The same for command line and API. */
export type OptionsOf<V extends Verb> = Values<V, Exclude<NamesOf<V>, CommandLineOnly>> &
  ("caps.body" extends NamesOf<V>
    ? { caps: { [K in Nested<"caps", NamesOf<V>>]: ValueOf<`caps.${K}` & keyof Table> } }
    : unknown);

/** The options that a program may pass to a verb, except the ones that the API replaces. */
export type ApiOptionsOf<V extends Verb> = Partial<Omit<OptionsOf<V>, NotInApi | "caps">> &
  (OptionsOf<V> extends { caps: infer G } ? { caps?: Partial<G> } : unknown);

export type FlagsOf<V extends Verb> = Values<V, Extract<NamesOf<V>, CommandLineOnly>>;

type Camel<S extends string> = S extends `${infer A}-${infer B}`
  ? `${A}${Capitalize<Camel<B>>}`
  : S;

type ConfigKey<K extends keyof Table> = Table[K] extends { configKey?: infer N }
  ? N extends string
    ? N
    : Camel<Table[K]["flag"]>
  : Camel<Table[K]["flag"]>;

/** `options` of a configuration file, by its keys: values as a person writes them. */
export type ConfigOptions = {
  [K in Exclude<keyof Table, CommandLineOnly> as ConfigKey<K>]?: Table[K] extends {
    kind: OptionParser<infer _, infer W>;
  }
    ? W
    : never;
};

type RecordedName<K extends keyof Table> = Table[K] extends { recordedAs?: infer R }
  ? Extract<R, string>
  : never;
/** Options as in the header of a record: a pattern as its source. */
export type RecordedOptions = {
  [K in keyof Table as RecordedName<K>]?: ValueOf<K> extends RegExp ? string : ValueOf<K>;
};

export type AnyRow = { name: string } & OptionRow<
  unknown,
  unknown,
  Partial<Record<Verb, unknown>>,
  string,
  true | undefined,
  false | undefined,
  string | undefined,
  string | undefined
>;
export type OptionTable = Readonly<Record<string, Omit<AnyRow, "name">>>;

/** The same without the exact types, to go through all rows. */
export const ALL_ROWS = OPTIONS as unknown as OptionTable;

export const rowsOf = (verb: Verb, table = ALL_ROWS): AnyRow[] =>
  Object.entries(table)
    .filter(([, row]) => Object.hasOwn(row.defaults, verb))
    .map(([name, row]) => ({ name, ...row }));

/** The name of an option in a configuration file: `readLimit` of `--read-limit`. */
export const keyOf = ({ flag, configKey }: Pick<AnyRow, "flag" | "configKey">): string =>
  configKey ?? attributeOf({ flag });

/** The name of a flag's value on the command line: `readLimit` of `--read-limit`. */
export const attributeOf = ({ flag }: Pick<AnyRow, "flag">): string =>
  flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The environment variable of an option: `WITNESS_READ_LIMIT`. */
export const variableOf = ({ flag }: Pick<AnyRow, "flag">): string =>
  `WITNESS_${flag.replaceAll("-", "_").toUpperCase()}`;

/** The flag as help shows it: `-t, --grep <pattern>`, `--no-load`. */
export function flagOf({ flag, short, kind, defaults }: AnyRow, verb: Verb): string {
  const dashes = short === undefined ? "" : `-${short}, `;
  const no = defaults[verb] === true ? "no-" : "";
  return `${dashes}--${no}${flag}${kind.placeholder === "" ? "" : ` ${kind.placeholder}`}`;
}

/** The default in words: empty for a switch. */
export function defaultOf({ kind, defaults, without }: AnyRow, verb: Verb): string {
  const usual = defaults[verb];
  if (typeof usual === "boolean") return "";
  if (usual === undefined || (Array.isArray(usual) && usual.length === 0)) return without ?? "";
  return kind.format(usual);
}
