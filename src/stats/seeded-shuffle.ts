import { uniformInt } from "pure-rand/distribution/uniformInt";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";

/** A shuffled copy: every order is equally likely. Takes from the generator, so the next one differs. */
export function shuffled<Value>(values: readonly Value[], random: RandomGenerator): Value[] {
  const left = [...values];
  return values.flatMap((_, at) => left.splice(uniformInt(random, 0, values.length - 1 - at), 1));
}
