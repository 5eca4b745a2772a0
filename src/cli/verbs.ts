import { type Command, InvalidArgumentError, Option } from "commander";
import { commandsOf } from "./verb-rows.ts";
import { WitnessError } from "../errors.ts";
import type { AnyRow, Verb } from "../options/index.ts";
import { attributeOf, flagOf, headingOf, InvalidOptionValue, ALL_ROWS } from "../options/index.ts";
import { rowsOf, variableOf } from "../options/index.ts";

export const verbCommands = (...names: readonly string[]): Command[] =>
  commandsOf(names, (command, verb, known) => void addOptions(command, verb, undefined, known));

export function addOptions(
  command: Command,
  verb: Verb,
  table = ALL_ROWS,
  /** Names of options that the command already has; new ones are added here. */
  known = new Set<string>(),
): Command {
  for (const row of rowsOf(verb, table)) {
    const isTaken = command.options.some((each) => each.attributeName() === attributeOf(row));
    if (!known.has(row.name) && !isTaken) command.addOption(commanderOption(row, verb));
    known.add(row.name);
  }
  return command;
}

function commanderOption(row: AnyRow, verb: Verb): Option {
  const { kind, defaults, without, commandLineOnly } = row;
  const help = row.helpFor?.[verb] ?? row.help;
  const usual = defaults[verb];
  const empty = Array.isArray(usual) && usual.length === 0;
  const words = usual === undefined || empty ? without : undefined;
  const option = new Option(
    flagOf(row, verb),
    words === undefined ? help : `${help} (default: ${words})`,
  );
  const heading = headingOf(row);
  if (heading !== undefined) option.helpGroup(`${heading}:`);
  // Commander itself reads one of a few words, and knows them for completion.
  if (kind.choices !== undefined && !kind.repeatable) {
    option.choices(kind.choices);
    if (usual !== undefined) option.default(usual);
  } else if (kind.placeholder !== "") {
    option.argParser((text: string, before: unknown) => parse(row, text, before));
    if (usual !== undefined && !empty) option.default(usual, kind.format(usual));
  }
  return commandLineOnly === true ? option : option.env(variableOf(row));
}

/** A repeated flag adds to its list. */
function parse({ flag, kind, defaults }: AnyRow, text: string, before: unknown): unknown {
  try {
    const value = kind.parse(text);
    if (kind.merge !== undefined && before !== undefined) return kind.merge([before, value]);
    const isDefault = Object.values(defaults).includes(before);
    return kind.repeatable && Array.isArray(before) && Array.isArray(value) && !isDefault
      ? [...before, ...value]
      : value;
  } catch (error) {
    // Commander would quote the given value.
    if (error instanceof InvalidOptionValue && kind.secret === true)
      throw new WitnessError("option-value", `--${flag} ${error.problem}`);
    if (error instanceof InvalidOptionValue) throw new InvalidArgumentError(`It ${error.problem}.`);
    throw error;
  }
}
