import type { CompletedCommand, CompletedOption, Value } from "./command-tree.ts";

/** Completion for fish with descriptions, from the tree of commands. */
export function fishScript(name: string, tree: readonly CompletedCommand[]): string {
  const lines = tree.flatMap((command) => {
    const when = condition(command);
    return [
      ...command.verbs.map((verb) => `${when} -a ${quoted(verb.name)} -d ${quoted(verb.about)}`),
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
const quoted = (text: string): string => `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;

function condition({ path, verbs }: CompletedCommand): string {
  if (path.length === 0) return "-n __fish_use_subcommand";
  const seen = path.map((each) => `__fish_seen_subcommand_from ${each}`);
  const inner = verbs.map((verb) => verb.name).join(" ");
  const notYet = inner === "" ? [] : [`not __fish_seen_subcommand_from ${inner}`];
  return `-n ${quoted([...seen, ...notYet].join("; and "))}`;
}

function argumentLine(when: string, value: Value): string[] {
  if (value.kind === "choices") return [`${when} -a ${quoted(value.choices.join(" "))}`];
  if (value.kind === "folders") return [`${when} -a '(__fish_complete_directories)'`];
  return value.kind === "files" ? [`${when} -F`] : [];
}

function optionOf({ long, short, about, value }: CompletedOption): string {
  const names = `${short === undefined ? "" : `-s ${short.slice(1)} `}-l ${long.slice(2)}`;
  return `${names}${valueOf(value)} -d ${quoted(about)}`;
}

function valueOf(value: Value | undefined): string {
  if (value === undefined) return "";
  if (value.kind === "choices") return ` -x -a ${quoted(value.choices.join(" "))}`;
  if (value.kind === "folders") return " -x -a '(__fish_complete_directories)'";
  return value.kind === "files" ? " -r -F" : " -x";
}
