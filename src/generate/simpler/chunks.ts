/** The range to leave out: from, and up to. */
export type Range = [from: number, to: number];

/** Up to this many, single ones are left out; of more, at least about a 64th. */
export const FEW = 400;
const COARSEST = 64;

/** What to leave out of this many: all, halves, quarters, and so on to single ones. */
export function* chunks(count: number): Generator<Range> {
  const least = count > FEW ? Math.ceil(count / COARSEST) : 1;
  for (let size = count; size >= least; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < count; from += size) yield [from, Math.min(from + size, count)];
}

/** The list without these ranges, which are in order and do not touch each other. */
export function without<T>(list: readonly T[], ranges: readonly Range[]): T[] {
  const kept: T[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    kept.push(...list.slice(at, from));
    at = to;
  }
  return kept.concat(list.slice(at));
}

/** The list with one range replaced. */
export const replaced = <T>(list: readonly T[], [from, to]: Range, by: readonly T[]): T[] => [
  ...list.slice(0, from),
  ...by,
  ...list.slice(to),
];
