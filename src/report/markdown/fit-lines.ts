/** Left free for the line that tells how many are not shown. */
const TELLING_BYTES = 64;

/** The first of the lines, as many as fit into so many bytes, and how many were left out. */
export function fitLines(lines: readonly string[], mostBytes: number): string[] {
  const sizes = lines.map((line) => Buffer.byteLength(line) + 1);
  if (sizes.reduce((sum, size) => sum + size, 0) <= mostBytes) return [...lines];
  let room = mostBytes - TELLING_BYTES;
  if (room < 0) return [];
  const shown: string[] = [];
  for (const [at, line] of lines.entries()) {
    room -= sizes[at] ?? 0;
    if (room < 0) break;
    shown.push(line);
  }
  const left = lines.length - shown.length;
  return [...shown, `- … and ${left.toLocaleString("en")} lines more that have no room here`];
}
