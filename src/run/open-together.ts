import type { RunRecord } from "../model/run.ts";
import { approach } from "./approach.ts";
import type { Exploring } from "./explored-target.ts";
import { journalled, outcomeOf, type RecordSink } from "./journal.ts";
import type { RunOutcome, RunSettings } from "./run-settings.ts";

/** A run that is to be carried out, and where its record goes. */
export type RunInHand = {
  settings: RunSettings;
  writer: RecordSink;
  follow: (record: RunRecord) => void;
};

/** What is done with several targets at once; gives how the run of each ends. */
type Together = (all: [Exploring, ...Exploring[]]) => Promise<RunOutcome[]>;

/**
 * Approaches the targets of these runs one after the other, and does the work with all of them, each
 * with its own record. Where one does not answer, nothing is done, and the others are interrupted.
 * Gives how each ended, in their order.
 */
export async function openTogether(runs: RunInHand[], work: Together): Promise<RunOutcome[]> {
  const begun = new Set<RunInHand>();
  let outcomes: RunOutcome[] = runs.map(() => ({ end: "interrupted" }));
  const from = async (index: number, met: Exploring[]): Promise<void> => {
    const run = runs[index];
    const [first, ...others] = met;
    if (run === undefined) {
      if (first !== undefined)
        outcomes = await work([first, ...others]).catch((error: unknown) =>
          met.map(({ journal }) => outcomeOf(error, journal)),
        );
      return;
    }
    const { settings, writer, follow } = run;
    begun.add(run);
    await journalled(settings, writer, follow, async (journal) => {
      const approached = await approach(settings, journal);
      if ("end" in approached) outcomes[index] = approached;
      else {
        const next = from(index + 1, [...met, { settings, approached, journal }]);
        await next.finally(() => approached.dispatcher.close());
      }
      return outcomes[index] ?? { end: "interrupted" };
    });
  };
  await from(0, []);
  for (const { settings, writer, follow } of runs.filter((run) => !begun.has(run)))
    await journalled(settings, writer, follow, async () => ({ end: "interrupted" }));
  return outcomes;
}
