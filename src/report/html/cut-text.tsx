import { seenParts, whole } from "../../text/index.ts";

/** Text from outside; escaped characters are marked, so that a server cannot imitate them. */
export function seenText(text: string, breaks = false) {
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

/** The words about a cut are as long as this. */
const NOT_WORTH_CUTTING = 20;

/** Text from outside up to a limit, followed by its length if it was cut. */
export function cutText(text: string, limit: number, breaks = false) {
  const isLittleMore = text.length <= limit + NOT_WORTH_CUTTING;
  const shown = isLittleMore ? text : firstCharacters(text, limit);
  return (
    <>
      {seenText(shown, breaks)}
      {shown.length < text.length && (
        <span class="cut">
          {" "}
          … {whole(shown.length)} of {whole(text.length)} characters
        </span>
      )}
    </>
  );
}

/** What a line break must not cut: `--duration`, `5.7 ms`, `0.59 ×`, `[0.30, 0.84]`. */
const KEPT =
  /(?<=^|[ (])(--[a-z][a-z-]+|\[[\d.,]+, [\d.,]+\]|[\d.,]+ (?:×|µs|ms|s|min|h|[KMG]iB|bytes?)(?![\w]))/;

/** A sentence of witness itself: no line break cuts the name of an option, a figure from its unit, or an interval. */
export function advice(text: string, limit: number) {
  const parts = text.length > limit ? [text] : text.split(KEPT);
  return (
    <>
      {parts.map((part, at) =>
        at % 2 === 0 ? cutText(part, limit) : <span class="unbroken">{part}</span>,
      )}
    </>
  );
}
