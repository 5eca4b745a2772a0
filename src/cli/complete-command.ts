import type { Command, Argument, Option } from "commander";
import { print, printDocument } from "./output.ts";
import { readCommand } from "./read-command.ts";
import { terminalBlock } from "../text/index.ts";

type Value =
  | { kind: "choices"; choices: readonly string[] }
  | { kind: "files" | "folders" | "other" };

/** An option; `value` is absent if it takes none. */
type CompletedOption = {
  long: string;
  short: string | undefined;
  about: string;
  value: Value | undefined;
};

/** A command with all that can follow it. `path` is empty for the program itself. */
type CompletedCommand = {
  path: readonly string[];
  about: string;
  options: readonly CompletedOption[];
  verbs: readonly { name: string; about: string }[];
  argument: Value;
};

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

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };
type Shell = keyof typeof SCRIPTS;

export async function completeCommand(shell: Shell, command: Command): Promise<void> {
  const program = command.parent ?? command;
  const script = SCRIPTS[shell](program.name(), walk(program, [])).trimEnd();
  const { flags } = await readCommand("complete", command);
  await (flags.json ? printDocument({ shell, script }) : print(terminalBlock(script)));
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The name of a command in the scripts: " baseline save"; the program itself is "". */
const knownAs = ({ path }: CompletedCommand): string => path.map((name) => ` ${name}`).join("");

const namesOf = ({ short, long }: CompletedOption): string[] =>
  short === undefined ? [long] : [short, long];

const anyOf = (words: readonly string[]): string => words.map((word) => `"${word}"`).join("|");

function valued(tree: readonly CompletedCommand[]) {
  const groups = new Map<
    string,
    { value: NonNullable<CompletedOption["value"]>; where: string[] }
  >();
  for (const command of tree)
    for (const option of command.options) {
      const { value } = option;
      if (value === undefined) continue;
      const key = JSON.stringify(value);
      const group = groups.get(key) ?? { value, where: [] };
      group.where.push(...namesOf(option).map((name) => `${knownAs(command)}:${name}`));
      groups.set(key, group);
    }
  return [...groups.values()];
}

function bashScript(name: string, tree: readonly CompletedCommand[]): string {
  const verbs = tree.filter(({ path }) => path.length > 0).map(knownAs);
  return `# Completion of ${name} for bash: eval "$(${name} complete bash)"
_${name}_offer() {
  local line
  while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "$@" -- "$cur")
}
_${name}_paths() {
  compopt -o filenames 2>/dev/null
  _${name}_offer "$1"
}
_${name}() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" known="" i
  COMPREPLY=()
  # bash makes words of "--option", "=" and "value".
  if [ "$cur" = "=" ]; then cur=""
  elif [ "$prev" = "=" ]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$known \${COMP_WORDS[i]}" in
      ${anyOf(verbs)}) known="$known \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$known:$prev" in
${valued(tree)
  .map(
    ({ value, where }) => `    ${anyOf(where)})\n      ${bashOffer(name, value)}\n      return ;;`,
  )
  .join("\n")}
  esac
  case "$known" in
${tree.map((command) => `    "${knownAs(command)}") ${wordsOf(name, command)} ;;`).join("\n")}
  esac
}
complete -F _${name} ${name}
`;
}

function bashOffer(name: string, value: Value): string {
  if (value.kind === "choices") return `_${name}_offer -W ${quoted(value.choices.join(" "))}`;
  if (value.kind === "other") return ":";
  return `_${name}_paths ${value.kind === "folders" ? "-d" : "-f"}`;
}

function wordsOf(name: string, { options, verbs, argument }: CompletedCommand): string {
  const flags = `_${name}_offer -W ${quoted(options.flatMap(namesOf).join(" "))}`;
  const other =
    verbs.length > 0
      ? `_${name}_offer -W ${quoted(verbs.map((verb) => verb.name).join(" "))}`
      : bashOffer(name, argument);
  return `case "$cur" in -*) ${flags} ;; *) ${other} ;; esac`;
}

function zshScript(name: string, tree: readonly CompletedCommand[]): string {
  const verbs = tree.filter(({ path }) => path.length > 0).map(knownAs);
  return `#compdef ${name}
# Completion of ${name} for zsh: eval "$(${name} complete zsh)", after compinit
_${name}() {
  local cur="\${words[CURRENT]}" prev="\${words[CURRENT-1]}" known="" word
  local -a flags verbs
  if [[ "$cur" == --*=* ]]; then prev="\${cur%%=*}"; compset -P '*='; fi
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$known $word" in
      (${anyOf(verbs)}) known="$known $word" ;;
    esac
  done
  case "$known:$prev" in
${valued(tree)
  .map(({ value, where }) => `    (${anyOf(where)}) ${zshOffer(value)}; return ;;`)
  .join("\n")}
  esac
  case "$known" in
${tree.map(casesOf).join("\n")}
  esac
}
if [[ "\${zsh_eval_context[-1]}" == loadautofunc ]]; then _${name} "$@"; else compdef _${name} ${name}; fi
`;
}

function zshOffer(value: Value): string {
  if (value.kind === "choices") return `compadd -- ${value.choices.map(quoted).join(" ")}`;
  if (value.kind === "other") return ":";
  return value.kind === "folders" ? "_files -/" : "_files";
}

/** "name:description", as _describe expects it. */
const described = (word: string, about: string): string =>
  quoted(`${word.replaceAll(":", "\\:")}:${about}`);

function casesOf(command: CompletedCommand): string {
  const { options, verbs, argument } = command;
  const flags = options.flatMap((option) =>
    namesOf(option).map((each) => described(each, option.about)),
  );
  const other =
    verbs.length > 0
      ? `verbs=(${verbs.map((verb) => described(verb.name, verb.about)).join(" ")}); _describe command verbs`
      : zshOffer(argument);
  return `    ("${knownAs(command)}")
      if [[ "$cur" == -* ]]; then flags=(${flags.join(" ")}); _describe -o option flags
      else ${other}; fi ;;`;
}

function fishScript(name: string, tree: readonly CompletedCommand[]): string {
  const lines = tree.flatMap((command) => {
    const when = fishCondition(command);
    return [
      ...command.verbs.map((verb) => `${when} -a ${inFish(verb.name)} -d ${inFish(verb.about)}`),
      ...(command.verbs.length === 0 ? argumentLine(when, command.argument) : []),
      ...command.options.map((option) => `${when} ${optionOf(option)}`),
    ];
  });
  return [
    `# Completion of ${name} for fish: ${name} complete fish | source`,
    `complete -c ${name} -f`,
    ...lines.map((line) => `complete -c ${name} ${line}`),
    "",
  ].join("\n");
}

/** In single quotes, fish only reads a backslash before a quote or a backslash. */
const inFish = (text: string): string => `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;

function fishCondition({ path, verbs }: CompletedCommand): string {
  if (path.length === 0) return "-n __fish_use_subcommand";
  const seen = path.map((each) => `__fish_seen_subcommand_from ${each}`);
  const inner = verbs.map((verb) => verb.name).join(" ");
  const notYet = inner === "" ? [] : [`not __fish_seen_subcommand_from ${inner}`];
  return `-n ${inFish([...seen, ...notYet].join("; and "))}`;
}

function argumentLine(when: string, value: Value): string[] {
  if (value.kind === "choices") return [`${when} -a ${inFish(value.choices.join(" "))}`];
  if (value.kind === "folders") return [`${when} -a '(__fish_complete_directories)'`];
  return value.kind === "files" ? [`${when} -F`] : [];
}

function optionOf({ long, short, about, value }: CompletedOption): string {
  const names = `${short === undefined ? "" : `-s ${short.slice(1)} `}-l ${long.slice(2)}`;
  return `${names}${fishValue(value)} -d ${inFish(about)}`;
}

function fishValue(value: Value | undefined): string {
  if (value === undefined) return "";
  if (value.kind === "choices") return ` -x -a ${inFish(value.choices.join(" "))}`;
  if (value.kind === "folders") return " -x -a '(__fish_complete_directories)'";
  return value.kind === "files" ? " -r -F" : " -x";
}
