/** Status line and header lines as received. */
export type ResponseHead = {
  version: string;
  status: number;
  reason: string;
  headers: [name: string, value: string][];
};

const STATUS_LINE = /^HTTP\/(\d+(?:\.\d+)?)[ \t]+(\d{3})(?:[ \t]+(.*?))?[ \t]*$/i;

/**
 * Reads a response head leniently: bare LF, any case, a missing reason and folded lines are
 * taken; a line without a colon keeps its text as a name. A string says what cannot be read.
 */
export function parseResponseHead(text: string): ResponseHead | string {
  const [first = "", ...rest] = text.split(/\r?\n/);
  const match = STATUS_LINE.exec(first);
  if (match === null) return `no status line: ${JSON.stringify(first.slice(0, 60))}`;
  const headers: [string, string][] = [];
  for (const line of rest) {
    if (line === "") continue;
    const last = headers.at(-1);
    if (/^[ \t]/.test(line) && last !== undefined) {
      last[1] = `${last[1]} ${line.trim()}`.trim();
      continue;
    }
    const colon = line.indexOf(":");
    if (colon === -1) headers.push([line, ""]);
    else headers.push([line.slice(0, colon), line.slice(colon + 1).trim()]);
  }
  return { version: match[1] ?? "", status: Number(match[2]), reason: match[3] ?? "", headers };
}

/** How the end of the body is found (RFC 9112, 6.3), read leniently. */
export type Framing =
  | { kind: "none" }
  | { kind: "length"; bytes: number }
  | { kind: "chunked" }
  | { kind: "close" };

export function framingOf(head: ResponseHead, bodyless: boolean): Framing {
  const { status } = head;
  if (bodyless || status < 200 || status === 204 || status === 304) return { kind: "none" };
  const coding = headerValue(head.headers, "transfer-encoding");
  if (coding !== undefined && /(^|,)\s*chunked\s*$/i.test(coding)) return { kind: "chunked" };
  const length = headerValue(head.headers, "content-length");
  if (length !== undefined && /^\d{1,15}$/.test(length))
    return { kind: "length", bytes: Number(length) };
  return { kind: "close" };
}

/** First value of a header, by name in any case. */
export function headerValue(
  headers: readonly (readonly [string, string])[],
  name: string,
): string | undefined {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1];
}

/** The response says that the connection ends with it. */
export function announcesClose(
  head: Pick<ResponseHead, "headers"> & { version?: string },
): boolean {
  const connection = headerValue(head.headers, "connection")?.toLowerCase() ?? "";
  if (/\bclose\b/.test(connection)) return true;
  return head.version === "1.0" && !/\bkeep-alive\b/.test(connection);
}
