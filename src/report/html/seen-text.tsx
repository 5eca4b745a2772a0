/** What a reader cannot see or what reorders what he sees: controls, bidi marks, zero width, odd spaces. */
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;
const unseenButBreaks =
  /(?![\n\t])[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

const escaped = (char: string) => `\\u{${char.codePointAt(0)!.toString(16)}}`;

/** Text from outside as one line of a plain string, for titles and attributes. */
export const seenLine = (text: string): string => text.replace(unseen, escaped);

/** Text from outside; what was escaped is set apart, so that a server cannot imitate it. */
export function Seen({ text, breaks }: { text: string; breaks?: boolean }) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(breaks ? unseenButBreaks : unseen)) {
    if (match.index > from) parts.push(text.slice(from, match.index));
    parts.push(<i class="u">{escaped(match[0])}</i>);
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return <>{parts}</>;
}
