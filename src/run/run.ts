import type { RunHeader, RunRecord } from "../model/run.ts";
import type { RunWriter } from "../record/run-writer.ts";
import { Dispatcher } from "./dispatcher.ts";
import { endWithout, firstContact } from "./first-contact.ts";
import { journalled, type Journal } from "./journal.ts";
import type { RunOutcome, RunSettings } from "./run-settings.ts";
import { sendLoad } from "./send-load.ts";
import { SuiteSender } from "./send-suites.ts";
import { stallCapacity } from "./stall-capacity.ts";

/** Below this, waiting cases are served in turn, and each gets less time. */
const ROOMY = 32;
const SHORT_TIMEOUT_MS = 1000;

/** The main job: check, then every suite, with all that comes back in the record. */
export const runSuites = (
  settings: RunSettings,
  writer: RunWriter,
  follow: (record: RunRecord) => void,
): Promise<RunOutcome> =>
  journalled(settings.header, writer, follow, (journal) => carryOut(settings, journal));

async function carryOut(settings: RunSettings, journal: Journal): Promise<RunOutcome> {
  const { target, header, insecure, limitBytes, signal, events = {} } = settings;
  const { timeoutMs } = header.options;
  const common = { target, firstId: header.firstId, insecure, ...(limitBytes && { limitBytes }) };
  const careful = new Dispatcher({ ...common, timeoutMs, keep: false });
  events.phase?.("checking that a valid request is answered");
  const contact = await firstContact({ ...settings, dispatcher: careful, journal });
  await careful.close();
  if (contact.state !== "answering" || signal.aborted) return endWithout(contact, signal, journal);
  const { asking, latencyMs } = contact;
  const shortMs = Math.min(timeoutMs, Math.max(SHORT_TIMEOUT_MS, Math.ceil(20 * latencyMs)));
  const probe = new Dispatcher({ ...common, timeoutMs: shortMs, keep: false }, careful.nextFresh);
  const capacity = await stallCapacity(target, { insecure, valid: asking, probe });
  await probe.close();
  const manner = mannerOf(capacity, header, shortMs);
  if (manner.note !== undefined) journal.note("capacity", manner.note);
  const dispatcher = new Dispatcher({ ...common, ...manner }, probe.nextFresh);
  const sender = new SuiteSender({ ...settings, ...manner, asking, dispatcher, journal, events });
  const end = await sender.sendAll(settings.planned).finally(() => dispatcher.close());
  const { load: options } = header.options;
  if (end !== "done" || options === undefined) return { end };
  const { firstId, seed } = header;
  const usedIds = dispatcher.nextFresh;
  const load = { target, options, firstId, usedIds, seed, insecure, signal, journal, events };
  return { end: await sendLoad({ ...load, expectedStatuses: [] }) };
}

type Manner = {
  concurrency: number;
  stallCapacity: number;
  timeoutMs: number;
  keep: boolean;
  note?: string;
};

/** How to treat a target that bears so many unfinished requests. */
function mannerOf(capacity: number, header: RunHeader, shortMs: number): Manner {
  const { concurrency, timeoutMs } = header.options;
  if (capacity >= ROOMY) return { concurrency, stallCapacity: capacity, timeoutMs, keep: true };
  const manner = {
    concurrency: Math.max(1, Math.min(concurrency, capacity)),
    stallCapacity: capacity,
    timeoutMs: shortMs,
    keep: capacity > 0,
  };
  const what =
    capacity === 0
      ? "handles one connection at a time: a valid request is not answered while another is unfinished"
      : `answers a valid request beside ${capacity} unfinished ones, not beside ${capacity * 2}`;
  const then = `cases are sent ${manner.concurrency === 1 ? "one at a time" : `${manner.concurrency} at a time`}, each answer awaited for ${manner.timeoutMs} ms`;
  return { ...manner, note: `the target ${what}; ${then}` };
}
