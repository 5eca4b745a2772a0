import type { Command } from "commander";
import { keyOf, rowsOf, type AnyRow, type Resolved, type Verb } from "../options/index.ts";
import { mostColumns, wrappedTable, wrapText } from "../report/index.ts";
import { terminalLines, type TerminalText } from "../text/index.ts";
import { print, printDocument, stdoutWidth } from "./output.ts";
import { readCommand, resolveCommand } from "./read-command.ts";

/** The column of values on a terminal; a longer value has its source below. */
const MOST_VALUE = 30;

/** `witness print-config`: each option's value, and its source: a flag, the environment, a file or the default. */
export async function printConfigCommand(verb: Verb, command: Command): Promise<void> {
  const { flags, loaded } = await readCommand("print-config", command);
  const { resolved } = await resolveCommand("print-config", command, verb);
  const rows = rowsOf(verb).filter(({ commandLineOnly }) => commandLineOnly !== true);
  if (flags.json) await printDocument(toJson(rows, resolved, loaded.path));
  else await print(toText(rows, resolved, loaded.path, stdoutWidth()));
}

function toText(
  rows: readonly AnyRow[],
  resolved: Readonly<Record<string, Resolved>>,
  path: string | undefined,
  width: number,
): TerminalText {
  const lines = rows.map((row) => {
    const found = resolved[row.name];
    const { without = "not set" } = row;
    return [
      keyOf(row),
      ...(found === undefined ? ["–", without] : [shown(row, found), whence(found)]),
    ];
  });
  const file = path === undefined ? "no configuration file here" : `configuration ${path}`;
  const columns = [undefined, { usual: mostColumns(width, MOST_VALUE) }];
  return terminalLines([
    ...wrapText(file, width),
    "",
    ...wrappedTable(lines, width, { columns, indent: "  " }),
  ]);
}

function whence({ origin, where }: Resolved): string {
  return origin === "default" ? origin : `${origin}: ${where}`;
}

function shown({ kind, without = "none" }: AnyRow, { value }: Resolved): string {
  return Array.isArray(value) && value.length === 0 ? without : kind.format(value);
}

function plain({ kind }: AnyRow, value: unknown): unknown {
  if (kind.secret === true) return kind.format(value);
  return value instanceof RegExp ? value.source : value;
}

/**
 * Values as used internally: durations in milliseconds, sizes in bytes, a pattern as its source.
 */
function toJson(
  rows: readonly AnyRow[],
  resolved: Readonly<Record<string, Resolved>>,
  path: string | undefined,
): object {
  const options = rows.flatMap((row) => {
    const found = resolved[row.name];
    if (found === undefined) return [];
    const { value, origin, where } = found;
    return [[keyOf(row), { value: plain(row, value), origin, where }]];
  });
  return {
    ...(path !== undefined && { config: path }),
    options: Object.fromEntries(options) as unknown,
  };
}
