import type {
  CodedNote,
  ConnectFailure,
  DroppedMessages,
  IncompleteSlot,
  NewNote,
  Note,
  OtherScheme,
  StartFailure,
  UnseenEstimate,
  SuspicionReason,
  NoCulpritReason,
  WordedNote,
} from "../model/index.ts";
import type { AgainstFigures, MemoryGrowth } from "../stats/index.ts";
import { againstText, growthText, unseenText } from "../stats/index.ts";
import type { LostFold, TransportNoise } from "./transport-noise.ts";
import { exploredNoiseText, lostOnKeptText, noiseText } from "./transport-noise.ts";
import type { CachedFold, ValuesOfOthers } from "./surroundings-text.ts";
import { cacheText, surroundingsTexts, valuesOfOthersText } from "./surroundings-text.ts";
import { timesTexts } from "./times-text.ts";
import { signText } from "./refusal-signs.ts";
import {
  chancePercent,
  counted,
  durationText,
  joinedWords,
  size,
  were,
  whole,
} from "../text/index.ts";

/** What other lines of the record show together: a note for its reader. */
type Derived<Kind extends Note["kind"], Code extends string, Shown> = Shown & {
  type: "note";
  kind: Kind;
  code: Code;
};

type AnyCoded =
  | CodedNote
  | Derived<"explore", "unseen", { estimate: UnseenEstimate }>
  | Derived<"load", "against", { figures: AgainstFigures }>
  | Derived<"memory", "memory-grows", { growth: MemoryGrowth }>
  | Derived<"surroundings", "transport-noise", { noise: TransportNoise }>
  | Derived<"surroundings", "cache", { cached: CachedFold }>
  | Derived<"surroundings", "values-of-others", { others: ValuesOfOthers }>
  | Derived<"surroundings", "lost-on-kept", { client: LostFold["client"] }>;

/** A note of a run: one of a record before format 5 is in words already. */
export type AnyNote = AnyCoded | WordedNote;

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

const noteText = (note: AnyNote): string =>
  "text" in note ? note.text : (TEXTS[note.code] as (coded: AnyCoded) => string)(note);

type Coded<Code extends AnyCoded["code"]> = Extract<AnyCoded, { code: Code }>;

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
  const when = failure.asked === true ? "when it got a valid request" : "before it responded";
  return `the served command ended ${when}: ${exitText(failure)}`;
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
      : stallCapacity === 1
        ? "responds to a valid request while one other is unfinished, not to several"
        : `responds to a valid request while ${stallCapacity} others are unfinished, not while ${stallCapacity * 2} are`;
  const at = concurrency === 1 ? "one at a time" : `${concurrency} at a time`;
  return `the target ${what}; cases are sent ${at}, waiting for each response for up to ${durationText(timeoutMs)}`;
}

const LOST = "the target has stopped responding to valid requests";
const WHY_SUSPECTED: Record<Exclude<SuspicionReason, "stopped-once">, string> = {
  "stayed-away":
    "it did not come back, so that no case was sent again (with --serve, witness starts it, and finds the case); it may be one of these, which were in progress or got the last response, or one sent shortly before them",
  "went-again": "it came back, and was gone again before these were sent again alone",
  "out-of-time": "it came back, and the time for sending cases again was over with these left",
};
const WHY_UNKNOWN: Record<NoCulpritReason, string> = {
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

function sentAgainText(
  { differing, sendings, stopped }: Coded<"sent-again" | "differences-sent-again">,
  where: string,
): string {
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

const TEXTS: { readonly [Code in AnyCoded["code"]]: (note: Coded<Code>) => string } = {
  ...timesTexts,
  ...surroundingsTexts,
  "transport-noise": ({ noise }) => noiseText(noise),
  "explored-noise": ({ noise }) => exploredNoiseText(noise),
  cache: ({ cached }) => cacheText(cached),
  "values-of-others": ({ others }) => valuesOfOthersText(others),
  "lost-on-kept": ({ client }) => lostOnKeptText(client),
  unreachable: (note) => `the target could not be reached: ${unreachableText(note)}`,
  "not-started": (note) => `the target could not be reached: ${unreachableText(note)}`,
  "other-scheme": ({ scheme }) => otherSchemeText(scheme),
  "no-response": noResponseText,
  "not-expected": ({ got, expect }) =>
    `a valid request got ${got}, and --expect names ${expect.join(", ")}: nothing else was sent`,
  "logged-in": ({ status }) =>
    `the login of this run got ${status} here, with a user and a password that no record has; the requests of the suites have made-up ones`,
  "unique-field": ({ field, signature, along }) =>
    `${field} is unique${along === undefined ? "" : `, at least with the same ${joinedWords(along, "and")}`}: ${signature} for the second request with the same value; every other request has a new value, except in cases about this field`,
  "shorter-numbers": ({ fields, digits, refused, accepted, said, kept }) =>
    `${fields.join(", ")} with nine digits got ${refused}${inQuotes(said)}, and with ${digits} digits ${accepted}: new values have ${kept ? "nine, as in the baseline" : "at most this many digits"}`,
  "refusals-in-bodies": ({ got, signs, body }) =>
    `requests are refused with ${got}, too: a response counts as a refusal (${got}-refusal) if ${joinedWords(signs.map(signText), "or")}, e.g. ${body}`,
  "refused-again": ({ first, again, said }) =>
    `the stated request got ${first}, and ${again} when it was sent again${inQuotes(said)}: a value may have to be unique, but no field was found that gets ${first} again with a new value; later requests repeat it`,
  capacity: capacityText,
  "one-request": ({ timeoutMs }) =>
    `the target responds to one request on each connection: a second one got no response within ${durationText(timeoutMs)}; every request by the ordinary client has a connection of its own`,
  culprit: ({ cases, reason, times, tried }) =>
    `${LOST} after ${cases.join()} (${reason}): sent again alone, it made the target stop again, ${times} of ${tried}`,
  suspected: (note) => `${LOST}; ${suspectedText(note)}`,
  "unknown-cause": ({ why }) => `${LOST}; ${WHY_UNKNOWN[why]}`,
  "no-connections": () =>
    "the target accepts no more connections; these were the last requests that it accepted",
  "memory-excess": excessText,
  "memory-grows": ({ growth }) => growthText(growth),
  "not-started-again": ({ failure }) =>
    `the target was not started again: ${startFailureText(failure)}`,
  against: ({ figures }) => againstText(figures),
  "against-not-started": ({ failure }) =>
    `the build of --against was not started: ${startFailureText(failure)}`,
  "against-unreachable": ({ failure }) =>
    `the build of --against could not be reached: ${connectFailureText(failure)}`,
  failure: ({ during, detail }) =>
    `${during === "load" ? "the load" : "witness"} could not continue: ${detail}`,
  unsent: unsentText,
  "sent-again": (note) => sentAgainText(note, "from the baseline"),
  "differences-sent-again": (note) => sentAgainText(note, "between targets"),
  "stated-refused": ({ signature }) =>
    `nothing is inferred: the stated request gets ${signature}, so that no change of it shows a rule; state examples that the server accepts, or the credentials that it requires`,
  unseen: ({ estimate }) => unseenText(estimate),
  "more-behaviours": ({ count }) =>
    `where there was novelty, ${whole(count)} more behaviours were found; the estimate leaves them out`,
  "drawing-stopped": ({ requests, chance, share }) =>
    `drawing stopped after ${whole(requests)} requests: the next behaviour is new with a probability of at most ${chancePercent(chance)}, still not below ${chancePercent(share)}`,
  "rate-limited": ({ status }) =>
    `the target reports too many requests (${status}): such requests are sent again after a wait, all one at a time from then on, and nothing follows from ${status}; --concurrency 1 begins so`,
  "rate-limit-stays": ({ status }) =>
    `the target still reports too many requests (${status}) after waits: exploring ends here; raise its limit for the test, or begin again later with fewer requests (--max-requests)`,
  "values-decide": ({ signature, first, refused, asked, reason }) =>
    `new values decide what a valid request gets: ${whole(refused)} of ${whole(asked)} got ${signature}${inQuotes(reason)} instead of ${first}, and each got the same again; a request that is refused so is sent with other values`,
  "repeated-id": ({ signature, first, said }) =>
    `the same request again gets ${signature} instead of ${first}: for requests without a new id, ${signature} counts as ${first}${said === undefined ? "" : " where the response says the same"}`,
  "agent-lost": ({ agent }) => `agent ${agent} was lost: its slices go to others`,
  "agent-refused": ({ detail }) => detail,
  "messages-dropped": ({ dropped }) => droppedText(dropped),
  "slot-repeated": ({ slot, incomplete, agents }) =>
    `${slot} was incomplete and is not counted: ${incompleteSlotText(incomplete)}; it is repeated by ${counted(agents, "agent")}`,
};

const inQuotes = (text: string | undefined): string => (text === undefined ? "" : ` ("${text}")`);
