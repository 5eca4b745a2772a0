import type { CompletedCommand, CompletedOption } from "./command-tree.ts";

/** A word in single quotes, as bash and zsh read it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The name of a command in the scripts: " baseline save"; the program itself is "". */
export const knownAs = ({ path }: CompletedCommand): string =>
  path.map((name) => ` ${name}`).join("");

/** The names of an option: `-q` and `--quiet`. */
export const namesOf = ({ short, long }: CompletedOption): string[] =>
  short === undefined ? [long] : [short, long];

/** A pattern of `case` that matches each of these words. */
export const anyOf = (words: readonly string[]): string =>
  words.map((word) => `"${word}"`).join("|");

/** Options with a value, grouped by the completions of the value. */
export function valued(tree: readonly CompletedCommand[]) {
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
