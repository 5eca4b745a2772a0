import { z } from "zod";
import { oncePerText } from "../remember.ts";

declare const unread: unique symbol;

/** Text from a server: no `string`, so it cannot be padded, cut or passed as one until `rawText` or `src/text` converts it on purpose. */
export type Untrusted = string | { readonly [unread]: never };

/** A string in JSON and in its schema. */
export const Untrusted: z.ZodType<Untrusted, Untrusted> = z.string();

/** The text as received: to compare and to count, never to show. */
export const rawText = (text: Untrusted): string => text as string;

export const Outcome = z.enum([
  "answered",
  "refused",
  "unreachable",
  "unresolved",
  "tls-failed",
  "reset",
  "closed",
  "timed-out",
  "malformed",
  "too-large",
]);
export type Outcome = z.infer<typeof Outcome>;

/** The phase in which no response came: opening the connection, writing, waiting for or reading the head, reading the body. */
export const Phase = z.enum(["connect", "send", "head", "body"]);
export type Phase = z.infer<typeof Phase>;

/** Bytes received: full length and SHA-256, and the first 4 KiB as text (UTF-8) or base64. */
export const KeptBytes = z.strictObject({
  bytes: z.int(),
  sha256: z.string(),
  text: Untrusted.optional(),
  base64: z.string().optional(),
});
export type KeptBytes = z.infer<typeof KeptBytes>;

const Framing = z.enum(["none", "length", "chunked", "close"]);

export const OmittedParts = z.strictObject({
  headers: z.int().optional(),
  headerBytes: z.int().optional(),
  interim: z.int().optional(),
  reasonBytes: z.int().optional(),
});
export type OmittedParts = z.infer<typeof OmittedParts>;

/** One HTTP response as received; header names, values and order as on the wire. */
export const Response = z.strictObject({
  /** "1.1", "1.0", ...; absent in records of the ordinary client before format 4. */
  version: z.string().optional(),
  status: z.int(),
  reason: Untrusted,
  headers: z.array(z.tuple([Untrusted, Untrusted])),
  interim: z.array(z.int()).optional(),
  framing: Framing,
  body: KeptBytes,
  /** The decoded body, if its content coding could be decoded within the limit. */
  decoded: KeptBytes.optional(),
  decodeError: z.string().optional(),
  /** For a body too long for the record: whether it fits the stated schema. Absent if the document states none. */
  bodyFits: z.union([z.literal(true), Untrusted]).optional(),
  omitted: OmittedParts.optional(),
});
export type Response = z.infer<typeof Response>;

/** How a success says that the request was refused: a member (by its path, `meta.code`; "" is the first word of a text) and its value. */
export const RefusalSign = z.union([
  z.strictObject({ member: z.string(), holds: z.literal("anything") }),
  z.strictObject({ member: z.string(), is: z.union([z.boolean(), z.string()]) }),
  z.strictObject({ member: z.string(), isNot: z.union([z.number(), z.string()]) }),
]);
export type RefusalSign = z.infer<typeof RefusalSign>;

const Times = { firstByteUs: z.int().optional(), totalUs: z.int() };

/** The result of one expected response. Times are microseconds since its request was started. */
export const RequestResult = z.union([
  z.strictObject({
    outcome: z.literal("answered"),
    status: z.int(),
    response: Response,
    /** The status is a success, and the body says that the request was refused, by one of the signs of the calibration. */
    refusal: z.literal(true).optional(),
    ...Times,
  }),
  z.strictObject({
    outcome: Outcome.exclude(["answered"]),
    phase: Phase,
    detail: Untrusted,
    received: KeptBytes.optional(),
    status: z.int().optional(),
    /** The ordinary client refused it, but the bytes are a complete response by the framing of RFC 9112. */
    whole: z.strictObject({ status: z.int(), framing: Framing }).optional(),
    /** Milliseconds by which a timeout fired late: witness was busy, and may have missed the response. */
    lateMs: z.int().optional(),
    /** Share of the wait in which witness was busy, if bytes kept arriving that it had no time to read. */
    busyShare: z.number().optional(),
    /** Bytes of the request were still sent in the second half of the time: the target had too little time with all of them. */
    sentLate: z.literal(true).optional(),
    ...Times,
  }),
]);
export type RequestResult = z.infer<typeof RequestResult>;

/** `closed` and `reset` are the server's. `closed-by-client`: the ordinary client refused data. `abandoned`: by witness, at a limit. */
export const ConnectionEnd = z.enum([
  "kept",
  "closed",
  "reset",
  "closed-by-client",
  "abandoned",
  "none",
]);
export type ConnectionEnd = z.infer<typeof ConnectionEnd>;

/** The outcome of sending one case once. */
export const Observation = z.strictObject({
  type: z.literal("observation"),
  seq: z.int().min(0),
  case: z.string(),
  /** First, second, ... sending of the case in this run, from 1. */
  attempt: z.int().min(1),
  /** Index of the first fresh value: with the case, it determines the sent bytes. */
  fresh: z.int().min(0),
  atMs: z.number(),
  answers: z.array(RequestResult).min(1),
  end: ConnectionEnd,
  /** Bytes that came after the last expected response. */
  leftover: KeptBytes.optional(),
  timeoutMs: z.int(),
  /** The first fresh value that the plan has for this sending, if it was sent with another one. */
  planned: z.int().min(0).optional(),
  /** Sent to check whether the target still responds: `after <suite>`, `before the load`, `end`, or `silence`. */
  check: z.string().optional(),
  /** Sent again to confirm a difference: `alone`, `beside` the cases around it, or first to a `fresh` target. */
  again: z.enum(["alone", "beside", "fresh"]).optional(),
  /** A kept connection turned out to be closed, so the request was sent again on a new one. */
  resent: z.int().optional(),
  /** What earlier sendings got that were lost, while later ones got a response; absent if each was lost. */
  lost: z.array(RequestResult).min(1).optional(),
  /** The agent of a fleet that sent it; absent if the process that keeps the record did. */
  agent: z.string().optional(),
});
export type Observation = z.infer<typeof Observation>;

/** The result of a sender: an observation without its place in the run. */
export type Exchange = Pick<Observation, "answers" | "end" | "leftover" | "resent">;

/** The compared part of an observation: statuses or outcomes, counted (`201 ×3, closed`); `unordered` as a set. */
export function signatureOf(exchange: Pick<Exchange, "answers">, unordered = false): string {
  const [only, second] = exchange.answers;
  if (only !== undefined && second === undefined) return resultWord(only);
  const words = exchange.answers.map(resultWord);
  if (unordered) words.sort();
  const groups: { word: string; count: number }[] = [];
  for (const word of words) {
    const last = groups.at(-1);
    if (last?.word === word) last.count += 1;
    else groups.push({ word, count: 1 });
  }
  return groups
    .map(({ word, count }) =>
      count > 2 ? `${word} ×${count}` : Array(count).fill(word).join(", "),
    )
    .join(", ");
}

/** `201`, `timed-out`; `200-refusal` for a success whose body says that the request was refused. */
/** Outcomes of a connection that was cut off: a server that has not read all of a request resets it, and closes it otherwise. */
export const CUT_OFF: ReadonlySet<string> = new Set(["closed", "reset"]);

/** Whether two outcomes may have one reason. */
export const isSameLoss = (one: string, other: string): boolean =>
  one === other || (CUT_OFF.has(one) && CUT_OFF.has(other));

export function resultWord(result: RequestResult | undefined): string {
  if (result === undefined) return "";
  if (result.outcome !== "answered") return result.outcome;
  return result.refusal === true ? `${result.status}${REFUSAL}` : String(result.status);
}

const REFUSAL = "-refusal";

/** A 2xx whose body does not say that the request was refused. */
export const isSuccess = (
  result: RequestResult | undefined,
): result is RequestResult & { outcome: "answered" } => classOf(resultWord(result)) === "2xx";

/** The status in a word: `200` of `200-refusal`. Other words are as they are. */
export const statusWord = (word: string): string =>
  word.endsWith(REFUSAL) ? word.slice(0, -REFUSAL.length) : word;

/** The words of a signature, each group once: `201`, `closed` of `201 ×3, closed`. Its only reader. */
export const signatureWords = oncePerText((signature): readonly string[] => {
  // Other compared parts follow a dot: `201 · application/json`.
  const [responses = ""] = signature.split(" · ", 1);
  return responses.split(", ").map((group) => group.split(" ", 1)[0] ?? "");
});

type StatusClass = "1xx" | "2xx" | "3xx" | "refusal" | "4xx" | "5xx" | "other" | "noAnswer";

/** Whether a response, with or without the form of its body, says that there is no such resource, or no longer. */
export const isNotFound = (signature: string): boolean => /^(?:404|410)\b/.test(signature);

/** The class of a signature: the class of its last response, because a sequence leads up to it. */
export const classOf = oncePerText((signature): StatusClass => {
  const last = signatureWords(signature).at(-1) ?? "";
  // If classes are compared, the signature is one.
  if (/^(?:[1-5]xx|refusal)$/.test(last)) return last as StatusClass;
  if (last.endsWith(REFUSAL)) return "refusal";
  if (!/^\d+$/.test(last)) return "noAnswer";
  return /^[1-5]\d\d$/.test(last) ? (`${last[0]}xx` as StatusClass) : "other";
});
