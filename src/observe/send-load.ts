import { againstFigures, endWithoutSamples, isSwept, loadFigures } from "../analyse/index.ts";
import { halfOf, LOAD_NUMBERS } from "../fresh-numbers.ts";
import { Interrupted, untilInterrupted } from "../errors.ts";
import { findLoadSite, type LoadGenerators } from "../load/index.ts";
import type { AgainstRound, LoadFigures, LoadPlan, Offered, Round } from "../model/index.ts";
import type { RunEnd } from "../model/index.ts";
import { balancedOrders, isLook, isOpen } from "../stats/index.ts";
import type { CalibratedRun } from "./calibrate-target.ts";
import { LoadSender, type LoadSettings, startHere } from "./load-sender.ts";
import { fleetRunOf, type RunOutcome, sendingOf } from "./run-settings.ts";
import { isStartedAgain, renewForLoad, settleAfterLoad, startServed } from "./start-served.ts";
import { tryConnect } from "./try-connect.ts";
import { ownFault } from "../machine-fault.ts";
import type { Journal } from "./journal.ts";

/**
 * Loads the target and an older build in turn, in rounds of a balanced order, until their ratio is decided or the time
 * is over, or that of the run. A build that witness serves gets a new process: the suites have filled the old one. Where the older build
 * does not start or respond, a note says so, and no round is sent.
 */
export async function sendAgainst(run: CalibratedRun, plan: LoadPlan): Promise<RunOutcome> {
  const { settings, journal } = run;
  const { against, events = {}, signal } = settings;
  // A resumed run has no older build.
  if (against === undefined) return { end: "done" };
  let generators: LoadGenerators | undefined;
  try {
    events.phase?.("starting the build of --against");
    if (!(await startBoth(run))) return { end: signal.aborted ? "interrupted" : "done" };
    const given = loadSettingsOf(run, plan);
    const ids = { interface: given.interface, firstId: given.firstId };
    generators = await startHere(1, { ...ids, ids: halfOf(LOAD_NUMBERS, 0) }, signal);
    const { site, watch } = await untilInterrupted(findLoadSite(settings.target), signal);
    journal.write(site);
    const own = new LoadSender(given, generators, watch);
    const older = await untilInterrupted(findLoadSite(against.target), signal);
    // Processes that have worked before need less processor time than new ones.
    const areNew = settings.served !== undefined && against.served !== undefined;
    const otherWatch = areNew ? older.watch : undefined;
    const other = new LoadSender({ ...given, target: against.target }, generators, otherWatch);
    const end = await sendPairs(run, plan, { own, other });
    if (settings.served !== undefined) await settleAfterLoad(settings.served, settings, journal);
    return { end: signal.aborted ? "interrupted" : end };
  } catch (error) {
    return loadOutcome(error, [journal]);
  } finally {
    await generators?.close();
    await against.served?.stop();
  }
}

/** False if there is nothing to load in turn with the target. */
async function startBoth({ settings, journal }: CalibratedRun): Promise<boolean> {
  const { against, served } = settings;
  if (against === undefined) return false;
  if (against.served === undefined) {
    const failure = await tryConnect(against.target, settings.signal);
    if (failure !== undefined) {
      journal.note({ kind: "load", code: "against-unreachable", failure });
      return false;
    }
  } else {
    const started = await startServed(against.served, { ...settings, target: against.target });
    if ("failed" in started) {
      journal.note({ kind: "load", code: "against-not-started", failure: started.failed });
      return false;
    }
  }
  return served === undefined || isStartedAgain(served, settings, journal);
}

async function sendPairs(
  { settings, journal }: CalibratedRun,
  plan: LoadPlan,
  { own, other }: { own: LoadSender; other: LoadSender },
): Promise<RunOutcome["end"]> {
  const { offered, rounds: most, warmupMs, timeoutMs, against } = plan;
  const { signal, header } = settings;
  const endMs = Math.min(
    journal.nowMs() + (against?.timeMs ?? 0),
    settings.loadUntilMs ?? Infinity,
  );
  // Its figures are discarded, and it is not a warm-up of this run's target.
  const warmed = await other.warm(offered, warmupMs, { isRecorded: false });
  if (!signal.aborted) await own.prepare(offered);
  const rounds: Round[] = [];
  const partners: AgainstRound[] = [];
  for (const [at, order] of balancedOrders(2, most, header.seed).entries()) {
    const nth = at + 1;
    for (const index of order) {
      if (signal.aborted) return "interrupted";
      const round = await (index === 0 ? own : other).round(offered, nth);
      if (signal.aborted) return "interrupted";
      const { atMs, tally, target } = round;
      const warmup = nth === 1 ? warmed.counts.sent : undefined;
      const partner = { type: "against-round" as const, nth, atMs, tally, target, warmup };
      if (index === 0) rounds.push(round);
      else partners.push(partner);
      journal.write(index === 0 ? round : partner);
      const empty = endWithoutSamples(tally, timeoutMs);
      if (empty !== undefined) return index === 0 ? empty : "done";
    }
    const looked = isLook(nth, most)
      ? againstFigures({ rounds, against: partners }, most)
      : undefined;
    const isDecided = looked !== undefined && !isOpen(looked);
    if (isDecided || journal.nowMs() > endMs) return "done";
  }
  return "done";
}

export function loadSettingsOf(
  { settings, journal }: Pick<CalibratedRun, "settings" | "journal">,
  plan: LoadPlan,
  expectedStatuses: readonly string[] = [],
): LoadSettings {
  const { header, recorded, served, fleet, events = {} } = settings;
  const startGenerators = fleet?.generators(fleetRunOf(settings, journal), plan);
  return {
    ...sendingOf(settings),
    options: plan,
    seed: header.seed,
    startGenerators,
    journal,
    events,
    expectedStatuses,
    recorded,
    renew: served && (() => renewForLoad(served, settings, journal)),
    settle: served && (() => settleAfterLoad(served, settings, journal)),
  };
}

/**
 * Sends the load: the ceiling of this machine, the warm-up, and then the rounds or the steps of a sweep. After an
 * interruption, completed rounds are in the record. `no-samples` if a round got no response at all, `not-measured` if
 * that is not the target's fault.
 */
export async function sendLoad(settings: LoadSettings): Promise<RunOutcome> {
  const { interface: from, target, options, firstId, signal, journal, recorded } = settings;
  let generators: LoadGenerators | undefined;
  try {
    const nth = recorded === undefined ? 0 : recorded.resumed + 1;
    const ids = { interface: from, firstId, ids: halfOf(LOAD_NUMBERS, nth) };
    const start = settings.startGenerators ?? startHere;
    generators = await start(options.processes, ids, signal);
    const { site, watch } = await untilInterrupted(findLoadSite(target), signal);
    // Agents of a fleet send from other machines.
    const { machine: _, ...withoutMachine } = site;
    if (recorded?.hasSite !== true)
      journal.write(settings.startGenerators === undefined ? site : withoutMachine);
    const end = await sendRounds(new LoadSender(settings, generators, watch), settings);
    await settings.settle?.();
    return { end };
  } catch (error) {
    return loadOutcome(error, [journal]);
  } finally {
    await generators?.close();
  }
}

/** How load ends after an error: it is not the target's fault. */
export function loadOutcome(failure: unknown, journals: readonly Journal[]): RunOutcome {
  if (failure instanceof Interrupted) return { end: "interrupted" };
  for (const journal of journals) journal.fail("load", ownFault(failure).message);
  return { end: "load-failed", failure };
}

/** The rounds, or the steps of a sweep until throughput stops growing. */
async function sendRounds(sender: LoadSender, settings: LoadSettings): Promise<RunEnd> {
  const { options, signal, expectedStatuses, journal, recorded } = settings;
  const steps: LoadFigures[] = [];
  let isPrepared = false;
  for (let nth = 1; nth <= options.rounds; nth += 1) {
    const offered = options.sweep ? doubled(options.offered, nth - 1) : options.offered;
    const known = recorded?.rounds.find((each) => each.nth === nth);
    if (known === undefined && (!isPrepared || options.sweep)) {
      await sender.prepare(offered);
      isPrepared = true;
    }
    if (signal.aborted) return "interrupted";
    const isRenewed = known === undefined && (await renewBefore(settings, nth));
    // A process of its own is as warm as the first one.
    if (isRenewed && options.warmupMs > 0) await sender.warm(offered, options.warmupMs);
    if (signal.aborted) return "interrupted";
    const round = known ?? (await sender.round(offered, nth));
    if (signal.aborted) return "interrupted";
    if (known === undefined) journal.write(round);
    const emptyEnd = endWithoutSamples(round.tally, options.timeoutMs);
    if (emptyEnd !== undefined) return emptyEnd;
    if (!options.sweep) continue;
    const { timeoutMs } = options;
    const against = { ceiling: undefined, expectedStatuses, timeoutMs };
    steps.push(loadFigures(offered, round.tally, undefined, against));
    if (isSwept(steps)) break;
  }
  return "done";
}

/** The first round goes to the process that was started for it. */
const renewBefore = async ({ renew }: LoadSettings, nth: number): Promise<boolean> =>
  nth > 1 && (await renew?.()) === true;

/** Doubles the load for each step: connections, or rate and the connections that it may use. */
function doubled(offered: Offered, times: number): Offered {
  const factor = 2 ** times;
  const connections = offered.connections * factor;
  if (offered.model === "closed") return { ...offered, connections };
  return { ...offered, connections, ratePerSecond: offered.ratePerSecond * factor };
}

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
    const orders = balancedOrders(lanes.length, options.rounds, seed);
    let slots = options.rounds * lanes.length;
    for (const { sender } of lanes) {
      sender.laterMs = slots * (options.warmupMs + options.durationMs);
      if (!signal.aborted) await sender.prepare(options.offered);
    }
    for (const [round, order] of orders.entries())
      for (const index of order) {
        const lane = lanes[index];
        slots -= 1;
        if (signal.aborted) return lanes.map(() => ({ end: "interrupted" }));
        if (lane?.end === "done") await sendSlot(lane, round + 1, slots);
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
  return { settings, sender: new LoadSender(settings, generators, watch), end: "done" };
}

async function sendSlot(lane: Lane, nth: number, slotsLeft: number): Promise<void> {
  const { settings, sender } = lane;
  const { options, signal, journal } = settings;
  const { warmupMs, durationMs } = options;
  await settings.renew?.();
  if (signal.aborted) return;
  sender.laterMs = slotsLeft * (warmupMs + durationMs) + durationMs;
  if (warmupMs > 0) await sender.warm(options.offered, warmupMs);
  if (signal.aborted) return;
  sender.laterMs -= durationMs;
  const round = await sender.round(options.offered, nth);
  if (signal.aborted) return;
  journal.write(round);
  lane.end = endWithoutSamples(round.tally, options.timeoutMs) ?? lane.end;
}
