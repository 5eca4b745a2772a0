import type { RunFold } from "../analyse/index.ts";

type Accepted = RunFold["accepted"]["now"];

/** Takes the identity out of the list whose age is nearest to this one, of those with a fitting age. */
export function takenOfAge(
  accepted: Accepted,
  nowMs: number,
  { ageMs, isFit }: { ageMs: number; isFit: (ageMs: number) => boolean },
): Accepted[number] | undefined {
  const [next] = accepted
    .filter(({ atMs }) => isFit(nowMs - atMs))
    .toSorted((a, b) => distance(nowMs - a.atMs, ageMs) - distance(nowMs - b.atMs, ageMs));
  if (next !== undefined) accepted.splice(accepted.indexOf(next), 1);
  return next;
}

/** How far two times are apart, in powers of ten. */
const distance = (oneMs: number, otherMs: number): number =>
  otherMs === Infinity ? -oneMs : Math.abs(Math.log10(Math.max(1, oneMs) / otherMs));
