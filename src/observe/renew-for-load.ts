import type { Served } from "./served.ts";
import { tryConnect } from "./first-contact.ts";
import type { Journal } from "./journal.ts";
import { endOfProcess, recordEnded } from "./record-ended.ts";
import type { RunSettings } from "./run-settings.ts";
import { startServed } from "./start-served.ts";

/** No case ends a target under load: it is the load. */
const UNDER_LOAD = { during: "load" as const, cases: [], tried: 0, times: 0 };

/** After the last round: a process that has ended goes into the record. */
export async function settleAfterLoad(
  served: Served,
  settings: RunSettings,
  journal: Journal,
): Promise<void> {
  if (settings.signal.aborted) return;
  if ((await tryConnect(settings.target)) !== undefined)
    recordEnded(await endOfProcess(served, journal), journal, UNDER_LOAD);
}

/**
 * Starts a process of a served target if none is running, which is recorded as a death, or if every round has its own.
 * True if it did.
 */
export async function renewForLoad(
  served: Served,
  settings: RunSettings,
  journal: Journal,
): Promise<boolean> {
  const { target, header, signal } = settings;
  const isGone = (await tryConnect(target)) !== undefined;
  if (isGone) recordEnded(await endOfProcess(served, journal), journal, UNDER_LOAD);
  if (signal.aborted || (!isGone && header.options.fresh !== true)) return false;
  if (isGone && header.options.fresh !== true && served.generation > served.mostRestarts)
    return false;
  const started = await startServed(served, settings);
  if ("failed" in started) {
    journal.note({ kind: "load", code: "not-started-again", failure: started.failed });
    return false;
  }
  journal.write(started);
  return true;
}
