import { escapeUnseen } from "../../../text/unseen.ts";

/** Text from outside on one line of a terminal, cut with `…` where it is longer than `width` characters. */
export function fitText(text: string, width: number): string {
  const characters = Array.from(escapeUnseen(text.replaceAll("\n", " ⏎ ")));
  if (characters.length <= width) return characters.join("");
  return `${characters.slice(0, Math.max(0, width - 1)).join("")}…`;
}

/** A text with blanks after it, up to a width. */
export const padText = (text: string, width: number): string =>
  fitText(text, width) + " ".repeat(Math.max(0, width - fitText(text, width).length));

/** A request on one line; where it is too long, its middle is left out: what is odd is often at its end. */
export function fitRequest(text: string, width: number): string {
  const characters = Array.from(fitText(text, Number.POSITIVE_INFINITY));
  if (characters.length <= width || characters.at(-1) === "…") return fitText(text, width);
  const tail = Math.floor(width / 2);
  return `${characters.slice(0, width - tail - 1).join("")}…${characters.slice(-tail).join("")}`;
}
