import { parseBaseUrl } from "../contract/index.ts";
import { untilInterrupted } from "../errors.ts";
import type { Offered, Tally } from "../model/index.ts";
import { killProcess, firstMessage, startModule } from "./child-module.ts";
import type { CeilingPlan, Generators, LoadGenerators } from "./generators.ts";

/** More than undici sends from one process on any machine: the reached rate is the ceiling. */
const FLAT_OUT_PER_SECOND = 60_000;
const FLAT_OUT_CONNECTIONS = 64;
const WARMUP_MS = 500;
const TIMEOUT_MS = 10_000;

/** The offered load to find the ceiling of an offer: the same closed loop, or an open model at an unreachable rate. */
export const ceilingOffer = (offered: Offered, processes: number): Offered =>
  offered.model === "closed"
    ? offered
    : {
        ...offered,
        arrivals: "even",
        ratePerSecond: FLAT_OUT_PER_SECOND * processes,
        connections: FLAT_OUT_CONNECTIONS * processes,
      };

/** What the generators reach on this machine now: this offer, against a process that does nothing but close as often. */
export async function measureCeiling(
  generators: Generators,
  offered: Offered,
  { closesAfter, durationMs }: CeilingPlan,
  signal: AbortSignal,
): Promise<Tally> {
  const server = startModule("load/null-server", { closesAfter });
  try {
    const { port } = await untilInterrupted(firstMessage<{ port: number }>(server), signal);
    const plan = {
      target: parseBaseUrl(`http://127.0.0.1:${port}`),
      offered,
      timeoutMs: TIMEOUT_MS,
      insecure: false,
      seed: 1,
    };
    await generators.slot({ ...plan, durationMs: Math.min(WARMUP_MS, durationMs) }, signal);
    return await generators.slot({ ...plan, durationMs }, signal);
  } finally {
    await killProcess(server);
  }
}

export const localGenerators = (generators: Generators): LoadGenerators => ({
  slot: async (plan, signal, _, live) => ({ tally: await generators.slot(plan, signal, live) }),
  ceiling: async (...given) => ({ tally: await measureCeiling(generators, ...given) }),
  close: () => generators.close(),
});

/** With fewer responses per connection than this, the target closes connections. */
const MOST_RESPONSES = 100;

/** After how many responses the target closes a connection; undefined if it keeps them open. */
export function closesAfter({ counts, connections }: Tally, offered: Offered): number | undefined {
  const each = Math.round(counts.answered / Math.max(1, connections.opened));
  const reopened = connections.opened > 2 * offered.connections;
  return reopened && each <= MOST_RESPONSES ? Math.max(1, each) : undefined;
}
