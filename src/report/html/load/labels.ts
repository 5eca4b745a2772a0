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

type Label = { x: number; y: number; text: string };

type Place = { x: number; y: number };
type Box = { left: number; right: number; top: number; bottom: number };

/** From the baseline of a text up to its top, and from a point to the texts around it. */
const TALL = 9;
const ABOVE = 9;
const BELOW = 17;
const MARGIN = 2;
/** How many places of a segment of a curve are examined. */
const LOOKS = 60;

/** A text near a point. Texts of `sides` are next to a ring, not in the middle. */
export type Wanted = { at: Place; text: string; sides?: number };

/** A text at its place; `ringed` if it is next to a ring. */
export type PointLabel = Label & { ringed: boolean };

/**
 * Places for texts near their points, without covering a curve or another text: above, else below. Earlier texts choose
 * first. A text without a free place is left out, except the first one.
 */
export function labelsAtPoints(
  wanted: readonly Wanted[],
  curves: readonly (readonly Place[])[],
  within: { left: number; right: number; bottom: number },
): PointLabel[] {
  const marks = curves.flatMap(alongCurve);
  const placed: PointLabel[] = [];
  for (const each of wanted) {
    const places = placesOf(each).filter((label) => fits(boxOf(label), within));
    const free = places.find((label) => {
      const box = boxOf(label);
      return (
        !placed.some((other) => meet(box, boxOf(other))) && !marks.some((mark) => isIn(mark, box))
      );
    });
    const label = free ?? (placed.length === 0 ? places[0] : undefined);
    if (label !== undefined) placed.push({ ...label, ringed: each.sides !== undefined });
  }
  return placed;
}

function placesOf({ at, text, sides }: Wanted): Label[] {
  const [above, below] = [at.y - ABOVE, at.y + BELOW];
  const middle = at.x - textWidth(text) / 2;
  if (sides === undefined) return [above, below].map((y) => ({ x: middle, y, text }));
  const [before, after] = [at.x - sides - textWidth(text), at.x + sides];
  return [above, below].flatMap((y) => [before, after].map((x) => ({ x, y, text })));
}

const boxOf = ({ x, y, text }: Label): Box => ({
  left: x - MARGIN,
  right: x + textWidth(text) + MARGIN,
  top: y - TALL - MARGIN,
  bottom: y + MARGIN,
});

/** The space above a plot and to its right is free. */
const fits = (box: Box, within: { left: number; right: number; bottom: number }): boolean =>
  box.left >= within.left && box.right <= within.right && box.bottom <= within.bottom;

const meet = (one: Box, other: Box): boolean =>
  one.left < other.right &&
  other.left < one.right &&
  one.top < other.bottom &&
  other.top < one.bottom;

const isIn = ({ x, y }: Place, box: Box): boolean =>
  x > box.left && x < box.right && y > box.top && y < box.bottom;

const alongCurve = (places: readonly Place[]): Place[] =>
  places.flatMap((from, at) => {
    const to = places[at + 1] ?? from;
    return Array.from({ length: LOOKS }, (_, look) => ({
      x: from.x + ((to.x - from.x) * look) / LOOKS,
      y: from.y + ((to.y - from.y) * look) / LOOKS,
    }));
  });
