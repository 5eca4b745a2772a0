import { likelyCut, WIDE } from "./likely-cut.ts";
import type { Reply } from "./probe.ts";

/** A place on an axis and its result. */
export type ProbedPlace<R extends Reply> = { at: bigint; reply: R };

/** Two adjacent places with different signatures. */
export type Gap<R extends Reply> = { near: ProbedPlace<R>; far: ProbedPlace<R> };

type How<R extends Reply> = {
  ask: (at: bigint) => Promise<ProbedPlace<R>>;
  /** Into how many parts a gap is divided at a time: 1 bisects it, more send concurrently. */
  pieces: number;
};

/**
 * Divides a gap until its sides are adjacent. If a third signature turns up between them, both
 * halves are gaps. In exploration order; bisection takes as many requests as the gap's width has
 * bits, and fewer in gaps wider than 64 bits.
 */
export async function narrow<R extends Reply>(
  near: ProbedPlace<R>,
  far: ProbedPlace<R>,
  how: How<R>,
): Promise<Gap<R>[]> {
  if (near.reply.signature === far.reply.signature) return [];
  const cuts = cutsBetween(near.at, far.at, how.pieces);
  if (cuts.length === 0) return [{ near, far }];
  const places = [near, ...(await Promise.all(cuts.map(how.ask))), far];
  const gaps: Gap<R>[] = [];
  for (const [index, place] of places.slice(1).entries())
    gaps.push(...(await narrow(places[index] ?? near, place, how)));
  return gaps;
}

/** Evenly spaced places strictly between two others. */
function cutsBetween(near: bigint, far: bigint, pieces: number): bigint[] {
  const distance = far - near;
  const width = distance < 0n ? -distance : distance;
  const likely = pieces === 1 && width > WIDE ? likelyCut(near, far) : undefined;
  if (likely !== undefined) return [likely];
  const count = width - 1n < BigInt(pieces) ? Number(width - 1n) : pieces;
  const step = (nth: number): bigint => near + (distance * BigInt(nth)) / BigInt(count + 1);
  return Array.from({ length: count }, (_, index) => step(index + 1));
}
