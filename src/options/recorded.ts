import { z } from "zod";
import type { Verb } from "./option-row.ts";
import { OPTIONS, rowsOf, type OptionTable, type RecordedOptions } from "./table.ts";

const ALL = OPTIONS as unknown as OptionTable;

/**
 * The options of a verb as in the header of its record, by their names there. A pattern is stored
 * as its source; options that are off or not given are omitted.
 */
export function recordedOptions(
  verb: Verb,
  options: Readonly<Record<string, unknown>>,
  table: OptionTable = ALL,
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
export function recordedShape(table: OptionTable = ALL): {
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
