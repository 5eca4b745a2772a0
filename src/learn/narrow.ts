import type { Reply } from "./probe.ts";

export type ProbedPlace<R extends Reply> = { at: bigint; reply: R };

export type Gap<R extends Reply> = { near: ProbedPlace<R>; far: ProbedPlace<R> };

type How<R extends Reply> = {
  ask: (at: bigint) => Promise<ProbedPlace<R>>;
  /** Into how many parts a gap is divided at a time: 1 bisects it, more send concurrently. */
  pieces: number;
};

/** Divides a gap until its sides are adjacent; with a third signature between, both halves. In exploration order, at most a request a bit. */
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

function cutsBetween(near: bigint, far: bigint, pieces: number): bigint[] {
  const distance = far - near;
  const width = distance < 0n ? -distance : distance;
  const likely = pieces === 1 && width > WIDE ? likelyCut(near, far) : undefined;
  if (likely !== undefined) return [likely];
  const count = width - 1n < BigInt(pieces) ? Number(width - 1n) : pieces;
  const step = (nth: number): bigint => near + (distance * BigInt(nth)) / BigInt(count + 1);
  return Array.from({ length: count }, (_, index) => step(index + 1));
}

/** Gaps up to this width are bisected at their middle. */
const WIDE = 2n ** 64n;
/** The significant bits of a double, and one more: numbers round to the next double halfway between two. */
const SIGNIFICANT = 54;

/**
 * A likely place of a boundary between two distant ones: bisection would take a thousand requests to find where a
 * double overflows. First the number of digits is bisected, then the neighbours of powers of ten are tried, then
 * numbers that a double can distinguish, and their neighbours. Undefined if the middle is as good.
 */
function likelyCut(near: bigint, far: bigint): bigint | undefined {
  const isNegative = near < 0n || far < 0n;
  if (isNegative && (near > 0n || far > 0n)) return undefined;
  const [one, other] = [near, far].map((at) => (at < 0n ? -at : at));
  if (one === undefined || other === undefined) return undefined;
  const [low, high] = one < other ? [one, other] : [other, one];
  const found = [
    betweenDigits(low, high),
    ...(isPowerOfTen(high) ? [high - 1n] : []),
    ...(isPowerOfTen(low) ? [low + 1n] : []),
    betweenDoubles(low, high),
    ...(isCoarse(high) ? [high - 1n] : []),
    ...(isCoarse(low) ? [low + 1n] : []),
  ].find((at) => at !== undefined && at > low && at < high);
  return found !== undefined && isNegative ? -found : found;
}

const digitsOf = (at: bigint): number => String(at).length;
const isPowerOfTen = (at: bigint): boolean => /^10*$/.test(String(at));

/** A power of ten with half as many more digits; undefined if the numbers of digits are adjacent. */
function betweenDigits(low: bigint, high: bigint): bigint | undefined {
  const [fewest, most] = [digitsOf(low), digitsOf(high)];
  return most - fewest < 2 ? undefined : 10n ** BigInt(Math.floor((fewest + most) / 2) - 1);
}

const roundTo = (at: bigint, bits: number): bigint => (at >> BigInt(bits)) << BigInt(bits);
const surplusBits = (at: bigint): number => Math.max(0, at.toString(2).length - SIGNIFICANT);
const isCoarse = (at: bigint): boolean => roundTo(at, surplusBits(at)) === at;

/** The middle of two doubles, with as few significant bits as possible; undefined if there is none between them. */
function betweenDoubles(low: bigint, high: bigint): bigint | undefined {
  const middle = (low + high) / 2n;
  const bits = surplusBits(middle);
  const step = 1n << BigInt(bits);
  return [roundTo(middle, bits), roundTo(middle, bits) + step].find((at) => at > low && at < high);
}
