import type { Cut } from "../model/index.ts";
import { untilSpent, Spent } from "./budget.ts";
import { sideBySide } from "./side-by-side.ts";

type Steps<T> = {
  /** One step simpler, the largest steps first. */
  simpler: (value: T) => Iterable<T>;
  /** Excludes candidates without sending them. */
  worthAsking: (value: T) => boolean;
  keeps: (value: T) => Promise<boolean>;
  /**
   * Candidates sent concurrently. The first in order that keeps the property is taken, so this does not change
   * the result.
   */
  width: number;
};

/**
 * Takes the first simpler value that keeps the wanted property, and repeats, until no single step
 * keeps it (1-minimal), or until the budget is spent.
 */
export async function shrink<T>(start: T, steps: Steps<T>): Promise<{ smallest: T; cut?: Cut }> {
  let smallest = start;
  for (;;) {
    const next = await untilSpent(() => firstThatKeeps(smallest, steps));
    if (next instanceof Spent) return { smallest, cut: next.cut };
    if (next === undefined) return { smallest };
    smallest = next.value;
  }
}

/** Batches grow: a large step that works costs little, and many failures are passed quickly. */
async function firstThatKeeps<T>(from: T, steps: Steps<T>): Promise<{ value: T } | undefined> {
  let batch: T[] = [];
  let size = 1;
  const settle = async (): Promise<{ value: T } | undefined> => {
    const kept = await sideBySide(batch, steps.width, steps.keeps);
    const first = kept.indexOf(true);
    const found = first < 0 ? undefined : { value: batch[first] as T };
    batch = [];
    size = Math.min(steps.width, size * 2);
    return found;
  };
  for (const candidate of steps.simpler(from)) {
    if (!steps.worthAsking(candidate)) continue;
    batch.push(candidate);
    if (batch.length < size) continue;
    const found = await settle();
    if (found !== undefined) return found;
  }
  return settle();
}
