type Member = { key: string; value: string };

export type Members = { top: Member[]; innerTwice: boolean };

/** Reads the members of a JSON object, with duplicate keys, or the items of an array, without keys. The text must be valid JSON. */
export function jsonMembers(text: string): Members {
  const top: Member[] = [];
  const seen: Set<string>[] = [];
  let innerTwice = false;
  let key = "";
  let from = 0;
  const endMember = (at: number): void => {
    const value = text.slice(from, at).trim();
    if (value !== "") top.push({ key, value });
    from = at + 1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === "{" || letter === "[") {
      if (seen.length === 0) from = at + 1;
      seen.push(new Set());
    }
    if (letter === "," && seen.length === 1) endMember(at);
    if (letter === "}" || letter === "]") {
      if (seen.length === 1) endMember(at);
      seen.pop();
    }
    if (letter !== '"') continue;
    const end = stringEnd(text, at);
    const colon = colonAfter(text, end);
    if (colon !== undefined) {
      const own = String(JSON.parse(text.slice(at, end)));
      if (seen.length > 1 && seen.at(-1)?.has(own)) innerTwice = true;
      if (seen.length === 1) [key, from] = [own, colon + 1];
      seen.at(-1)?.add(own);
    }
    at = end - 1;
  }
  return { top, innerTwice };
}

/** The values of the members of a JSON object as written: `1.0` stays `1.0`. Of a key that occurs twice, the last. */
export const memberTokens = (text: string): Map<string, string> =>
  new Map(jsonMembers(text).top.map(({ key, value }) => [key, value]));

/** The end of the string that begins at `from`: after its closing quote, or the end of the text. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === "\\") at += 1;
    else if (letter === '"') return at + 1;
  }
  return text.length;
}

function colonAfter(text: string, from: number): number | undefined {
  let at = from;
  while (/[ \t\r\n]/.test(text[at] ?? "")) at += 1;
  return text[at] === ":" ? at : undefined;
}

/** How deep brackets and braces are nested, ignoring strings; for malformed text, too. */
export function nesting(text: string): number {
  let depth = 0;
  let most = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') at = stringEnd(text, at) - 1;
    else if (letter === "{" || letter === "[") most = Math.max(most, (depth += 1));
    else if (letter === "}" || letter === "]") depth -= 1;
  }
  return most;
}
