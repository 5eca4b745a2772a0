/** Where to cut bytes so that no character of UTF-8 is cut in two: at `limit`, or up to three bytes before it. */
export function wholeCharacters(bytes: Buffer, limit: number): number {
  if (bytes.length <= limit) return bytes.length;
  for (let end = limit; end > limit - 4 && end > 0; end -= 1)
    if (((bytes[end] ?? 0) & 0xc0) !== 0x80) return end;
  return limit;
}
