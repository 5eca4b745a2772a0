import { firstCharacters } from "../cut-text.tsx";
import { count } from "../numbers.ts";
import { seenLine } from "../seen-text.tsx";

const NAME_LIMIT = 32;

/** How the page calls the targets: cut where long, numbered where two have the same name. */
export function targetNames(targets: readonly { name: string }[]): string[] {
  const all = targets.map(({ name }) => name);
  return all.map((name, at) => {
    const alike = all.filter((other) => other === name).length > 1;
    const nth = all.slice(0, at + 1).filter((other) => other === name).length;
    return `${shortName(name)}${alike ? ` #${nth}` : ""}`;
  });
}

function shortName(name: string): string {
  const shown = firstCharacters(name, NAME_LIMIT);
  const more = shown.length < name.length ? `… (${count(name.length)} characters)` : "";
  return `${seenLine(shown)}${more}`;
}
