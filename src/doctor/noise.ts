import { parseBaseUrl } from "../contract/index.ts";
import { untilInterrupted } from "../errors.ts";
import { killProcess, firstMessage, startModule, type Generators } from "../load/index.ts";
import type { Diagnosis, Offered } from "../model/index.ts";
import { median, mergeLatencies, offerText, spreadOf } from "../stats/index.ts";

const ROUNDS = 5;
/** Discarded rounds before those. */
const WARMUP = 2;
const OFFERED: Offered = { model: "closed", connections: 10, pipelining: 1 };

/** Repeats one round against a server that does nothing: shows the maximum rate of this machine, and its spread. */
export async function measureNoise(
  generators: Generators,
  durationMs: number,
  signal: AbortSignal,
): Promise<Diagnosis["noise"]> {
  const server = startModule("load/null-server");
  const perSecond: number[] = [];
  const p50Us: number[] = [];
  try {
    const { port } = await untilInterrupted(firstMessage<{ port: number }>(server), signal);
    const plan = {
      target: parseBaseUrl(`http://127.0.0.1:${port}`),
      offered: OFFERED,
      durationMs,
      timeoutMs: 10_000,
      insecure: false,
      seed: 1,
    };
    for (let round = 0; round < WARMUP + ROUNDS && !signal.aborted; round += 1) {
      const { counts, durationMs: tookMs, statuses } = await generators.slot(plan, signal);
      if (round < WARMUP || signal.aborted) continue;
      perSecond.push((1000 * counts.answered) / tookMs);
      const latencies = mergeLatencies(Object.values(statuses).map(({ latency }) => latency));
      p50Us.push(latencies.getValueAtPercentile(50));
    }
  } finally {
    await killProcess(server);
  }
  if (perSecond.length < ROUNDS) return undefined;
  return {
    load: offerText(OFFERED),
    durationMs,
    perSecond,
    p50Us,
    ceilingPerSecond: median(perSecond),
    spread: spreadOf(perSecond),
  };
}
