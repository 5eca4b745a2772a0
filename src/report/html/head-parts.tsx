import { firstCharacters, seenText } from "./cut-text.tsx";
import type { HeadPart } from "./usual-lines.ts";

/** Lines up to a limit of characters, and how many characters they have so far. */
export function cutParts(parts: readonly HeadPart[], limit: number) {
  const shown: HeadPart[] = [];
  let left = limit;
  let shownLength = 0;
  for (const part of parts) {
    if (!("text" in part)) {
      shown.push(part);
      shownLength += part.length;
      continue;
    }
    const text = firstCharacters(part.text, left);
    shown.push({ text });
    shownLength += text.length + 1;
    left -= text.length + 1;
    if (text.length < part.text.length || left <= 0) break;
  }
  const whole = shown.length === parts.length && (left > 0 || lengthOf(shown) === lengthOf(parts));
  return { shown, whole, shownLength: Math.max(0, shownLength - 1) };
}

const lengthOf = (parts: readonly HeadPart[]): number =>
  parts.reduce((sum, part) => sum + ("text" in part ? part.text.length : 0), 0);

/** Lines as they are; usual ones are replaced by the mark ⋮ with their numbers. */
export function HeadParts({ parts }: { parts: readonly HeadPart[] }) {
  const out = [];
  let text = "";
  for (const [index, part] of parts.entries()) {
    if (index > 0) text += "\n";
    if ("text" in part) {
      text += part.text;
      continue;
    }
    out.push(seenText(text, true));
    text = "";
    out.push(<i>⋮{part.from === part.to ? part.from : `${part.from}–${part.to}`}</i>);
  }
  out.push(seenText(text, true));
  return <>{out}</>;
}
