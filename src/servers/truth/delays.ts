import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { Delay, Stall } from "./behaviour.ts";

/** Returns the delay of each response in turn, milliseconds. */
export function delays(delay: Delay): (status: number) => number {
  if (delay.kind === "constant") return () => delay.ms;
  if (delay.kind === "by-status") return (status) => delay.ms[status] ?? 0;
  const normal = normals(delay.seed);
  return () => delay.medianMs * Math.exp(delay.sigma * normal());
}

/** Draws from the standard normal distribution (Box and Muller, 1958). */
function normals(seed: number): () => number {
  const random = xoroshiro128plus(seed);
  return () => {
    const radius = Math.sqrt(-2 * Math.log(1 - uniformFloat64(random)));
    return radius * Math.cos(2 * Math.PI * uniformFloat64(random));
  };
}

/** When a response that is due at a time is sent, if a server stalls. */
export function afterStall(dueMs: number, stall: Stall | undefined): number {
  if (stall === undefined) return dueMs;
  const into = (dueMs % stall.everyMs) - stall.fromMs;
  return into >= 0 && into < stall.forMs ? dueMs - into + stall.forMs : dueMs;
}
