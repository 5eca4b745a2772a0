import { openTogether, type RunInHand } from "./open-together.ts";
import type { RunOutcome } from "./run-settings.ts";
import { sendExploration } from "./send-exploration.ts";

/** Explores the targets of these runs together; gives how each ended, in their order. */
export const exploreRuns = (runs: RunInHand[]): Promise<RunOutcome[]> =>
  openTogether(runs, async (all) => (await sendExploration(all)).map((end) => ({ end })));
