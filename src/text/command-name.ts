let name = "witness";

/** Sets the command that a user types for `witness`; the command line does so if npm has started it. */
export function nameCommand(typed: string): void {
  name = typed;
}

/** A command of `witness` as this user can type it: `npx api-witness replay ...`, or `witness replay ...`. */
export const typedCommand = (words: string): string => `${name} ${words}`;

/**
 * The command that a user types for `witness`, from the variables of npm: if npx or a script of a package has started
 * it, it is not on the user's PATH.
 */
export function commandFor(env: Readonly<Record<string, string | undefined>>): string {
  const script = env["npm_lifecycle_script"] ?? "";
  const isNpm = /(?:^|[\s"'&;])(?:api-)?witness(?:["'\s]|$)|dist\/src\/cli\/main\.js/.test(script);
  return isNpm ? "npx api-witness" : "witness";
}
