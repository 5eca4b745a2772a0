/**
 * The width of a cell, in rem: the cells share the width beside the axes. An id of 16 digits stays on one line for up
 * to four targets.
 */
export const boundaryWidth = (targets: number): string =>
  `${Math.min(13.2, Math.max(3.4, 44 / targets)).toFixed(1)}rem`;

/** The size of their text: ten characters, such as `1,048,576` or `too-large,`, fit into a line of a cell where that leaves it legible. */
export const boundaryFont = (targets: number): string =>
  `${Math.min(0.74, Math.max(0.6, Number.parseFloat(boundaryWidth(targets)) / 6.2)).toFixed(2)}rem`;

/** The same on a sheet of A4, which is narrower, with smaller text. */
export const boundaryPaperWidth = (targets: number): string =>
  `${Math.min(9.5, 30 / targets).toFixed(1)}rem`;

/** Rem that a digit of a cell takes, on the screen and on paper. */
const DIGIT = 0.47;
const PAPER_DIGIT = 0.44;

/** Ids too long for their cell as the power of two next to them, which no line break cuts: `2^31−1 → 422`. */
export function fittingText(text: string, targets: number): string {
  const most = Math.floor(
    Math.min(
      Number.parseFloat(boundaryWidth(targets)) / DIGIT,
      Number.parseFloat(boundaryPaperWidth(targets)) / PAPER_DIGIT,
    ),
  );
  return shortReason(text).replaceAll(/(?<![\d,.^])-?\d{5,}(?![\d,.^])/g, (digits) =>
    digits.length < most ? digits : (powerText(BigInt(digits)) ?? digits),
  );
}

/** The reason is enough where a target was not explored at all: all of its cells have it. */
const shortReason = (text: string): string =>
  text === "not walked (not explored)" ? "not explored" : text;

/** Negative ones as short as positive ones: `1−2^53` for −(2^53−1). */
function powerText(value: bigint): string | undefined {
  const size = value < 0n ? -value : value;
  for (const end of [0n, 1n, -1n]) {
    const bits = (size + end).toString(2);
    if (!/^10+$/.test(bits)) continue;
    const power = `2^${bits.length - 1}`;
    if (value < 0n && end === 1n) return `1−${power}`;
    if (end === 0n) return value < 0n ? `−${power}` : power;
    return value < 0n ? `−${power}−1` : `${power}${end === 1n ? "−1" : "+1"}`;
  }
  return undefined;
}
