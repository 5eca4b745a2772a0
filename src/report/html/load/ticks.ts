/** A place on an axis, in pixels, and its label; `below` is a second line. */
export type Tick = { at: number; label: string; below?: string };

const CHARACTER_WIDTH = 6.2;
const BOLD_WIDTH = 7;
const GAP = 5;

/** The approximate width of the text, in pixels. */
export const textWidth = (text: string): number => text.length * CHARACTER_WIDTH;

/** Labels that fit side by side; the first of the list have priority. */
export function spacedTicks<T extends Tick>(ticks: readonly T[]): T[] {
  const kept: T[] = [];
  for (const tick of ticks) {
    const width = widthOf(tick);
    const free = kept.every(
      (other) => Math.abs(other.at - tick.at) >= (width + widthOf(other)) / 2 + GAP,
    );
    if (free) kept.push(tick);
  }
  return kept.toSorted((a, b) => a.at - b.at);
}

const widthOf = ({ label, below = "" }: Tick): number =>
  Math.max(textWidth(label), below.length * BOLD_WIDTH);

/** A text from `x` on, at the height of `y`. */
export type Label = { x: number; y: number; text: string };

const LINE_HEIGHT = 13;

/**
 * The labels of one column, moved up or down as little as possible, so that they do not overlap and stay between `top`
 * and `bottom`. Neighbours without room share the middle of their places.
 */
export function spreadOut<T extends Label>(
  labels: readonly T[],
  { top, bottom }: { top: number; bottom: number },
): T[] {
  const blockOf = (each: readonly T[]) => {
    const half = ((each.length - 1) * LINE_HEIGHT) / 2;
    const mean = each.reduce((sum, { y }) => sum + y, 0) / each.length;
    return { labels: each, middle: Math.max(top + half, Math.min(bottom - half, mean)), half };
  };
  const blocks: ReturnType<typeof blockOf>[] = [];
  for (const label of labels.toSorted((a, b) => a.y - b.y)) {
    let block = blockOf([label]);
    for (let above = blocks.at(-1); above !== undefined; above = blocks.at(-1)) {
      if (block.middle - block.half - above.middle - above.half >= LINE_HEIGHT) break;
      blocks.pop();
      block = blockOf([...above.labels, ...block.labels]);
    }
    blocks.push(block);
  }
  return blocks.flatMap(({ labels: each, middle, half }) =>
    each.map((label, at) => ({ ...label, y: middle - half + at * LINE_HEIGHT })),
  );
}
