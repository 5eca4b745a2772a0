import { type Case, isComplete } from "../model/index.ts";
import { durationText } from "../text/index.ts";
import { Dispatcher } from "./dispatcher.ts";
import type { FreshSequence } from "./fresh-sequence.ts";
import { type RunSettings, sendingOf } from "./run-settings.ts";

/** Of so many valid requests, a single slow one may be so by chance. */
const ASKED = 8;
const SEVERAL = 2;
/** Slower ones make a run long. */
const SLOW_MS = 1000;

/** How long valid requests take while nothing else is in flight, the longest first. One without a response took its time-out. */
async function timesAlone(
  settings: RunSettings,
  { asking, numbers }: { asking: Case; numbers: FreshSequence },
): Promise<number[]> {
  const dispatcher = new Dispatcher({ ...sendingOf(settings), keep: false }, numbers);
  const times: number[] = [];
  try {
    while (times.length < ASKED && !settings.signal.aborted) {
      const result = (await dispatcher.send(asking)).answers.at(-1);
      times.push(result && isComplete(result) ? result.totalUs / 1000 : dispatcher.timeoutMs);
    }
  } finally {
    await dispatcher.close();
  }
  return times.toSorted((a, b) => b - a);
}

/** The longest time of valid requests that were sent alone, if several were slow: one of several servers may be. Tells that the run takes long. */
export async function slowAloneMs(
  settings: RunSettings,
  known: { asking: Case; numbers: FreshSequence },
): Promise<number | undefined> {
  const times = await timesAlone(settings, known);
  const slow = times.filter((each) => each >= SLOW_MS);
  const [longest] = slow;
  if (longest === undefined || slow.length < SEVERAL) return undefined;
  settings.events?.phase?.(
    `${slow.length} of ${times.length} valid requests took up to ${durationText(longest)} although nothing else was sent: the run takes long (--max-time ends it earlier)`,
  );
  return longest;
}
