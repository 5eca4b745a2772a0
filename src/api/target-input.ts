import type { Target } from "../model/target.ts";

/** A server: its base URL, `name=URL`, or both as an object. `:3000` is short for `http://localhost:3000`. */
export type TargetInput = string | Target;

/** A target as it is written: `name=URL` where it has a name. */
export const targetText = (target: TargetInput): string =>
  typeof target === "string" ? target : `${target.name}=${target.baseUrl}`;

/**
 * Reads one target.
 * @throws WitnessError `base-url`, `target-name`.
 */
export async function readTarget(target: TargetInput): Promise<Target> {
  const { parseTarget } = await import("../jobs/targets.ts");
  return parseTarget(targetText(target));
}

/**
 * Reads targets that must have different names.
 * @throws WitnessError `base-url`, `target-name`.
 */
export async function readTargets(targets: readonly TargetInput[]): Promise<Target[]> {
  const { distinctTargets } = await import("../jobs/targets.ts");
  return distinctTargets(targets.map(targetText));
}
