import { calibrateTarget, type CalibratedRun } from "./calibrate-target.ts";
import { withRecord, outcomeOf, type RunTask } from "./with-record.ts";
import type { RunOutcome } from "./run-settings.ts";

/** Work with several targets immediately; returns how the run of each ends. */
type Together = (all: [CalibratedRun, ...CalibratedRun[]]) => Promise<RunOutcome[]>;

/**
 * Checks the targets of these runs one after the other, and runs the work with all of them, each
 * with its own record. If one does not respond, nothing is done, and the others are interrupted.
 * Returns how each ended, in order.
 */
export async function openTogether(runs: RunTask[], work: Together): Promise<RunOutcome[]> {
  const begun = new Set<RunTask>();
  let outcomes: RunOutcome[] = runs.map(() => ({ end: "interrupted" }));
  const from = async (index: number, met: CalibratedRun[]): Promise<void> => {
    const run = runs[index];
    const [first, ...others] = met;
    if (run === undefined) {
      if (first !== undefined)
        outcomes = await work([first, ...others]).catch((error: unknown) =>
          met.map(({ journal }) => outcomeOf(error, journal)),
        );
      return;
    }
    begun.add(run);
    const outcome = await withRecord(run, async (journal, given) => {
      const approached = await calibrateTarget(given, journal);
      if ("end" in approached) outcomes[index] = approached;
      else {
        const next = from(index + 1, [
          ...met,
          { settings: approached.settings, approached, journal },
        ]);
        await next.finally(() => approached.dispatcher.close());
      }
      return outcomes[index] ?? { end: "interrupted" };
    });
    outcomes[index] = outcome;
  };
  await from(0, []);
  for (const run of runs.filter((each) => !begun.has(each)))
    await withRecord(run, async () => ({ end: "interrupted" }));
  return outcomes;
}
