import { unreachableText } from "../analyse/index.ts";
import { parseBaseUrl } from "../contract/index.ts";
import type { GivenTarget } from "../model/index.ts";
import { tryConnect } from "../observe/index.ts";
import { routed } from "./routed.ts";
import type { Settings } from "./settings.ts";
import { unreachable } from "./targets.ts";

/**
 * Connects to each target before anything is announced or written, so that a mistyped port leaves no run. Left out where the target
 * may come later or is restarted by `--reset`, and where agents send. A gate has its own report of a target that is not there. @throws WitnessError `unreachable`
 */
export async function requireReachable(
  targets: readonly GivenTarget[],
  options: Partial<Settings>,
): Promise<void> {
  const { waitForMs = 0, fleet, agents, agentsWhere, reset } = options;
  const isByOthers = [fleet, agents, agentsWhere, reset].some((each) => each !== undefined);
  if (waitForMs > 0 || isByOthers) return;
  for (const target of targets) {
    if (target.serve !== undefined) continue;
    const failure = await tryConnect(routed(parseBaseUrl(target.baseUrl), options));
    if (failure === undefined) continue;
    const why = { kind: "check", code: "unreachable", failure } as const;
    throw unreachable(target, unreachableText(why));
  }
}
