import { counted } from "../../text/index.ts";
import { seenText } from "./cut-text.tsx";

/** Longer commands are folded, and whole. */
const LONG_COMMAND = 400;

/** A command to copy, never cut; `of` are its targets. */
export function CommandLine({ text, of }: { text: string; of?: number | undefined }) {
  const shown = of === undefined ? {} : { "data-t": of };
  if (text.length <= LONG_COMMAND) return <code {...shown}>{seenText(text)}</code>;
  return (
    <details class="more" {...shown}>
      <summary>the whole command, {counted(text.length, "character")}</summary>
      <code>{seenText(text)}</code>
    </details>
  );
}
