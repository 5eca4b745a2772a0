import { classOf } from "../../model/index.ts";

/** Families of bodies that are not plain JSON objects, as `familyOf` names them, and their words in a sentence. */
const ODD: readonly (readonly [family: RegExp, name: (rest: string) => string])[] = [
  [/^malformed JSON: cut short$/, () => "a document that is cut short"],
  [/^malformed JSON: white space only$/, () => "nothing but white space"],
  [/^malformed JSON: a byte order mark first$/, () => "a byte order mark"],
  [/^malformed JSON: (no .+|another .+)$/, (how) => `a document with ${how}`],
  [/^malformed JSON: (.+)$/, (how) => how],
  [/^malformed JSON$/, () => "a document that is not JSON"],
  [/^no body$/, () => "a request without a body"],
  [/^not UTF-8$/, () => "bytes that are not UTF-8"],
  [/^JSON, not an object: (.+)$/, (what) => `${what} instead of the object`],
  [/^(id|date) twice$/, (key) => `${key} twice`],
  [/^a key twice$/, () => "a key twice"],
];

/** A deviation as a plain sentence: `this server accepts a comma before the end`. */
export const acceptedNote = (oddity: string): string => `this server accepts ${oddity}`;

/**
 * The deviation of a body that got 2xx: `a comma before the end`. Undefined for any other response,
 * and for ordinary families.
 */
export function acceptedOddity(signature: string, family: string): string | undefined {
  if (classOf(signature) !== "2xx") return undefined;
  const names = family.split(" + ").flatMap(oddName);
  return names.length === 0 ? undefined : names.join(" and ");
}

function oddName(part: string): string[] {
  for (const [family, name] of ODD) {
    const found = family.exec(part);
    if (found !== null) return [name(found[1] ?? "")];
  }
  return [];
}
