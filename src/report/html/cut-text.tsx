import { whole } from "../../text/numbers.ts";
import { seenParts } from "../../text/unseen.ts";

/** Text from outside; escaped characters are marked, so that a server cannot imitate them. */
export function Seen({ text, breaks = false }: { text: string; breaks?: boolean }) {
  return (
    <>
      {seenParts(text, { breaks }).map((part) =>
        part.escaped ? <i class="u">{part.text}</i> : part.text,
      )}
    </>
  );
}

/** The first `limit` characters, never half of a surrogate pair. */
export function firstCharacters(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? limit - 1 : limit);
}

/** Text from outside up to a limit, followed by its length if it was cut. */
export function CutText(props: { text: string; limit: number; breaks?: boolean }) {
  const shown = firstCharacters(props.text, props.limit);
  return (
    <>
      <Seen text={shown} breaks={props.breaks ?? false} />
      {shown.length < props.text.length && (
        <span class="cut">
          {" "}
          … {whole(shown.length)} of {whole(props.text.length)} characters
        </span>
      )}
    </>
  );
}
