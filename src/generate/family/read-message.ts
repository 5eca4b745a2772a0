export type ReadMessage = ReturnType<typeof readMessage>;

const REQUEST_LINE = /^[^\r\n]* HTTP\/\d/gm;

/** Reads the first message and counts the others. `several` is false if there can be only one. */
export function readMessage(bytes: Buffer, several: boolean) {
  const text = bytes.toString("latin1");
  const from = /^[\r\n]*/.exec(text)?.[0].length ?? 0;
  const end = /\r?\n\r?\n/g;
  end.lastIndex = from;
  const found = end.exec(text);
  const head = text.slice(from, found?.index ?? text.length);
  const rest = bytes.subarray(found === null ? bytes.length : end.lastIndex);
  const messages = several ? Math.max(1, text.match(REQUEST_LINE)?.length ?? 0) : 1;
  const framed = bodyOf(head, rest, messages > 1);
  return {
    lines: head.split(/\r?\n/),
    /** Every line ended with CR LF, and nothing preceded the first. */
    plainEnds: from === 0 && plain(head) && (found === null || found[0] === "\r\n\r\n"),
    ended: found !== null,
    body: framed ?? rest,
    brokenChunks: framed === undefined,
    messages,
  };
}

const plain = (head: string): boolean => !/\r(?!\n)|(?<!\r)\n/.test(head);

function bodyOf(head: string, rest: Buffer, more: boolean): Buffer | undefined {
  if (/^transfer-encoding:[^\r\n]*\bchunked\b/im.test(head)) return dechunk(rest);
  if (!more) return rest;
  return rest.subarray(
    0,
    Number(/^content-length:[ \t]*(\d{1,9})[ \t]*\r?$/im.exec(head)?.[1] ?? 0),
  );
}

/** The body from chunks; undefined if sizes and data do not match, or the end is missing. */
function dechunk(bytes: Buffer): Buffer | undefined {
  const data: Buffer[] = [];
  let at = 0;
  for (;;) {
    const end = bytes.indexOf("\r\n", at);
    const line = end < 0 ? "" : bytes.toString("latin1", at, end);
    const size = /^([0-9a-f]{1,7})[ \t]*(?:;.*)?$/i.exec(line)?.[1];
    if (size === undefined) return undefined;
    const from = end + 2;
    const to = from + Number.parseInt(size, 16);
    if (to === from) return Buffer.concat(data);
    if (bytes.toString("latin1", to, to + 2) !== "\r\n") return undefined;
    data.push(bytes.subarray(from, to));
    at = to + 2;
  }
}
