import type { RunRecord } from "../model/run.ts";
import { approach } from "./approach.ts";
import type { Exploring } from "./explored-target.ts";
import { journalled, type RecordSink } from "./journal.ts";
import type { RunOutcome, RunSettings } from "./run-settings.ts";
import { sendExploration } from "./send-exploration.ts";

/** A run that is to be carried out, and where its record goes. */
export type RunInHand = {
  settings: RunSettings;
  writer: RecordSink;
  follow: (record: RunRecord) => void;
};

/**
 * Explores the targets of these runs together, each with its own record; gives how each ended, in
 * their order. Where one target does not answer, nothing is explored, and the others are interrupted.
 */
export async function exploreRuns(runs: RunInHand[]): Promise<RunOutcome[]> {
  const outcomes: RunOutcome[] = runs.map(() => ({ end: "interrupted" }));
  const from = async (index: number, met: Exploring[]): Promise<RunOutcome> => {
    const run = runs[index];
    const [first, ...others] = met;
    if (run === undefined)
      return first === undefined
        ? { end: "interrupted" }
        : { end: await sendExploration([first, ...others]) };
    const { settings, writer, follow } = run;
    const outcome = await journalled(settings.header, writer, follow, async (journal) => {
      const approached = await approach(settings, journal);
      if ("end" in approached) return (outcomes[index] = approached);
      const next = from(index + 1, [...met, { settings, approached, journal }]);
      const { end } = await next.finally(() => approached.dispatcher.close());
      return { end: end === "done" || end === "target-lost" ? end : "interrupted" };
    });
    outcomes[index] = outcome;
    return outcome;
  };
  await from(0, []);
  return outcomes;
}
