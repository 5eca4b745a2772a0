import { exitText, hasResponded, startFailureText } from "../analyse/index.ts";
import type { BaseUrl } from "../contract/index.ts";
import type { RunHeader, Serve } from "../model/index.ts";
import { exitOf, startServed, type Dispatched, Served } from "../observe/index.ts";
import { loadCatalogue } from "./load-suites.ts";
import { validCases } from "./plan-suites.ts";
import { servedTargets, serveOf } from "./served-target.ts";
import { parseTarget, unreachable } from "./targets.ts";

/** A process that a request has ended is gone within this time. */
const ENDING_MS = 1000;

/**
 * The target of a recorded run, or another base URL, as this command is to start it, otherwise as in the original run.
 * Without a command, the target is already running. @throws WitnessError `serve` if that is not possible.
 */
export async function servedAgain(
  header: RunHeader,
  other: string | undefined,
  command: string | undefined,
): Promise<{ baseUrl: string; serve?: Serve | undefined }> {
  const baseUrl = other === undefined ? header.target.baseUrl : parseTarget(other).baseUrl;
  const { serve: then } = header.options;
  const serve =
    command === undefined ? {} : { serve: { ...(then !== undefined && serveOf(then)), command } };
  const [target] = await servedTargets([{ name: header.target.name, baseUrl, ...serve }], command);
  return target ?? { baseUrl };
}

type Job = { header: RunHeader; target: BaseUrl; serve: Serve; signal: AbortSignal };

/**
 * Starts the target, does the work and stops the target. `ended` says how the target ended, if it ended during the
 * work. @throws WitnessError `unreachable` if it does not respond.
 */
export async function whileServed(
  { header, target, serve, signal }: Job,
  work: () => Promise<Dispatched>,
): Promise<{ result: Dispatched; ended?: string }> {
  const { suites } = await loadCatalogue({ interface: header.interface });
  const served = new Served(serve, target);
  try {
    const started = await startServed(served, {
      target,
      header,
      valid: validCases(suites),
      signal,
    });
    if ("failed" in started) throw unreachable(header.target, startFailureText(started.failed));
    const result = await work();
    const isGone = !hasResponded(result.answers.at(-1)) && (await served.exitedWithin(ENDING_MS));
    return { result, ...(isGone && { ended: exitText(await exitOf(served, target)) }) };
  } finally {
    await served.stop();
  }
}
