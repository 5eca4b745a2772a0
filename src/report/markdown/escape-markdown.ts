import { escapeUnseen } from "../../text/unseen.ts";

/** A text from outside is cut to this many characters. */
const LONGEST = 500;

/**
 * Text from outside as a code span of one line: in there, nothing is a mark, a link, an image,
 * a mention or HTML. Not for table cells, where a `|` would end it.
 */
export function markdownCode(text: string, longest = LONGEST): string {
  const characters = Array.from(escapeUnseen(text.replace(/\r\n|\n|\r/g, " ⏎ ")));
  const shown =
    characters.length <= longest
      ? characters.join("")
      : `${characters.slice(0, longest - 1).join("")}…`;
  if (shown.trim() === "") return "(empty)";
  const runs = shown.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  // Blanks at both ends are taken away by the reader, and let a backtick stand at an end.
  const blank = /^[ `]|[ `]$/.test(shown) ? " " : "";
  return `${fence}${blank}${shown}${blank}${fence}`;
}
