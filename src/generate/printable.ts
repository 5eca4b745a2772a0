import { isUtf8 } from "node:buffer";

/**
 * Bytes as printable text: CR LF is a line break, a bare CR or LF is marked, other control
 * characters and bytes that are not UTF-8 are `\xNN`. Cut to `limit` bytes.
 */
export function printable(bytes: Buffer, limit: number): string {
  const shown = bytes.subarray(0, wholeCharacters(bytes, limit));
  const [text, marked] = isUtf8(shown)
    ? [shown.toString("utf8"), /\r\n|[\x00-\x1f\x7f]/g]
    : [shown.toString("latin1"), /\r\n|[\x00-\x1f\x7f-\xff]/g];
  return text.replace(marked, (match) =>
    match === "\r\n" ? "\n" : printableByte(match.charCodeAt(0)),
  );
}

function printableByte(byte: number): string {
  if (byte === 0x0d) return "\\r";
  if (byte === 0x0a) return "\\n";
  if (byte === 0x09) return "\\t";
  return `\\x${byte.toString(16).padStart(2, "0")}`;
}

/** Where to cut bytes without splitting a UTF-8 character: at `limit`, or up to three bytes before it. */
export function wholeCharacters(bytes: Buffer, limit: number): number {
  if (bytes.length <= limit) return bytes.length;
  for (let end = limit; end > limit - 4 && end > 0; end -= 1)
    if (((bytes[end] ?? 0) & 0xc0) !== 0x80) return end;
  return limit;
}
