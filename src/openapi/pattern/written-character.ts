/** Whether ECMAScript reads the pattern with the flag `u`, as JSON Schema demands. */
export function isCompiled(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

/** A character outside of a class. */
export const escapedLiteral = (character: string): string =>
  /[\^$\\.*+?()[\]{}|/]/.test(character) && character !== "/" ? `\\${character}` : character;

/** A character within a class. */
export const codeText = (character: string): string =>
  /[\\\]^[-]/.test(character) ? `\\${character}` : character;

/** The character in its cases, itself first. */
export function eitherCase(character: string): string[] {
  const others = [character.toLowerCase(), character.toUpperCase()];
  // A sharp s as two letters is not one character.
  return [character, ...others.filter((each) => Array.from(each).length === 1)].filter(
    (each, at, all) => all.indexOf(each) === at,
  );
}
