import type { GivenTarget } from "../model/index.ts";

/**
 * A server: its base URL, `name=URL`, or both as an object, which may say how witness serves it. `http://`
 * may be missing, and `:3000` is short for `http://localhost:3000`; `{port}` in the URL of a served target is a free port.
 */
export type TargetInput = string | GivenTarget;

/** A target in written form: `name=URL` if it has a name. */
export const targetText = (target: TargetInput): string =>
  typeof target === "string" ? target : `${target.name}=${target.baseUrl}`;

/**
 * Reads one target.
 * @throws WitnessError `base-url`, `target-name`.
 */
export async function readTarget(target: TargetInput): Promise<GivenTarget> {
  const { parseTarget } = await import("./jobs.lazy.ts");
  return { ...parseTarget(targetText(target)), ...serveOf(target) };
}

/**
 * Reads targets that must have different names.
 * @throws WitnessError `base-url`, `target-name`.
 */
export async function readTargets(targets: readonly TargetInput[]): Promise<GivenTarget[]> {
  const { distinctTargets } = await import("./jobs.lazy.ts");
  return servedAs(distinctTargets(targets.map(targetText)), targets);
}

/** The targets of these inputs, with how witness serves them. */
export const servedAs = (
  targets: readonly GivenTarget[],
  inputs: readonly TargetInput[],
): GivenTarget[] =>
  targets.map((target, at) => ({ ...target, ...serveOf(inputs[at] ?? target.baseUrl) }));

const serveOf = (target: TargetInput): Pick<GivenTarget, "serve"> =>
  typeof target === "string" || target.serve === undefined ? {} : { serve: target.serve };
