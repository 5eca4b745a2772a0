/** A string with its quotes, one that opens or closes, a separator, or what is between them. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^"{}[\],:]+/gs;

/**
 * The values of the members of a JSON object as they are written: `1.0` is not `1` there. Of a key that occurs twice it has the
 * last value. The text has to be JSON.
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
