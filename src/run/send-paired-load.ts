import { Generators } from "../load/generators.ts";
import { lookAround } from "../load/look-around.ts";
import type { RunEnd } from "../model/run.ts";
import { balancedOrders } from "../stats/balanced-order.ts";
import { LoadSender, type LoadSettings } from "./load-sender.ts";
import { ID_GAP } from "./send-load.ts";

type Lane = { settings: LoadSettings; sender: LoadSender; end: RunEnd };

/**
 * Load on several targets in turn, one at a time: every round has a slot for each, in an order that
 * is shuffled by the seed and balanced, each slot after a warm-up of its own. Gives how each ended.
 */
export async function sendPairedLoad(all: [LoadSettings, ...LoadSettings[]]): Promise<RunEnd[]> {
  const [{ options, firstId, seed, signal }] = all;
  const offset = Math.max(...all.map(({ usedIds }) => usedIds)) + ID_GAP;
  const generators = await Generators.start(options.processes, { firstId, offset });
  const lanes: Lane[] = [];
  try {
    for (const settings of all) lanes.push(await laneOf(settings, generators));
    for (const { sender } of lanes) if (!signal.aborted) await sender.prepare(options.offered);
    const orders = balancedOrders(lanes.length, options.rounds, seed);
    for (const [round, order] of orders.entries())
      for (const index of order) {
        const lane = lanes[index];
        if (signal.aborted) return lanes.map(() => "interrupted");
        if (lane?.end === "done") await sendSlot(lane, round + 1);
      }
    return lanes.map(({ end }) => (signal.aborted ? "interrupted" : end));
  } catch (error) {
    for (const { journal } of all)
      journal.note("load", `the load could not go on: ${(error as Error).message}`);
    return all.map(() => "load-failed");
  } finally {
    await generators.close();
  }
}

async function laneOf(settings: LoadSettings, generators: Generators): Promise<Lane> {
  const { site, watch } = await lookAround(settings.target);
  settings.journal.write(site);
  return { settings, sender: new LoadSender(settings, generators, watch), end: "done" };
}

async function sendSlot(lane: Lane, nth: number): Promise<void> {
  const { settings, sender } = lane;
  const { options, signal, journal } = settings;
  if (options.warmupMs > 0) await sender.warm(options.offered, options.warmupMs);
  if (signal.aborted) return;
  const round = await sender.round(options.offered, nth);
  if (signal.aborted) return;
  journal.write(round);
  if (round.tally.counts.answered === 0) lane.end = "no-samples";
}
