import { z } from "zod";
import { Outcome, Phase, RefusalSign } from "./observation.ts";
import { MemoryExcess } from "./serve.ts";
import { AnswersChanged, Contention, SeveralServers, Surrounding } from "./surrounding.ts";

/**
 * Why cases are suspected of having stopped the target. `stayed-away`: it never came back, so no case was sent again.
 * `went-again`: it came back, and was gone before these were sent again alone. `stopped-once`: the only one after which it
 * stopped when it was sent again alone. `out-of-time`: the search ended with these left.
 */
export const SuspicionReason = z.enum(["stayed-away", "went-again", "stopped-once", "out-of-time"]);
export type SuspicionReason = z.infer<typeof SuspicionReason>;

/** `replayed`: it did not stop again. `in-sequence`: it did in sequence, at none alone. `control`: it also stopped at valid requests. */
export const NoCulpritReason = z.enum([
  "replayed",
  "out-of-time",
  "went-again",
  "in-sequence",
  "control",
]);
export type NoCulpritReason = z.infer<typeof NoCulpritReason>;

/** Why no connection to a target was opened: the outcome, if it is known, and the message of the error. */
export const ConnectFailure = z.strictObject({ outcome: Outcome.optional(), detail: z.string() });
export type ConnectFailure = z.infer<typeof ConnectFailure>;

/** What a target speaks instead of the scheme of its URL, and the URL with the other scheme. */
export const OtherScheme = z.strictObject({ speaks: z.enum(["TLS", "plain"]), url: z.string() });
export type OtherScheme = z.infer<typeof OtherScheme>;

/** Why a served target did not start: it ended, or it did not respond in time. `output` is the end of its output. */
export const StartFailure = z.union([
  z.strictObject({
    exitCode: z.int().optional(),
    signal: z.string().optional(),
    output: z.string().optional(),
    /** A valid request had been sent to it. */
    asked: z.literal(true).optional(),
  }),
  z.strictObject({ timeoutMs: z.int(), output: z.string().optional() }),
]);
export type StartFailure = z.infer<typeof StartFailure>;

/** Why a slot of load by a fleet is incomplete; `agent` is the one that caused it. */
export const IncompleteSlot = z.strictObject({
  why: z.enum(["overdue", "no-reply", "lost", "stopped"]),
  agent: z.string().optional(),
});
export type IncompleteSlot = z.infer<typeof IncompleteSlot>;

/** Messages on one subject of the broker that were dropped for one reason since the last report, and since the start. */
export const DroppedMessages = z.strictObject({
  place: z.string(),
  why: z.enum(["too-large", "not-json", "not-of-this-version", "another-slice"]),
  mostBytes: z.int().optional(),
  count: z.int().min(1),
  all: z.int().min(1),
});
export type DroppedMessages = z.infer<typeof DroppedMessages>;

const NoteKind = z.enum([
  "check",
  "capacity",
  "target-lost",
  "culprit",
  "memory",
  "load",
  "explore",
  "failure",
  "time",
  "confirm",
  "fleet",
  "surroundings",
]);

const note = <K extends z.infer<typeof NoteKind>, C extends string, S extends z.ZodRawShape>(
  kind: K,
  code: C,
  shape: S,
) =>
  z.strictObject({
    type: z.literal("note"),
    kind: z.literal(kind),
    code: z.literal(code),
    ...shape,
  });

const Cases = z.array(z.string());
/** Cases that reached the target again alone: how often, and after how many of these it stopped. */
const Alone = { tried: z.int().min(1), times: z.int().min(1) };
const Share = z.number().min(0).max(1);
const SentAgain = {
  differing: z.int().min(0),
  sendings: z.int().min(0),
  stopped: z.enum(["time", "no-response", "not-started"]).optional(),
};

/** A note about the run as a whole that a reader needs: a code and its data. `analyse/note-text.ts` words it. */
export const CodedNote = z.discriminatedUnion("code", [
  note("check", "unreachable", { failure: ConnectFailure, scheme: OtherScheme.optional() }),
  note("check", "not-started", { failure: StartFailure }),
  note("check", "other-scheme", { scheme: OtherScheme }),
  note("check", "no-response", {
    sender: z.enum(["client", "raw"]),
    outcome: Outcome,
    phase: Phase,
    detail: z.string(),
    receivedBytes: z.int().min(0),
  }),
  note("check", "not-expected", { got: z.string(), expect: z.array(z.string()).min(1) }),
  note("check", "logged-in", { status: z.int() }),
  note("check", "unique-field", {
    field: z.string(),
    signature: z.string(),
    /** Members that name the same resources in all requests: the field may be unique only with these. */
    along: z.array(z.string()).optional(),
  }),
  note("check", "shorter-numbers", {
    fields: z.array(z.string()).min(1),
    digits: z.int().min(1),
    refused: z.string(),
    accepted: z.string(),
    said: z.string().optional(),
    /** They were kept, as in the runs of the baseline. */
    kept: z.literal(true).optional(),
  }),
  note("check", "refusals-in-bodies", {
    got: z.string(),
    signs: z.array(RefusalSign).min(1),
    body: z.string(),
  }),
  note("check", "refused-again", {
    first: z.string(),
    again: z.string(),
    said: z.string().optional(),
  }),
  note("capacity", "capacity", {
    stallCapacity: z.int().min(0),
    concurrency: z.int().min(1),
    timeoutMs: z.int().min(1),
  }),
  note("capacity", "one-request", { timeoutMs: z.int().min(1) }),
  note("culprit", "culprit", { cases: Cases.min(1), reason: z.string(), ...Alone }),
  note("target-lost", "suspected", {
    cases: Cases,
    why: SuspicionReason,
    tried: Alone.tried.optional(),
    times: Alone.times.optional(),
  }),
  note("target-lost", "unknown-cause", { why: NoCulpritReason }),
  note("target-lost", "no-connections", { cases: Cases }),
  note("memory", "memory-excess", { ...MemoryExcess.shape, cases: Cases }),
  note("load", "not-started-again", { failure: StartFailure }),
  note("load", "against-not-started", { failure: StartFailure }),
  note("load", "against-unreachable", { failure: ConnectFailure }),
  note("explore", "stated-refused", { signature: z.string() }),
  note("explore", "more-behaviours", { count: z.int().min(1) }),
  note("explore", "drawing-stopped", { requests: z.int().min(0), chance: Share, share: Share }),
  note("explore", "rate-limited", { status: z.string() }),
  note("explore", "rate-limit-stays", { status: z.string() }),
  note("explore", "values-decide", {
    signature: z.string(),
    first: z.string(),
    refused: z.int().min(1),
    asked: z.int().min(2),
    reason: z.string().optional(),
  }),
  note("explore", "repeated-id", {
    signature: z.string(),
    first: z.string(),
    /** The words of the response, where other refusals have the same status. */
    said: z.string().optional(),
  }),
  note("failure", "failure", { during: z.enum(["run", "load"]), detail: z.string() }),
  note("time", "unsent", {
    unsent: z.record(z.string(), z.int().min(1)),
    planned: z.int().min(0),
    /** The target was gone, or turned every request away; absent where the time was over. */
    why: z.literal("ended").optional(),
  }),
  /** Differences from a baseline were sent again. `stopped`: before all were confirmed or not. */
  note("confirm", "sent-again", SentAgain),
  /** Differences between targets that were compared were sent again. */
  note("confirm", "differences-sent-again", SentAgain),
  note("surroundings", "turned-away", Surrounding.shape),
  /** While nothing was sent, after requests had been. */
  note("surroundings", "memory-grows-unasked", { bytes: z.int().min(1), overMs: z.int().min(1) }),
  note("surroundings", "several-servers", SeveralServers.shape),
  note("surroundings", "answers-changed", AnswersChanged.shape),
  note("surroundings", "contention", Contention.shape),
  /** A connection is turned away after so many requests, and a new one is accepted at once. */
  note("surroundings", "connection-limit", {
    got: z.string(),
    reason: z.string().optional(),
    most: z.int().min(1),
  }),
  /** Requests of an exploration that were lost, and got a response when sent again. */
  note("surroundings", "explored-noise", {
    noise: z.strictObject({
      words: z.array(z.tuple([z.string(), z.int().min(1)])),
      lost: z.int().min(1),
      sent: z.int().min(1),
      p: Share,
      /** How often several were lost one after the other, with no response between them; absent if most were lost singly. */
      times: z.int().min(1).optional(),
    }),
  }),
  /** A limit of a time that moves with the clock: so long after the time of the request, up to `withinMs` more or less. */
  note("surroundings", "clock-limit", {
    field: z.string(),
    /** Times are accepted until the limit, or from it on. */
    side: z.enum(["until", "from"]),
    refusal: z.string(),
    /** When it was measured, in milliseconds since 1970. */
    atMs: z.int(),
    offsetMs: z.int(),
    withinMs: z.int().min(0),
    /** Valid requests had times outside of it, and were refused. */
    refusesStated: z.literal(true).optional(),
  }),
  /** Valid requests, one after the other: their median times in microseconds before the first case and after the last one. */
  note("surroundings", "times-changed", {
    first: z.number().min(0),
    last: z.number().min(0),
    /** How many at the beginning showed it. */
    inRow: z.int().min(1),
    /** The first control that was fast. */
    over: z.strictObject({ request: z.int().min(1), ms: z.number().min(0) }).optional(),
    /** The first control of those that were slow until the end. */
    since: z.strictObject({ request: z.int().min(1), ms: z.number().min(0) }).optional(),
  }),
  /** Times in which no request got a response, and after which several that were in flight got theirs together: the first one, and how long they were. */
  note("surroundings", "pauses", {
    request: z.int().min(1),
    fromMs: z.int().min(0),
    times: z.int().min(1),
    longestMs: z.int().min(0),
    forMs: z.int().min(0),
  }),
  /** Some controls in this time got an error, and others did not; before it none got it, and none after it unless it `stays`. */
  note("surroundings", "errors-for-a-while", {
    word: z.string(),
    request: z.int().min(1),
    fromMs: z.int().min(0),
    forMs: z.int().min(0),
    failed: z.int().min(1),
    asked: z.int().min(1),
    stays: z.literal(true).optional(),
  }),
  /** Some controls took much longer than others, in microseconds: the median of those, and what a quick one takes. */
  note("surroundings", "slow-at-times", {
    request: z.int().min(1),
    fromMs: z.int().min(0),
    slow: z.int().min(1),
    asked: z.int().min(1),
    slowUs: z.int().min(0),
    quickUs: z.int().min(0),
  }),
  /** The body of a request to another path stays on its connection: what that request gets, and the next one. */
  note("surroundings", "unread-body", { first: z.string(), next: z.string(), reason: z.string() }),
  /** Results that were dropped, because nobody knows whether they are about the request; `unsettled` were so each time. */
  note("surroundings", "in-doubt", { dropped: z.int().min(1), unsettled: z.int().min(0) }),
  note("fleet", "agent-lost", { agent: z.string() }),
  note("fleet", "agent-refused", { detail: z.string() }),
  note("fleet", "messages-dropped", { dropped: DroppedMessages }),
  note("fleet", "slot-repeated", {
    slot: z.string(),
    incomplete: IncompleteSlot,
    agents: z.int().min(1),
  }),
]);
export type CodedNote = z.infer<typeof CodedNote>;

type WithoutType<T> = T extends unknown ? Omit<T, "type"> : never;
export type NewNote = WithoutType<CodedNote>;

/** A note in words: as in a summary, and in records before format 5. */
export const Note = z.strictObject({
  type: z.literal("note"),
  kind: NoteKind,
  text: z.string(),
  cases: Cases.optional(),
  unsent: z.record(z.string(), z.int().min(1)).optional(),
});
export type Note = z.infer<typeof Note>;

/** A note of a record before format 5. */
export const WordedNote = Note.extend({
  /** Always absent: tells it from the notes with a code. */
  code: z.literal("words").optional(),
});
export type WordedNote = z.infer<typeof WordedNote>;
