/** The names that a JSON pointer (RFC 6901) leads through, as it is written after `#` in a `$ref`. */
export const pointedNames = (fragment: string): string[] =>
  fragment
    .split("/")
    .slice(1)
    .map((name) => decoded(name).replaceAll("~1", "/").replaceAll("~0", "~"));

/** `/paths/~1v1~1orders`. */
export const pointerTo = (names: readonly string[]): string =>
  names.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** The shared parameter of Swagger 2.0 that a `$ref` names. */
export function parameterNamed(ref: unknown): string | undefined {
  if (typeof ref !== "string" || !ref.startsWith("#")) return undefined;
  const [top, name, ...more] = pointedNames(ref);
  return top === "parameters" && more.length === 0 ? name : undefined;
}

/** Percent-decoded text. A text that is not well encoded comes back as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
