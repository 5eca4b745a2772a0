import { setTimeout as sleep } from "node:timers/promises";
import type { Case, ConnectFailure, NewNote, OtherScheme, RequestResult } from "../model/index.ts";
import { classOf, hasResponded, isComplete, rawText, resultWord } from "../model/index.ts";
import { unreachableText } from "../analyse/index.ts";
import { untilInterrupted } from "../errors.ts";
import { durationText } from "../text/index.ts";
import { type Dispatched, Dispatcher } from "./dispatcher.ts";
import { checkSequence } from "./fresh-sequence.ts";
import type { Journal } from "./journal.ts";
import { isAwayWord } from "./loss-rows.ts";
import { type RunOutcome, type RunSettings, sendingOf } from "./run-settings.ts";
import { otherSchemeOf, tryConnect } from "./try-connect.ts";
import { startRecorded } from "./start-served.ts";

const RETRY_MS = 250;
/** A target that turns every request away at first may be about to start, or near the end of an outage. */
const AWAY_MS = 10_000;

export type Contact =
  /** `results` are from both senders, `latencyMs` is the time of the faster response; later checks send `asking` again. */
  | { state: "responding"; latencyMs: number; asking: Case; results: RequestResult[] }
  | { state: "not-answering" }
  | { state: "unreachable"; why: Extract<NewNote, { code: "unreachable" | "not-started" }> };

type Observed = Parameters<Journal["observe"]>;

type ContactJournal = Pick<Journal, "nowMs" | "note" | "write"> & {
  observe: (...observed: Observed) => unknown;
};

type Options = Pick<RunSettings, "target" | "valid" | "signal"> & {
  dispatcher: Dispatcher;
  journal: ContactJournal;
};

export async function firstContact(
  settings: Pick<
    RunSettings,
    "target" | "header" | "valid" | "signal" | "served" | "events" | "recorded"
  >,
  dispatcher: Dispatcher,
  journal: ContactJournal,
): Promise<Contact> {
  const { target, header, valid, signal, served, events = {} } = settings;
  const isRunning = served?.isShared === true && (await tryConnect(target)) === undefined;
  if (served !== undefined && !isRunning) {
    events.phase?.("starting the target");
    const failure = await startRecorded(served, settings, journal);
    if (failure !== undefined)
      return { state: "unreachable", why: { kind: "check", code: "not-started", failure } };
  }
  const options = { target, dispatcher, journal, valid, signal };
  const away = { got: "", asked: 0, fromMs: journal.nowMs() };
  const waitForMs = header.options.waitForMs ?? 0;
  for (;;) {
    const { contact, record } = await tryUnrecorded(options);
    const word = awayWord(contact);
    const responds = contact.state === "responding" && word === undefined;
    const forMs = journal.nowMs() - away.fromMs;
    const mostMs = word === undefined ? waitForMs : Math.max(waitForMs, AWAY_MS);
    if (responds || forMs + RETRY_MS >= mostMs || signal.aborted) {
      // Of a target that turns every request away, its responses show nothing about the requests, unless the run ends with them.
      if (word === undefined || (header.options.expect ?? []).length > 0) record();
      if (responds && away.asked > 0) journal.note(awayAtFirst(away, forMs));
      return describe(contact, journal);
    }
    if (word !== undefined) {
      events.phase?.(`every request gets ${word}: waiting for up to ${durationText(mostMs)}`);
      away.got = word;
      away.asked += 1;
    }
    await untilInterrupted(sleep(RETRY_MS), signal);
  }
}

/** Tries once. Only `record` writes down what came: while a target turns every request away, its responses show nothing about the requests. */
async function tryUnrecorded(options: Options): Promise<{ contact: Seen; record: () => void }> {
  const { journal } = options;
  const seen: Observed[] = [];
  const silent: ContactJournal = {
    nowMs: () => journal.nowMs(),
    note: (note) => journal.note(note),
    write: (fact) => journal.write(fact),
    observe: (...observed) => seen.push(observed),
  };
  const contact = await tryOnce({ ...options, journal: silent });
  const record = (): void => {
    for (const each of seen) journal.observe(...each);
  };
  return { contact, record };
}

/** What every request got, if it was turned away: that says nothing about the target. */
function awayWord(contact: Contact): string | undefined {
  const results = contact.state === "responding" ? contact.results : [];
  const words = new Set(results.map(resultWord));
  const [word = ""] = words;
  return words.size === 1 && isAwayWord(word) ? word : undefined;
}

const awayAtFirst = (
  { got, asked, fromMs }: { got: string; asked: number; fromMs: number },
  forMs: number,
): NewNote => ({
  kind: "surroundings",
  code: "turned-away",
  got,
  request: 1,
  fromMs: Math.round(fromMs),
  before: { requests: 0, refused: 0, ms: 0 },
  asked,
  times: 1,
  forMs: Math.round(forMs),
  isBack: true,
});

export function endWithoutContact(
  contact: Contact,
  signal: AbortSignal,
  journal: Journal,
): RunOutcome {
  if (signal.aborted || contact.state === "responding") return { end: "interrupted" };
  if (contact.state === "not-answering") return { end: "not-answering" };
  journal.note(contact.why);
  return { end: "unreachable", reason: unreachableText(contact.why) };
}

type Seen = Contact & { seen?: Dispatched[]; scheme?: OtherScheme };

async function tryOnce(options: Options): Promise<Seen> {
  const { target, valid, signal } = options;
  const refused = await untilInterrupted(tryConnect(target, signal), signal);
  if (refused !== undefined) return unreachable(refused);
  // In sequence: a target that serves one connection at a time must not be misjudged.
  const first = [await send(valid.client, options), await send(valid.raw, options)] as const;
  const responds = first.some(({ dispatched }) => !isFailed(dispatched.answers[0]));
  const client = await observe(first[0], responds, options);
  const raw = await observe(first[1], responds, options);
  const results = [client, raw].map(({ answers }) => answers[0]);
  const asked = [valid.client, valid.raw];
  const got = results.filter((each) => each !== undefined);
  // The first request to a process that has just started takes longer than all others.
  const latencyMs = Math.min(...got.filter(isComplete).map(({ totalUs }) => totalUs)) / 1000;
  for (const [index, asking] of asked.entries()) {
    const each = results[index];
    if (each !== undefined && isComplete(each))
      return { state: "responding", latencyMs, asking, results: got };
  }
  const tls = results.find((each) => each?.outcome === "tls-failed");
  const scheme = await otherSchemeOf(target, results);
  if (tls?.outcome === "tls-failed")
    return unreachable({ outcome: tls.outcome, detail: rawText(tls.detail) }, scheme);
  return { state: "not-answering", seen: [client, raw], scheme };
}

const unreachable = (failure: ConnectFailure, scheme?: OtherScheme): Contact => ({
  state: "unreachable",
  why: { kind: "check", code: "unreachable", failure, scheme },
});

type Sent = { valid: Case; atMs: number; dispatched: Dispatched };

async function send(valid: Case, { dispatcher, journal }: Options): Promise<Sent> {
  const atMs = journal.nowMs();
  return { valid, atMs, dispatched: await dispatcher.send(valid) };
}

const isFailed = (result: RequestResult | undefined): boolean =>
  result === undefined || !hasResponded(result) || classOf(resultWord(result)) === "5xx";

/** If only the other sender got a response, it may have been lost by chance, and is sent once more. */
async function observe(first: Sent, responds: boolean, options: Options): Promise<Dispatched> {
  const { journal } = options;
  const [result] = first.dispatched.answers;
  const isLost = responds && result !== undefined && isFailed(result);
  const again = isLost ? await send(first.valid, options) : first;
  const hasHelped = isLost && !isFailed(again.dispatched.answers[0]);
  const { valid, atMs, dispatched } = hasHelped ? again : first;
  const lost = hasHelped ? { lost: [result] } : {};
  journal.observe(valid, dispatched, atMs, lost);
  return dispatched;
}

function describe(contact: Seen, journal: ContactJournal): Contact {
  const { scheme } = contact;
  if (scheme !== undefined) journal.note({ kind: "check", code: "other-scheme", scheme });
  const unanswered = contact.state === "not-answering" ? (contact.seen ?? []) : [];
  for (const [index, { answers }] of unanswered.entries()) {
    const result = answers[0];
    if (result === undefined || result.outcome === "answered") continue;
    const { outcome, phase, detail, received } = result;
    journal.note({
      kind: "check",
      code: "no-response",
      sender: index === 0 ? "client" : "raw",
      outcome,
      phase,
      detail: rawText(detail),
      receivedBytes: received?.bytes ?? 0,
    });
  }
  return contact;
}

/** Finds out whether the target of a resumed run responds. Nothing of it is recorded. */
export async function respondsAgain(settings: RunSettings): Promise<Contact> {
  const { events = {} } = settings;
  const numbers = checkSequence(settings);
  const dispatcher = new Dispatcher({ ...sendingOf(settings), keep: false }, numbers);
  const journal = { nowMs: () => 0, observe: () => {}, note: () => {}, write: () => {} };
  events.phase?.("checking that a valid request gets a response");
  return firstContact(settings, dispatcher, journal).finally(() => dispatcher.close());
}
