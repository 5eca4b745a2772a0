import { seenParts } from "../../text/unseen.ts";

/** Text from outside; what was escaped is set apart, so that a server cannot imitate it. */
export function Seen({ text, breaks = false }: { text: string; breaks?: boolean }) {
  return (
    <>
      {seenParts(text, { breaks }).map((part) =>
        part.escaped ? <i class="u">{part.text}</i> : part.text,
      )}
    </>
  );
}
