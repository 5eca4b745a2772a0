import type {
  CodedNote,
  ConnectFailure,
  DroppedMessages,
  IncompleteSlot,
  NewNote,
  Note,
  OtherScheme,
  StartFailure,
  WhySuspected,
  WhyUnknown,
  WordedNote,
} from "../model/index.ts";
import { type AgainstFigures, againstText, growthText, type MemoryGrowth } from "../stats/index.ts";
import {
  lostOnKeptText,
  noiseText,
  type LostFold,
  type TransportNoise,
} from "./transport-noise.ts";
import { type CachedFold, cacheText, changeText } from "./surroundings-text.ts";
import { exploreText, type UnseenNote } from "./explore-note-text.ts";
import { signText } from "./refusal-signs.ts";
import { counted, durationText, joinedWords, size, were, whole } from "../text/index.ts";

/** Rounds next to an older build are in the record, and their ratio is a note for its reader. */
type AgainstNote = { type: "note"; kind: "load"; code: "against"; figures: AgainstFigures };

/** The same for what the search for a leak has measured. */
type LeakNote = { type: "note"; kind: "memory"; code: "memory-grows"; growth: MemoryGrowth };

/** The same for requests that were lost whatever they were. */
type NoiseNote = {
  type: "note";
  kind: "surroundings";
  code: "transport-noise";
  noise: TransportNoise;
};

type CacheNote = { type: "note"; kind: "surroundings"; code: "cache"; cached: CachedFold };

type KeptNote = {
  type: "note";
  kind: "surroundings";
  code: "lost-on-kept";
  client: LostFold["client"];
};

/** A note of a run: one of a record before format 5 is in words already. */
export type AnyNote =
  | CodedNote
  | UnseenNote
  | AgainstNote
  | LeakNote
  | NoiseNote
  | KeptNote
  | CacheNote
  | WordedNote;

/** The note as readers get it: the only place that words notes. */
export function worded(note: AnyNote): Note {
  const { type, kind } = note;
  return {
    type,
    kind,
    text: noteText(note),
    ...("cases" in note && note.cases !== undefined && { cases: note.cases }),
    ...("unsent" in note && !("why" in note) && { unsent: note.unsent }),
  };
}

/** Why the target was not reached, according to the notes of a run. */
export const notReachedText = (notes: readonly AnyNote[]): string =>
  notes.filter(({ kind }) => kind === "check").map(noteText)[0] ??
  "the target could not be reached";

function noteText(note: AnyNote): string {
  switch (note.code) {
    case undefined:
    case "words":
      return note.text;
    case "capacity":
      return capacityText(note);
    case "one-request":
      return `the target responds to one request on each connection: a second one got no response within ${durationText(note.timeoutMs)}; every request by the ordinary client has a connection of its own`;
    case "culprit":
      return `${LOST} after ${note.cases.join()} (${note.reason}): sent again alone, it made the target stop again, ${note.times} of ${note.tried}`;
    case "suspected":
      return `${LOST}; ${suspectedText(note)}`;
    case "unknown-cause":
      return `${LOST}; ${WHY_UNKNOWN[note.why]}`;
    case "no-connections":
      return "the target accepts no more connections; these were the last requests that it accepted";
    case "memory-excess":
      return excessText(note);
    case "not-started-again":
      return `the target was not started again: ${startFailureText(note.failure)}`;
    case "memory-grows":
      return growthText(note.growth);
    case "against":
      return againstText(note.figures);
    case "against-not-started":
      return `the build of --against was not started: ${startFailureText(note.failure)}`;
    case "against-unreachable":
      return `the build of --against could not be reached: ${connectFailureText(note.failure)}`;
    case "failure":
      return `${note.during === "load" ? "the load" : "witness"} could not continue: ${note.detail}`;
    case "unsent":
      return unsentText(note);
    case "agent-lost":
      return `agent ${note.agent} was lost: its slices go to others`;
    case "agent-refused":
      return note.detail;
    case "messages-dropped":
      return droppedText(note.dropped);
    case "slot-repeated":
      return `${note.slot} was incomplete and is not counted: ${incompleteSlotText(note.incomplete)}; it is repeated by ${counted(note.agents, "agent")}`;
    default:
      return ofKindText(note);
  }
}

function ofKindText(
  note: Extract<AnyNote, { kind: "check" | "confirm" | "explore" | "surroundings"; code: string }>,
): string {
  if (note.kind === "confirm") return sentAgainText(note);
  if (note.kind === "surroundings") return surroundingsText(note);
  return note.kind === "check" ? checkText(note) : exploreText(note);
}

function checkText(note: Extract<AnyNote, { kind: "check"; code: string }>): string {
  switch (note.code) {
    case "unreachable":
    case "not-started":
      return `the target could not be reached: ${unreachableText(note)}`;
    case "other-scheme":
      return otherSchemeText(note.scheme);
    case "no-response":
      return noResponseText(note);
    case "not-expected":
      return `a valid request got ${note.got}, and --expect names ${note.expect.join(", ")}: nothing else was sent`;
    case "unique-field":
      return `${note.field} is unique: ${note.signature} for the second request with the same value; every other request has a new value, except in cases about this field`;
    case "shorter-numbers":
      return `${note.fields.join(", ")} with nine digits got ${note.refused}${note.said === undefined ? "" : ` ("${note.said}")`}, and with ${note.digits} digits ${note.accepted}: new values have at most this many digits`;
    case "refusals-in-bodies":
      return `requests are refused with ${note.got}, too: a response counts as a refusal (${note.got}-refusal) if ${joinedWords(note.signs.map(signText), "or")}, e.g. ${note.body}`;
    case "refused-again":
      return `the stated request got ${note.first}, and ${note.again} when it was sent again${note.said === undefined ? "" : ` ("${note.said}")`}: a value may have to be unique, but no field was found that gets ${note.first} again with a new value; later requests repeat it`;
  }
}

function surroundingsText(note: Extract<AnyNote, { kind: "surroundings"; code: string }>): string {
  switch (note.code) {
    case "transport-noise":
      return noiseText(note.noise);
    case "cache":
      return cacheText(note.cached);
    case "lost-on-kept":
      return lostOnKeptText(note.client);
    case "explored-noise":
      return noiseText({ ...note.noise, valid: 0 }).replace("noise", "noise while exploring");
    default:
      return changeText(note);
  }
}

type Coded<C extends AnyNote["code"]> = Extract<AnyNote, { code: C }>;

export function unreachableText(
  note: Extract<NewNote, { code: "unreachable" | "not-started" }>,
): string {
  if (note.code === "not-started") return startFailureText(note.failure);
  return note.scheme ? otherSchemeText(note.scheme) : connectFailureText(note.failure);
}

/** Without OpenSSL's queue of errors, which has addresses of memory and lines of its source. */
export function connectFailureText({ outcome, detail }: ConnectFailure): string {
  if (outcome === "tls-failed") return `TLS: ${detail.replace(/: [\dA-F]{8,}:error:[^]*$/i, "")}`;
  return outcome === undefined || outcome === "timed-out" ? detail : `${outcome}: ${detail}`;
}

const otherSchemeText = ({ speaks, url }: OtherScheme): string =>
  `the target ${speaks === "TLS" ? "speaks" : "does not speak"} TLS: did you mean ${url}?`;

export function startFailureText(failure: StartFailure): string {
  if ("timeoutMs" in failure)
    return `the served command did not respond within ${failure.timeoutMs / 1000} s${quoted(failure.output)}`;
  return `the served command ended before it responded: ${exitText(failure)}`;
}

/** How a served target ended, with its last words. */
export const exitText = ({
  exitCode,
  signal,
  output,
}: Exclude<StartFailure, { timeoutMs: number }>): string =>
  `${signal === undefined ? `exit code ${exitCode ?? 0}` : `signal ${signal}`}${quoted(output)}`;

const quoted = (output: string | undefined): string =>
  output === undefined
    ? ""
    : `, output: ${JSON.stringify(output.replaceAll("\n", " | ").slice(-500))}`;

function noResponseText({ sender, outcome, phase, detail, ...note }: Coded<"no-response">): string {
  const got = note.receivedBytes === 0 ? "nothing" : counted(note.receivedBytes, "byte");
  return `a valid request by ${sender === "client" ? "the ordinary client" : "raw bytes"}: ${outcome} (${phase}), ${detail}, ${got} received`;
}

function capacityText({ stallCapacity, concurrency, timeoutMs }: Coded<"capacity">): string {
  const what =
    stallCapacity === 0
      ? "handles one connection at a time: a valid request gets no response while another is unfinished"
      : `responds to a valid request while ${stallCapacity === 1 ? "one other is" : `${stallCapacity} others are`} unfinished, not while ${stallCapacity * 2} are`;
  const at = concurrency === 1 ? "one at a time" : `${concurrency} at a time`;
  return `the target ${what}; cases are sent ${at}, waiting for each response for up to ${durationText(timeoutMs)}`;
}

const LOST = "the target has stopped responding to valid requests";
const WHY_SUSPECTED: Record<Exclude<WhySuspected, "stopped-once">, string> = {
  "stayed-away":
    "it did not come back, so that no case was sent again (with --serve, witness starts it, and finds the case); these were in progress, or got the last response",
  "went-again": "it came back, and was gone again before these were sent again alone",
  "out-of-time": "it came back, and the time for sending cases again was over with these left",
};
const WHY_UNKNOWN: Record<WhyUnknown, string> = {
  replayed: "it came back, and replay did not make it stop again",
  "out-of-time":
    "it came back, and no case that was sent again, while there was time, made it stop",
  "went-again": "it came back, and was gone again before all cases were sent again",
  "in-sequence":
    "it came back, and stopped again when all cases were sent in sequence, but at none of them alone",
  control: "it came back, and stopped at valid requests, too",
};

function suspectedText({ why, tried = 1, times = 1 }: Coded<"suspected">): string {
  if (why !== "stopped-once") return WHY_SUSPECTED[why];
  const again = `sent again alone, this case made it stop ${times} of ${counted(tried, "time")}`;
  return times < tried ? again : `${again}, and it did not come back to try again`;
}

function excessText({ bytes, limitBytes, cases }: Coded<"memory-excess">): string {
  const at =
    cases.length === 0
      ? ""
      : `; the newest ${cases.length > 1 ? "requests were" : "request was"} ${cases.join(", ")}`;
  return `stopped sending: the target uses ${size(bytes)} of memory, the limit is ${size(limitBytes)} (--target-memory)${at}`;
}

function unsentText({ unsent, planned, why }: Coded<"unsent">): string {
  const suites = Object.entries(unsent);
  const all = suites.reduce((sum, [, count]) => sum + count, 0);
  const each = suites.map(([name, count]) => `${name} ${whole(count)}`).join(", ");
  return `${why === "ended" ? "the run ended early" : "--max-time was over"}: ${whole(all)} of ${counted(planned, "request")} ${were(all)} not sent (${each})`;
}

const WHY_STOPPED = {
  time: "the time for it was over",
  "no-response": "the target no longer responded",
  "not-started": "the target did not start again",
};

function sentAgainText({
  code,
  differing,
  sendings,
  stopped,
}: Coded<"sent-again" | "differences-sent-again">): string {
  const where = code === "sent-again" ? "from the baseline" : "between targets";
  const what = `${counted(differing, "case")} that ${differing === 1 ? "differs" : "differ"} ${where}`;
  const why = stopped === undefined ? "" : `; it stopped because ${WHY_STOPPED[stopped]}`;
  return `sent again to confirm ${what}: ${counted(sendings, "request")}${why}`;
}

export function droppedText({ place, why, mostBytes = 0, count, all }: DroppedMessages): string {
  const reason = {
    "too-large": `larger than ${size(mostBytes)}`,
    "not-json": "not JSON",
    "not-of-this-version": "not of this version",
    "another-slice": "it names another slice",
  }[why];
  const before = all > count ? `, ${whole(all)} in all` : "";
  return `dropped ${counted(count, "message")} on ${place}: ${reason}${before}`;
}

export function incompleteSlotText({ why, agent = "" }: IncompleteSlot): string {
  switch (why) {
    case "overdue":
      return "an agent does not finish";
    case "no-reply":
      return `agent ${agent} does not reply`;
    case "lost":
      return `agent ${agent} was lost`;
    case "stopped":
      return `agent ${agent} stopped: it heard nothing of the controller`;
  }
}
