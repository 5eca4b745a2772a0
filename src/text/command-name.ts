let name = "witness";

/** Sets what a user types for `witness`; the command line does so where npm has started it. */
export function nameCommand(typed: string): void {
  name = typed;
}

/** A command of `witness` as this user can type it: `npx api-witness replay ...`, or `witness replay ...`. */
export const typedCommand = (words: string): string => `${name} ${words}`;

/**
 * What a user types for `witness`, by the variables of npm: a command that npx or a script of a package has started is not
 * on the user's PATH.
 */
export function commandFor(env: Readonly<Record<string, string | undefined>>): string {
  const script = env["npm_lifecycle_script"] ?? "";
  const isNpm = /(?:^|[\s"'&;])(?:api-)?witness(?:["'\s]|$)|dist\/src\/cli\/main\.js/.test(script);
  return isNpm ? "npx api-witness" : "witness";
}
