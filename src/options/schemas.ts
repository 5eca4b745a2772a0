import { z } from "zod";
import type { Verb } from "./option-row.ts";
import { type AnyRow, ALL_ROWS, keyOf, type RecordedOptions, rowsOf } from "./table.ts";

/** The schema of a verb's options for a program, with the verb's defaults, without those of the command line only. */
export function apiShape<V extends Verb>(verb: V, table = ALL_ROWS): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {};
  const groups: Record<string, Record<string, z.ZodType>> = {};
  for (const row of rowsOf(verb, table)) {
    if (row.commandLineOnly === true || row.inApi === false) continue;
    const schema = withDefault(row, verb).describe(row.helpFor?.[verb] ?? row.help);
    const [group = row.name, member] = row.name.split(".");
    if (member === undefined) shape[row.name] = schema;
    else (groups[group] ??= {})[member] = schema;
  }
  for (const [name, members] of Object.entries(groups))
    shape[name] = z.strictObject(members).prefault({});
  return shape;
}

function withDefault({ kind, defaults }: AnyRow, verb: Verb): z.ZodType {
  const usual = defaults[verb];
  const { value } = kind.schemas(z);
  return usual === undefined ? value.optional() : value.default(usual);
}

/** `options` of a configuration file: every option that is not only for the command line. */
export function configShape(table = ALL_ROWS): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(table)
      .filter(([, row]) => row.commandLineOnly !== true)
      .map(([name, row]) => [
        keyOf(row),
        row.kind
          .schemas(z)
          .written.optional()
          .describe(describeRow({ name, ...row })),
      ]),
  );
}

const describeRow = ({ help, kind }: AnyRow): string => `${help}: ${kind.accepts}`;

/** A verb's options by their names in the header of its record. Patterns are their source; what is off is omitted. */
export function recordedOptions(
  verb: Verb,
  options: Readonly<Record<string, unknown>>,
  table = ALL_ROWS,
): Record<string, unknown> {
  const recorded: Record<string, unknown> = {};
  for (const { name, recordedAs, defaults } of rowsOf(verb, table)) {
    const value = options[name];
    if (recordedAs === undefined || value === undefined) continue;
    if (value === false && defaults[verb] !== true) continue;
    if (Array.isArray(value) && value.length === 0) continue;
    recorded[recordedAs] = value instanceof RegExp ? value.source : value;
  }
  return recorded;
}

/** The schema of recorded options; each is optional, because every verb has its own. */
export function recordedShape(table = ALL_ROWS): {
  [K in keyof RecordedOptions]-?: z.ZodOptional<z.ZodType<NonNullable<RecordedOptions[K]>>>;
} {
  const entries = Object.values(table).flatMap(({ recordedAs, kind }) => {
    if (recordedAs === undefined) return [];
    const { value } = kind.schemas(z);
    const isPattern = value instanceof z.ZodCustom;
    return [[recordedAs, (isPattern ? z.string() : value).optional()] as const];
  });
  return Object.fromEntries(entries) as unknown as ReturnType<typeof recordedShape>;
}
