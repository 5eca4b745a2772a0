import type { RunEnd } from "../model/index.ts";
import { findOld, removeOld } from "../record/index.ts";

/** Where `witness baseline save` writes without `--file`. */
const USUAL_BASELINE = "witness.baseline.json";

/** The files that `--keep` and `witness clean` ask which runs they name: the usual one, and the one of the options. */
export const baselinesOf = (baseline: unknown): string[] => [
  USUAL_BASELINE,
  ...(typeof baseline === "string" ? [baseline] : []),
];

/**
 * For `--keep`: removes the old runs and comparisons of the output folder, once the new ones ended as planned. A run that
 * was interrupted or failed, or whose target was not reached or lost, removes nothing.
 */
export async function keepNewest(
  options: { outputDir: string },
  ends: readonly RunEnd[],
): Promise<void> {
  const { keep, baseline } = options as { keep?: number; baseline?: string };
  const isWhole = ends.every((end) => end === "done" || end === "out-of-time");
  if (keep === undefined || !isWhole) return;
  removeOld(await findOld(options.outputDir, keep, baselinesOf(baseline)));
}
