import autocannon from "autocannon";
import type { MixedTally } from "./child-module.ts";
import { GuardedClient } from "./guarded-client.ts";
import { MixedRing, mixOrder, RequestRing, type RequestSource } from "./request-ring.ts";
import { drainMs, waitFor, waitUntil, type SlotOptions, SlotTally } from "./slot-tally.ts";

/** The end of a slot is decided here, not by autocannon. */
const ENDLESS_S = 1_000_000;
const LOOK_EVERY_MS = 20;
/** autocannon refuses a shorter timeout; each client gets the real one. */
const LEAST_TIMEOUT_S = 1;
const LEAST_RING = 8;
const LEAST_GRACE_MS = 50;
const MOST_GRACE_MS = 100;

/** One slot of closed-loop load by autocannon. Resolves after the drain; rejects if connections cannot be opened here. */
export async function closedSlot(options: SlotOptions): Promise<MixedTally> {
  const { target, offered, mix = [] } = options;
  const pipelining = offered.model === "closed" ? offered.pipelining : 1;
  const rings = ringsOf(options, Math.max(LEAST_RING, 2 * pipelining));
  const clients: GuardedClient[] = [];
  const broken = new AbortController();
  const signal = AbortSignal.any([options.signal, broken.signal]);
  const failed = (fault: Error): void => broken.abort(fault);
  const tally = new SlotTally(options.durationMs, mix.length);
  options.follow?.(tally);
  const each = { slot: options, pipelining, tally, failed };
  const load = started({
    url: target.href,
    connections: offered.connections,
    pipelining,
    duration: ENDLESS_S,
    timeout: LEAST_TIMEOUT_S,
    sampleInt: LOOK_EVERY_MS,
    setupClient: (client) => {
      const ring = rings[clients.length];
      if (ring === undefined) throw new Error("autocannon has more clients than connections");
      clients.push(new GuardedClient(client, { ...each, ring }));
    },
  });
  await options.ready?.();
  tally.begin();
  for (const client of clients) client.start();
  await waitFor(options.durationMs, signal);
  for (const client of clients) client.halt();
  const underWay = (): number => clients.reduce((sum, client) => sum + client.underWay, 0);
  const underWayOf = (operation: number): number =>
    clients.reduce((sum, client) => sum + client.underWayOf(operation), 0);
  for (const [at, part] of tally.parts.entries()) part.end(underWayOf(at));
  tally.end(underWay());
  await waitUntil(() => underWay() === 0, drainMs(tally), signal);
  // A response that arrives now is unrequested: those since then were matched with the wrong requests.
  if (underWay() === 0) await waitFor(graceMs(tally), signal);
  const parts = tally.parts.map((part, at) => part.finish(underWayOf(at)));
  const figures = { ...tally.finish(underWay()), ...(parts.length > 0 && { parts }) };
  await load.stop();
  broken.signal.throwIfAborted();
  return figures;
}

function ringsOf(options: SlotOptions, size: number): RequestSource[] {
  const { target, offered, ids, mix = [] } = options;
  const { connections } = offered;
  const order = mixOrder(mix.map(({ weight }) => weight));
  return Array.from({ length: connections }, (_, nth) => {
    if (mix.length === 0) return new RequestRing(options, ids, size);
    const rings = mix.map(
      (part, at) => new RequestRing({ target, interface: part.interface }, ids, size, at),
    );
    return new MixedRing(rings, order, nth / connections);
  });
}

/** How long to listen for unrequested responses: twice as long as one usually takes. */
const graceMs = (tally: SlotTally): number =>
  Math.min(
    MOST_GRACE_MS,
    Math.max(LEAST_GRACE_MS, (2 * tally.latencies().getValueAtPercentile(50)) / 1000),
  );

function started(options: Parameters<typeof autocannon>[0]): { stop: () => Promise<void> } {
  let tracker: ReturnType<typeof autocannon>;
  const over = new Promise<void>((resolve, reject) => {
    tracker = autocannon(options, (error) => (error === null ? resolve() : reject(error)));
  });
  return {
    stop: () => {
      tracker.stop();
      return over;
    },
  };
}
