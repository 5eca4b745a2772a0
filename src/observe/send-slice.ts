import { hasResponded } from "../analyse/index.ts";
import type { Observation } from "../model/index.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { observationOf } from "./journal.ts";
import { Schedule, untilAborted } from "./schedule.ts";
import type { SendingPlace } from "./slices.ts";

/** After this many consecutive sendings without a response, the rest of a slice is left unsent. */
const SILENT_ROW = 30;

type Options = {
  dispatcher: Dispatcher;
  schedule: Schedule;
  signal: AbortSignal;
  /** Milliseconds since the run began. */
  nowMs: () => number;
  agent: string;
  /** Gets each result at once: a slice of them need not be kept. */
  take: (observation: Observation) => void;
  /** The cases may have been sent before: they get new values. */
  isAgain: boolean;
  /** Throws before a case if this process must not send it any more. */
  requireHeld?: (() => void) | undefined;
};

/**
 * Sends cases of a slice for a run of another process, which numbers them later. If the target falls silent, it ends
 * early: only the run can find out why.
 */
export async function sendSlice(
  places: Iterable<SendingPlace>,
  { dispatcher, schedule, signal, nowMs, agent, take, isAgain, requireHeld }: Options,
): Promise<void> {
  let silent = 0;
  for (const { sent, fresh, manner } of places) {
    if (signal.aborted || silent >= SILENT_ROW) break;
    await schedule.start(async (release) => {
      requireHeld?.();
      const atMs = nowMs();
      const { answers, settled, lingers } = await dispatcher.reply(
        sent,
        isAgain ? undefined : fresh,
      );
      release({ lingers });
      silent = hasResponded(answers.at(-1)) ? 0 : silent + 1;
      const at = { seq: 0, atMs, timeoutMs: dispatcher.timeoutMs, attempt: 1 };
      const as = { planned: fresh, agent };
      take(observationOf(sent, await settled, at, as));
    }, manner);
  }
  await untilAborted(schedule.finished(), signal);
}
