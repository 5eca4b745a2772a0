/** A string with its quotes, a bracket, a separator, or the text between them. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^"{}[\],:]+/gs;

/**
 * The values of the members of a JSON object as they are written: `1.0` stays `1.0`. A key that occurs twice has its
 * last value. The text must be JSON.
 */
export function memberTokens(text: string): Map<string, string> {
  const members = new Map<string, string>();
  let depth = 0;
  let key: string | undefined;
  let written = "";
  for (const [token] of text.trim().slice(1, -1).matchAll(TOKEN)) {
    if (token === "{" || token === "[") depth += 1;
    if (token === "}" || token === "]") depth -= 1;
    if (depth === 0 && token === ",") {
      if (key !== undefined) members.set(key, written.trim());
      key = undefined;
      written = "";
    } else if (depth === 0 && token === ":") {
      key = String(JSON.parse(written));
      written = "";
    } else written += token;
  }
  if (key !== undefined) members.set(key, written.trim());
  return members;
}
