import { againstFigures, endWithoutSamples } from "../analyse/index.ts";
import { halfOf, LOAD_NUMBERS } from "../fresh-numbers.ts";
import { untilInterrupted } from "../errors.ts";
import { findLoadSite, type LoadGenerators } from "../load/index.ts";
import type { AgainstRound, LoadPlan, Round } from "../model/index.ts";
import { balancedOrders, isLook, isOpen } from "../stats/index.ts";
import type { CalibratedRun } from "./calibrate-target.ts";
import { LoadSender, startHere } from "./load-sender.ts";
import type { RunOutcome } from "./run-settings.ts";
import { loadOutcome, loadSettingsOf } from "./send-load.ts";
import { settleAfterLoad, startServed } from "./start-served.ts";
import { tryConnect } from "./try-connect.ts";

type Lanes = { own: LoadSender; other: LoadSender };

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
    if (failure !== undefined) journal.note({ kind: "load", code: "against-unreachable", failure });
    if (failure !== undefined) return false;
  } else {
    const started = await startServed(against.served, { ...settings, target: against.target });
    if ("failed" in started) {
      journal.note({ kind: "load", code: "against-not-started", failure: started.failed });
      return false;
    }
  }
  if (served === undefined) return true;
  const renewed = await startServed(served, settings);
  if ("failed" in renewed)
    journal.note({ kind: "load", code: "not-started-again", failure: renewed.failed });
  else journal.write(renewed);
  return !("failed" in renewed);
}

async function sendPairs(
  { settings, journal }: CalibratedRun,
  plan: LoadPlan,
  { own, other }: Lanes,
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
