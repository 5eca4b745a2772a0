import type { RunEnd } from "../model/run.ts";
import type { Exploring } from "./explored-target.ts";
import { outcomeOf } from "./journal.ts";
import type { LoadSettings } from "./load-sender.ts";
import { openTogether, type RunInHand } from "./open-together.ts";
import type { RunOutcome } from "./run-settings.ts";
import { sendExploration } from "./send-exploration.ts";
import { sendPairedLoad } from "./send-paired-load.ts";
import { SuiteSender } from "./send-suites.ts";

/**
 * Sends the same cases to every target, explores all of them, and loads them in paired rounds, as far
 * as the header of the first one asks for it. A target that was lost on the way takes no further part.
 */
export const compareRuns = (runs: RunInHand[]): Promise<RunOutcome[]> =>
  openTogether(runs, async (all) => {
    const ends = new Map<Exploring, RunOutcome>();
    // Where one cannot go on, the others do.
    const sent = await Promise.all(all.map((each) => orFailed(sendSuites(each), each)));
    for (const [index, each] of all.entries()) ends.set(each, sent[index] ?? INTERRUPTED);
    const left = (): Exploring[] => all.filter((each) => ends.get(each)?.end === "done");
    const [first, ...others] = left();
    if (first?.settings.header.options.explore !== undefined && others.length > 0) {
      const explored = await sendExploration([first, ...others]);
      for (const [index, each] of [first, ...others].entries())
        ends.set(each, { end: explored[index] ?? "interrupted" });
    }
    await sendLoads(left(), ends);
    return all.map((each) => ends.get(each) ?? INTERRUPTED);
  });

const INTERRUPTED: RunOutcome = { end: "interrupted" };

const orFailed = (work: Promise<RunEnd>, { journal }: Exploring): Promise<RunOutcome> =>
  work.then(
    (end) => ({ end }),
    (error: unknown) => outcomeOf(error, journal),
  );

async function sendSuites({ settings, approached, journal }: Exploring): Promise<RunEnd> {
  const { asking, manner, dispatcher } = approached;
  const { events = {} } = settings;
  const sender = new SuiteSender({ ...settings, ...manner, asking, dispatcher, journal, events });
  return sender.sendAll(settings.planned);
}

async function sendLoads(left: Exploring[], ends: Map<Exploring, RunOutcome>): Promise<void> {
  const [first, ...others] = left.flatMap(loadOf);
  if (first === undefined) return;
  const loaded = await sendPairedLoad([first, ...others]);
  for (const [index, each] of left.entries()) ends.set(each, loaded[index] ?? INTERRUPTED);
}

function loadOf({ settings, approached, journal }: Exploring): LoadSettings[] {
  const { target, header, insecure, signal, events = {} } = settings;
  const { load: options } = header.options;
  if (options === undefined) return [];
  const { firstId, seed } = header;
  const usedIds = approached.dispatcher.nextFresh;
  const common = { target, options, firstId, usedIds, seed, insecure, signal, journal, events };
  return [{ ...common, expectedStatuses: [] }];
}
