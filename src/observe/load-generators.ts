import type { FreshRange } from "../fresh-numbers.ts";
import { Generators, localGenerators, type LoadGenerators } from "../load/index.ts";
import type { Interface } from "../model/index.ts";

/** Starts the generators of a load. Fresh values come from the range. */
export type StartGenerators = (
  processes: number,
  ids: { interface: Interface; firstId: number; ids: FreshRange },
  signal: AbortSignal,
) => Promise<LoadGenerators>;

/** Generators on this machine. */
export const startHere: StartGenerators = async (...given) =>
  localGenerators(await Generators.start(...given));
