const encoder = new TextEncoder();
/** What is written for a character that cannot be seen, beside the character itself. */
const ESCAPED = 28;

/** About how many bytes of the page a text takes, cut to so many characters. */
export function writtenSize(text: string, limit: number): number {
  const shown = text.slice(0, limit);
  const marked = shown.match(/[<>&]/g)?.length ?? 0;
  const unseen = shown.match(/[^\x20-\x7e\n\p{L}\p{N}\p{P}\p{S}]/gu)?.length ?? 0;
  return encoder.encode(shown).length + 4 * marked + ESCAPED * unseen;
}
