import { hasResponded } from "../analyse/completeness.ts";
import type { Case } from "../model/case.ts";
import type { RunHeader } from "../model/run.ts";
import { REVIVE_MS, culpritNote, findCulprit, type Sent } from "./culprit.ts";
import type { Dispatcher } from "./dispatcher.ts";
import type { Journal } from "./journal.ts";
import type { RunEvents } from "./run-settings.ts";

type Options = {
  header: RunHeader;
  /** The valid request that checks whether the target still responds. */
  asking: Case;
  dispatcher: Dispatcher;
  journal: Journal;
  events: RunEvents;
};

/** Searches the cases that were sent last for the one after which the target stopped responding, and notes it. */
export async function searchCulprit(
  recent: readonly Sent[],
  { header, asking, dispatcher, journal, events }: Options,
): Promise<void> {
  events.phase?.("target stopped responding; searching for the case that caused it");
  const responds = async (sent: Case): Promise<boolean> =>
    hasResponded((await dispatcher.send(sent)).answers.at(-1));
  const culprit = await findCulprit(
    recent.toSorted((a, b) => a.atMs - b.atMs),
    {
      send: responds,
      // A target that stopped gets as long to come back as it got to start.
      reviveMs: Math.max(REVIVE_MS, header.options.waitForMs ?? 0),
      alive: () => responds(asking),
    },
  );
  journal.write(culpritNote(culprit));
}
