import { rawText } from "../model/untrusted.ts";
import type { Served } from "../serve/served.ts";
import { tryConnect } from "./first-contact.ts";
import type { Journal } from "./journal.ts";
import type { RunSettings } from "./run-settings.ts";
import { startServed } from "./start-served.ts";

const EXIT_MS = 500;
const KEPT_OUTPUT = 4 * 1024;

/** After the last round: a process that has ended goes into the record. */
export async function settleAfterLoad(
  served: Served,
  settings: RunSettings,
  journal: Journal,
): Promise<void> {
  if (settings.signal.aborted) return;
  if ((await tryConnect(settings.target)) !== undefined) await recordDeath(served, journal);
}

/**
 * Starts a process of a served target if there is none any more, which goes into the record as its death, or
 * where every round has one of its own. True if it did.
 */
export async function renewForLoad(
  served: Served,
  settings: RunSettings,
  journal: Journal,
): Promise<boolean> {
  const { target, header, signal } = settings;
  const isGone = (await tryConnect(target)) !== undefined;
  if (isGone) await recordDeath(served, journal);
  if (signal.aborted || (!isGone && header.options.fresh !== true)) return false;
  if (isGone && header.options.fresh !== true && served.generation > served.mostRestarts)
    return false;
  const started = await startServed(served, settings);
  if ("failed" in started) {
    journal.note("load", `the target was not started again: ${started.failed}`);
    return false;
  }
  journal.write(started);
  return true;
}

/** Puts down that the process has ended under load. */
async function recordDeath(served: Served, journal: Journal): Promise<void> {
  await served.exitedWithin(EXIT_MS);
  const { generation: nth, exit = {}, output } = served;
  const words = rawText(output).slice(-KEPT_OUTPUT);
  journal.write({
    type: "death",
    kind: "ended",
    nth,
    atMs: Math.round(journal.nowMs()),
    ...exit,
    ...(words !== "" && { output: words }),
    during: "load",
    cases: [],
    tried: 0,
    times: 0,
    sentAgain: 0,
  });
}
