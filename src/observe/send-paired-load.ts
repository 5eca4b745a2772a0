import { endWithoutSamples } from "../analyse/index.ts";
import { halfOf, LOAD_NUMBERS } from "../fresh-numbers.ts";
import { untilInterrupted } from "../errors.ts";
import { findLoadSite, type LoadGenerators } from "../load/index.ts";
import type { RunEnd } from "../model/index.ts";
import { balancedOrders } from "../stats/index.ts";
import { startHere } from "./load-generators.ts";
import { LoadSender, type LoadSettings } from "./load-sender.ts";
import type { RunOutcome } from "./run-settings.ts";
import { loadOutcome } from "./send-load.ts";

type Lane = { settings: LoadSettings; sender: LoadSender; end: RunEnd };

/**
 * Load on several targets in turn, one at a time: every round has a slot for each, in a balanced
 * order shuffled by the seed, each slot after its own warm-up. With a fleet, the agents send every slot of all targets.
 * Returns how each ended.
 */
export async function sendPairedLoad(
  all: [LoadSettings, ...LoadSettings[]],
): Promise<RunOutcome[]> {
  const [{ interface: from, options, firstId, seed, signal, startGenerators = startHere }] = all;
  const lanes: Lane[] = [];
  let generators: LoadGenerators | undefined;
  try {
    generators = await startGenerators(
      options.processes,
      { interface: from, firstId, ids: halfOf(LOAD_NUMBERS, 0) },
      signal,
    );
    for (const settings of all) lanes.push(await laneOf(settings, generators));
    for (const { sender } of lanes) if (!signal.aborted) await sender.prepare(options.offered);
    const orders = balancedOrders(lanes.length, options.rounds, seed);
    for (const [round, order] of orders.entries())
      for (const index of order) {
        const lane = lanes[index];
        if (signal.aborted) return lanes.map(() => ({ end: "interrupted" }));
        if (lane?.end === "done") await sendSlot(lane, round + 1);
      }
    for (const { settings } of lanes) await settings.settle?.();
    return lanes.map(({ end }) => ({ end: signal.aborted ? "interrupted" : end }));
  } catch (error) {
    const journals = all.map(({ journal }) => journal);
    const outcome = loadOutcome(error, journals);
    return all.map(() => outcome);
  } finally {
    await generators?.close();
  }
}

async function laneOf(settings: LoadSettings, generators: LoadGenerators): Promise<Lane> {
  const { site, watch } = await untilInterrupted(findLoadSite(settings.target), settings.signal);
  settings.journal.write(site);
  return {
    settings,
    sender: new LoadSender(settings, generators, watch),
    end: "done",
  };
}

async function sendSlot(lane: Lane, nth: number): Promise<void> {
  const { settings, sender } = lane;
  const { options, signal, journal } = settings;
  await settings.renew?.();
  if (signal.aborted) return;
  if (options.warmupMs > 0) await sender.warm(options.offered, options.warmupMs);
  if (signal.aborted) return;
  const round = await sender.round(options.offered, nth);
  if (signal.aborted) return;
  journal.write(round);
  lane.end = endWithoutSamples(round.tally, options.timeoutMs) ?? lane.end;
}
