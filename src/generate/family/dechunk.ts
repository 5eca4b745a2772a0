/** The body that came in chunks; undefined where sizes and data do not fit together, or the end is missing. */
export function dechunk(bytes: Buffer): Buffer | undefined {
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
