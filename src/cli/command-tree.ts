import type { Argument, Command, Option } from "commander";

/** The completions of a value: words, a file, a folder, or nothing. */
export type Value =
  | { kind: "choices"; choices: readonly string[] }
  | { kind: "files" | "folders" | "other" };

/** An option; `value` is absent if it takes none. */
export type CompletedOption = {
  long: string;
  short: string | undefined;
  about: string;
  value: Value | undefined;
};

/** A command with all that can follow it. `path` is empty for the program itself. */
export type CompletedCommand = {
  path: readonly string[];
  about: string;
  options: readonly CompletedOption[];
  verbs: readonly { name: string; about: string }[];
  argument: Value;
};

/** The program and all its verbs, as commander shows them in its help. */
export function commandTree(program: Command): CompletedCommand[] {
  return walk(program, []);
}

function walk(command: Command, path: readonly string[]): CompletedCommand[] {
  const help = command.createHelp();
  const verbs = help.visibleCommands(command);
  const own: CompletedCommand = {
    path,
    about: oneLine(command.description()),
    options: help.visibleOptions(command).flatMap(completedOption),
    verbs: verbs.map((verb) => ({ name: verb.name(), about: oneLine(verb.description()) })),
    argument: argumentOf(command.registeredArguments),
  };
  return [own, ...verbs.flatMap((verb) => walk(verb, [...path, verb.name()]))];
}

function completedOption(option: Option): CompletedOption[] {
  if (option.long === undefined || option.long === null) return [];
  const short = option.short ?? undefined;
  const takesValue = option.required || option.optional;
  const value = takesValue ? valueOf(option.argChoices, placeholder(option.flags)) : undefined;
  return [{ long: option.long, short, about: oneLine(option.description), value }];
}

/** "--output-dir <folder>": `folder`. */
const placeholder = (flags: string): string => /[<[]([^>\]]+)[>\]]/.exec(flags)?.[1] ?? "";

/** Of several arguments, the first with something to offer. */
function argumentOf(list: readonly Argument[]): Value {
  const values = list.map((each) =>
    valueOf(each.argChoices, /\bfolder/.test(each.description) ? "folder" : each.name()),
  );
  return values.find(({ kind }) => kind !== "other") ?? { kind: "other" };
}

function valueOf(choices: readonly string[] | undefined, name: string): Value {
  if (choices !== undefined) return { kind: "choices", choices };
  if (/folder|\brun\b/.test(name)) return { kind: "folders" };
  return { kind: /file|path$/.test(name) ? "files" : "other" };
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
