import { MANY_REFUSED } from "../analyse/index.ts";
import type { Surrounding } from "../model/index.ts";

/** How many requests got another response since the last such change, and how many of those were refused with a 4xx. */
export type Cycle = { requests: number; refused: number };

export const isClientError = (word: string): boolean => /^4(?!29)/.test(word);

/** What was sent since the change before, without what got the change's own response. */
export function cycleOf(
  got: string,
  now: ReadonlyMap<string, number>,
  before: ReadonlyMap<string, number>,
): Cycle {
  const cycle = { requests: 0, refused: 0 };
  for (const [word, count] of now) {
    if (word === got || !/^\d/.test(word)) continue;
    cycle.requests += count - (before.get(word) ?? 0);
    if (isClientError(word)) cycle.refused += count - (before.get(word) ?? 0);
  }
  return cycle;
}

/** Fewer changes show no cause. */
const LEAST = 3;
/** Counts up to this are about as many as the least one: what is in flight at a ban is counted, too. */
const NEAR = { factor: 1.25, more: 5 };
/** Where both counts are near their least ones most times, all of those that decide are as near to each other. */
const EXACT = 1.1;
/** Counts that differ by this factor are not about as many. */
const APART = 2;

type Counts = { key: keyof Cycle; near: readonly Cycle[] };

/** The cycles in which about as few of these requests came as in any. What leads to a change after a number is near it most times. */
function nearLeast(cycles: readonly Cycle[], key: keyof Cycle): Counts {
  const most = NEAR.factor * Math.min(...cycles.map((each) => each[key])) + NEAR.more;
  return { key, near: cycles.filter((each) => each[key] <= most) };
}

/** Whether more or fewer of the other requests came before the changes before which as many of these did. */
function isDecisive({ near, key }: Counts): boolean {
  const others = near.map((each) => each[key === "refused" ? "requests" : "refused"]);
  return Math.max(...others) >= APART * Math.min(...others);
}

/**
 * What changes for everyone depend on, by what came before each: about as many refused requests, as of a guard, or about as many of
 * all, as of a limit; `either` if both were about as many, which a limit in a time that is not always used up gives, too. Undefined if they came without refused requests, or after any number.
 */
export function causeOf(cycles: readonly Cycle[]): Surrounding["cause"] {
  if (cycles.length < LEAST || cycles.some(({ refused }) => refused < MANY_REFUSED))
    return undefined;
  const alike = (["refused", "requests"] as const)
    .map((key) => nearLeast(cycles, key))
    .filter(({ near }) => near.length >= cycles.length / 2);
  if (alike.length === 0) return undefined;
  const isExact = ({ key }: Counts): boolean => {
    const counts = cycles.map((each) => each[key]);
    return Math.max(...counts) <= EXACT * Math.min(...counts);
  };
  const cause = alike.find((each) => isDecisive(each) && (alike.length === 1 || isExact(each)));
  return cause?.key ?? "either";
}
