import type { BaseUrl } from "../contract/base-url.ts";
import type { RunEnd, RunHeader, RunRecord } from "../model/run.ts";
import type { RunWriter } from "../record/run-writer.ts";
import { Dispatcher } from "./dispatcher.ts";
import { firstContact, type ValidCases } from "./first-contact.ts";
import { Journal } from "./journal.ts";
import type { PlannedSuite } from "./plan.ts";
import type { RunEvents } from "./run-events.ts";
import { SuiteSender } from "./send-suites.ts";
import { stallCapacity } from "./stall-capacity.ts";

/** Below this, waiting cases are served in turn, and each gets less time. */
const ROOMY = 32;
const SHORT_TIMEOUT_MS = 1000;

/** Everything a run needs; the header goes into the record as it is. */
export type RunSettings = {
  header: RunHeader;
  target: BaseUrl;
  planned: PlannedSuite[];
  valid: ValidCases;
  insecure: boolean;
  limitBytes?: number;
  waitForMs: number;
  signal: AbortSignal;
};

/** How it ended, with the reason where the target could not be reached. */
export type RunOutcome = { end: RunEnd; reason?: string };

/** The main job: check, then every suite, with all that comes back in the record. */
export async function runSuites(
  settings: RunSettings,
  writer: RunWriter,
  follow: (record: RunRecord) => void,
  events: RunEvents = {},
): Promise<RunOutcome> {
  const journal = new Journal(writer, follow);
  journal.begin(settings.header);
  let outcome: RunOutcome = { end: "interrupted" };
  try {
    outcome = await carryOut(settings, journal, events);
  } finally {
    journal.finish(outcome.end);
  }
  return outcome;
}

async function carryOut(
  settings: RunSettings,
  journal: Journal,
  events: RunEvents,
): Promise<RunOutcome> {
  const { target, header, insecure, limitBytes, signal } = settings;
  const { timeoutMs } = header.options;
  const common = { target, firstId: header.firstId, insecure, ...(limitBytes && { limitBytes }) };
  const careful = new Dispatcher({ ...common, timeoutMs, keep: false });
  events.phase?.("checking that a valid request is answered");
  const contact = await firstContact({ ...settings, dispatcher: careful, journal });
  await careful.close();
  if (signal.aborted) return { end: "interrupted" };
  if (contact.state === "unreachable") {
    journal.note("check", `the target could not be reached: ${contact.reason}`);
    return { end: "unreachable", reason: contact.reason };
  }
  if (contact.state === "not-answering") return { end: "not-answering" };
  const { asking, latencyMs } = contact;
  const shortMs = Math.min(timeoutMs, Math.max(SHORT_TIMEOUT_MS, Math.ceil(20 * latencyMs)));
  const probe = new Dispatcher({ ...common, timeoutMs: shortMs, keep: false }, careful.nextFresh);
  const capacity = await stallCapacity(target, { insecure, valid: asking, probe });
  await probe.close();
  const manner = mannerOf(capacity, header, shortMs);
  if (manner.note !== undefined) journal.note("capacity", manner.note);
  const dispatcher = new Dispatcher({ ...common, ...manner }, probe.nextFresh);
  const sender = new SuiteSender({ ...settings, ...manner, asking, dispatcher, journal, events });
  try {
    return { end: await sender.sendAll(settings.planned) };
  } finally {
    await dispatcher.close();
  }
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
