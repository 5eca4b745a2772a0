import { z } from "zod";
import type { Verb } from "./option-row.ts";
import { OPTIONS, keyOf, rowsOf, type AnyRow, type OptionTable } from "./table.ts";

const ALL = OPTIONS as unknown as OptionTable;

/**
 * The schema of a verb's options as a program passes them, each with the verb's default. Options
 * that only the command line has are not in it.
 */
export function apiShape<V extends Verb>(
  verb: V,
  table: OptionTable = ALL,
): Record<string, z.ZodType> {
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
export function configShape(table: OptionTable = ALL): Record<string, z.ZodType> {
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
