import { setTimeout as sleep } from "node:timers/promises";
import { isComplete } from "../analyse/completeness.ts";
import type { BaseUrl } from "../contract/base-url.ts";
import type { Case } from "../model/case.ts";
import type { RequestResult } from "../model/observation.ts";
import { untilInterrupted } from "../interrupted.ts";
import { machineFault } from "../machine-fault.ts";
import { openTunnel } from "../send/connect.ts";
import { endingOf } from "../send/outcome.ts";
import { type Dispatched, Dispatcher } from "./dispatcher.ts";
import type { Journal } from "./journal.ts";
import { type RunOutcome, type RunSettings, type ValidCases, sendingOf } from "./run-settings.ts";
import { otherSchemeWord } from "./other-scheme.ts";
import { startServed } from "./start-served.ts";
import { counted } from "../text/numbers.ts";

const CONNECT_MS = 4000;
const RETRY_MS = 250;

export type Contact =
  /** `asking` is the valid request that got a response; later checks send it again. `results` are from both senders. */
  | { state: "responding"; latencyMs: number; asking: Case; results: RequestResult[] }
  | { state: "not-answering" }
  | { state: "unreachable"; reason: string };

/** The statuses among results. */
export const statusesOf = (results: readonly RequestResult[]): number[] =>
  results.flatMap((each) => (each.outcome === "answered" ? [each.status] : []));

/** Where the data of a contact is recorded. */
type ContactJournal = Pick<Journal, "nowMs" | "note" | "write"> & {
  observe: (...observed: Parameters<Journal["observe"]>) => unknown;
};

type Options = {
  target: BaseUrl;
  dispatcher: Dispatcher;
  journal: ContactJournal;
  valid: ValidCases;
  signal: AbortSignal;
};

/** Finds out whether the target responds to valid requests, trying again for `waitForMs`. */
export async function firstContact(
  settings: Pick<RunSettings, "target" | "header" | "valid" | "signal" | "served" | "events">,
  dispatcher: Dispatcher,
  journal: ContactJournal,
): Promise<Contact> {
  const { target, header, valid, signal, served, events = {} } = settings;
  if (served !== undefined) {
    events.phase?.("starting the target");
    const started = await startServed(served, settings);
    if ("failed" in started) return { state: "unreachable", reason: started.failed };
    journal.write(started);
  }
  const options = { target, dispatcher, journal, valid, signal };
  const deadline = performance.now() + (header.options.waitForMs ?? 0);
  for (;;) {
    const contact = await tryOnce(options);
    const over = performance.now() + RETRY_MS >= deadline || options.signal.aborted;
    if (contact.state === "responding" || over) return describe(contact, options.journal);
    await untilInterrupted(sleep(RETRY_MS), options.signal);
  }
}

/** How a run ends that was interrupted, or whose target does not respond. */
export function endWithout(contact: Contact, signal: AbortSignal, journal: Journal): RunOutcome {
  if (signal.aborted || contact.state === "responding") return { end: "interrupted" };
  if (contact.state === "not-answering") return { end: "not-answering" };
  journal.note("check", `the target could not be reached: ${contact.reason}`);
  return { end: "unreachable", reason: contact.reason };
}

/** A contact with its responses, and a word about the scheme if it is the wrong one. */
type Seen = Contact & { seen?: Dispatched[]; scheme?: string };

async function tryOnce(options: Options): Promise<Seen> {
  const refused = await untilInterrupted(
    tryConnect(options.target, options.signal),
    options.signal,
  );
  if (refused !== undefined) return { state: "unreachable", reason: refused };
  // In sequence: a target that serves one connection at a time must not be misjudged.
  const client = await observe(options.valid.client, options);
  const raw = await observe(options.valid.raw, options);
  const results = [client, raw].map(({ answers }) => answers[0]);
  const asked = [options.valid.client, options.valid.raw];
  const got = results.filter((each) => each !== undefined);
  for (const [index, asking] of asked.entries()) {
    const each = results[index];
    if (each !== undefined && isComplete(each))
      return { state: "responding", latencyMs: each.totalUs / 1000, asking, results: got };
  }
  const tls = results.find((each) => each?.outcome === "tls-failed");
  const scheme = await otherSchemeWord(options.target, results);
  if (tls?.outcome === "tls-failed") {
    const reason = `TLS: ${tls.detail}`;
    return {
      state: "unreachable",
      reason: scheme === undefined ? reason : `${scheme} (${reason})`,
    };
  }
  return { state: "not-answering", seen: [client, raw], ...(scheme !== undefined && { scheme }) };
}

async function observe(valid: Case, { dispatcher, journal }: Options): Promise<Dispatched> {
  const atMs = journal.nowMs();
  const dispatched = await dispatcher.send(valid);
  journal.observe(valid, dispatched, atMs, dispatcher.timeoutMs);
  return dispatched;
}

function describe(contact: Seen, journal: ContactJournal): Contact {
  if (contact.scheme !== undefined) journal.note("check", contact.scheme);
  for (const [index, { answers }] of (contact.state === "not-answering"
    ? (contact.seen ?? [])
    : []
  ).entries()) {
    const result = answers[0];
    if (result === undefined || result.outcome === "answered") continue;
    const sender = index === 0 ? "the ordinary client" : "raw bytes";
    const got =
      result.received === undefined
        ? "nothing received"
        : `${counted(result.received.bytes, "byte")} received`;
    journal.note(
      "check",
      `a valid request by ${sender}: ${result.outcome} (${result.phase}), ${result.detail}, ${got}`,
    );
  }
  return contact;
}

/**
 * Connects and disconnects. Undefined on success, otherwise the reason in words. Rejects if this machine cannot
 * connect.
 */
export function tryConnect(target: BaseUrl, signal?: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const manner = { insecure: true, timeoutMs: CONNECT_MS };
    const opening = openTunnel(target, manner, (error) => {
      signal?.removeEventListener("abort", abandon);
      opening.destroy();
      if (error === null) return resolve(undefined);
      const fault = machineFault(error);
      if (fault !== undefined) return reject(fault);
      const ending = endingOf(error);
      const isLate = ending?.outcome === "timed-out";
      if (ending === undefined || isLate) return resolve(error.message);
      return resolve(`${ending.outcome}: ${ending.detail}`);
    });
    const abandon = (): void => void opening.destroy();
    signal?.addEventListener("abort", abandon, { once: true });
  });
}

/** Fresh values between the ones of the checks and the ones of planned cases; this many for each resume of a run. */
const FIRST_FRESH = 10_000;
const FRESH_EACH = 100;

/** Finds out whether the target of a resumed run responds. Nothing of it is recorded. */
export async function respondsAgain(settings: RunSettings): Promise<Contact> {
  const { recorded, events = {} } = settings;
  const dispatcher = new Dispatcher(
    { ...sendingOf(settings), keep: false },
    FIRST_FRESH + FRESH_EACH * (recorded?.resumed ?? 0),
  );
  const journal = { nowMs: () => 0, observe: () => {}, note: () => {}, write: () => {} };
  events.phase?.("checking that a valid request gets a response");
  return firstContact(settings, dispatcher, journal).finally(() => dispatcher.close());
}
