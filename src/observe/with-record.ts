import { Interrupted } from "../errors.ts";
import { ownFault } from "../machine-fault.ts";
import type { MemoryExcess, RunRecord } from "../model/index.ts";
import { redactorOf } from "../send/index.ts";
import type { Calibrated, CalibratedRun } from "./calibrate-target.ts";
import { calibrate, planTogether } from "./calibrate-target.ts";
import { Journal, type RecordSink } from "./journal.ts";
import type { RunOutcome, RunSettings } from "./run-settings.ts";
import { watchResources, type WatchedResources } from "./target-resources.ts";

export type RunTask = {
  settings: RunSettings;
  writer: RecordSink;
  follow: (record: RunRecord) => void;
};

/**
 * Does work whose events go into the record: first the header (or a note that the run is resumed), finally the footer,
 * however the work ends. An error of the work is in the outcome, so that the recorded part can be reported. The work
 * gets settings whose signal also ends it if the target uses too much memory.
 */
export async function withRecord(
  { settings, writer, follow }: RunTask,
  work: (journal: Journal, settings: RunSettings) => Promise<RunOutcome>,
): Promise<RunOutcome> {
  const { header, recorded, served, target, tally } = settings;
  const journal = new Journal(writer, follow, redactorOf(target.route), tally?.atMs);
  let watched: WatchedResources | undefined;
  const begun = async (): Promise<RunOutcome> => {
    if (recorded === undefined) journal.begin(header);
    else journal.resume(header, recorded);
    for (const note of settings.known ?? []) journal.note(note);
    watched = await watchResources(settings, journal);
    return work(journal, watched.settings);
  };
  const worked = await begun().catch((error: unknown) => outcomeOf(error, journal));
  watched?.end();
  const excess = watched?.excess();
  if (excess !== undefined) noteExcess(excess, journal);
  const outcome: RunOutcome = excess === undefined ? worked : { end: "target-lost" };
  if (served?.isShared !== true) await served?.stop();
  try {
    journal.finish(outcome.end);
  } catch (error) {
    return { end: "failed", failure: outcome.failure ?? error };
  }
  return outcome;
}

function noteExcess(excess: MemoryExcess, journal: Journal): void {
  const newest = [...new Set(journal.newest)];
  journal.note({ kind: "memory", code: "memory-excess", ...excess, cases: newest });
}

export function outcomeOf(error: unknown, journal: Journal): RunOutcome {
  if (error instanceof Interrupted) return { end: "interrupted" };
  journal.fail("run", ownFault(error).message);
  return { end: "failed", failure: error };
}

type Together = (all: [CalibratedRun, ...CalibratedRun[]]) => Promise<RunOutcome[]>;

/**
 * Checks the targets of these runs one after the other, plans the same requests for all, and runs the work with all of
 * them, each with its own record. If one does not respond, nothing is done, and the others are interrupted. Returns how
 * each ended, in order.
 */
export async function openTogether(runs: RunTask[], work: Together): Promise<RunOutcome[]> {
  const begun = new Set<RunTask>();
  let outcomes: RunOutcome[] = runs.map(() => ({ end: "interrupted" }));
  const from = async (index: number, met: Calibrated[]): Promise<void> => {
    const run = runs[index];
    if (run === undefined) {
      outcomes = await worked(met, work);
      return;
    }
    begun.add(run);
    const outcome = await withRecord(run, async (journal, given) => {
      const calibrated = await calibrate(given, journal);
      if ("end" in calibrated) outcomes[index] = calibrated;
      else await from(index + 1, [...met, calibrated]);
      return outcomes[index] ?? { end: "interrupted" };
    });
    outcomes[index] = outcome;
  };
  await from(0, []);
  for (const run of runs.filter((each) => !begun.has(each)))
    await withRecord(run, async () => ({ end: "interrupted" }));
  return outcomes;
}

/** The work with targets that all respond. What fails for all of them is in the record of each. */
async function worked(
  [first, ...others]: readonly Calibrated[],
  work: Together,
): Promise<RunOutcome[]> {
  if (first === undefined) return [];
  const all = [first, ...others];
  try {
    const planned = await planTogether([first, ...others]);
    const closing = (): Promise<unknown> =>
      Promise.all(planned.map(({ approached }) => approached.dispatcher.close()));
    return await work(planned).finally(closing);
  } catch (error) {
    return all.map(({ journal }) => outcomeOf(error, journal));
  }
}
