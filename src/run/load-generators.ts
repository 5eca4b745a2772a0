import type { FreshRange } from "../fresh-numbers.ts";
import { localGenerators } from "../load/ceiling.ts";
import { Generators, type LoadGenerators } from "../load/generators.ts";
import type { Interface } from "../model/interface.ts";

/** Starts the generators of a load. Fresh values come from the range. */
export type StartGenerators = (
  processes: number,
  ids: { interface: Interface; firstId: number; ids: FreshRange },
  signal: AbortSignal,
) => Promise<LoadGenerators>;

/** Generators on this machine. */
export const startHere: StartGenerators = async (...given) =>
  localGenerators(await Generators.start(...given));
