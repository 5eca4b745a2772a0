import { z } from "zod";

/** What the results right before a change were: 4xx are `refused`. */
const Before = z.strictObject({
  requests: z.int().min(0),
  refused: z.int().min(0),
  ms: z.number().min(0),
});

const Range = z.tuple([z.int().min(0), z.int().min(0)]);

/** Every request got the same, the stated one too, from this number on, `times` times. `isBack`: it ended again. */
export const Surrounding = z.strictObject({
  got: z.string(),
  /** What valid requests got before, if it was always one status. */
  usual: z.string().optional(),
  /** Why, in the words of the last such response. */
  reason: z.string().optional(),
  request: z.int().min(1),
  fromMs: z.number(),
  forMs: z.number().min(0),
  times: z.int().min(1),
  /** Controls that were sent until it was over. */
  asked: z.int().min(0),
  isBack: z.boolean(),
  before: Before,
  /** What a refused request got: another one if `before` is absent. Absent if it got the same as the valid one. */
  refused: z.strictObject({ before: z.string().optional(), now: z.string() }).optional(),
  /** With `--provoke`: which requests led to it again, and after how many. */
  provoked: z
    .strictObject({ by: z.enum(["refused", "valid", "none"]), requests: z.int().min(1) })
    .optional(),
  /** How many requests were accepted before the first change, and in what time. `isLeast`: further ones were only begun. */
  accepted: z.int().min(0).optional(),
  isLeast: z.literal(true).optional(),
  cycleMs: z.number().min(0).optional(),
  /** Only new connections met it: an open one was as before. `opened` had been opened before the first such change. */
  isOfNew: z.literal(true).optional(),
  opened: z.int().min(0).optional(),
  /** How long the first change lasted, until a control was as before. */
  closedMs: z.int().min(0).optional(),
  /** It happened while up to `from` requests were in flight, and stopped when at most `to` were. */
  atOnce: z.strictObject({ from: z.int().min(2), to: z.int().min(1) }).optional(),
  /** The number of requests that the headers of the response state as the limit. */
  limit: z.int().min(0).optional(),
  /** A limit of the rate: 503 with `Retry-After` again and again; or another response after about as many requests each time. */
  isRate: z.literal(true).optional(),
  perSecond: z.number().min(0).optional(),
  /** What a 4xx for everyone depends on, which came again and again: about as many refused requests each time, or of all; or either. */
  cause: z.enum(["refused", "requests", "either"]).optional(),
  /** The least and the most requests that got something else before it, and how many of them were refused. */
  each: z.strictObject({ requests: Range, refused: Range }).optional(),
});
export type Surrounding = z.infer<typeof Surrounding>;

/** Several servers respond to one address: what valid requests get from them, and what tells them apart. */
export const SeveralServers = z.strictObject({
  classes: z.array(z.string()).min(2),
  /** The case that gets these, if valid requests all get the same. */
  case: z.string().optional(),
  /** What decides which one responds: a header that they send, the connection, a turn, nothing seen; or `value`: one server, by the request. */
  by: z.union([
    z.enum(["turn", "connection", "chance", "value"]),
    z.strictObject({ header: z.string() }),
  ]),
  /** Why a value is refused, in the server's words. */
  reason: z.string().optional(),
  asked: z.int().min(1),
});
export type SeveralServers = z.infer<typeof SeveralServers>;

/** Requests that got other responses from one moment on, although valid requests got the same as before. */
export const AnswersChanged = z.strictObject({
  /** The first result after the change, or the first that may be. */
  request: z.int().min(1),
  fromMs: z.int().min(0),
  /** When that was, in milliseconds since 1970. */
  atMs: z.int(),
  /** After this result, it was found. */
  until: z.int().min(0),
  /** By case, what it got before and now: the same word where only the body differs. */
  changed: z
    .array(z.strictObject({ case: z.string(), before: z.string(), now: z.string() }))
    .min(1),
  /** Cases that were sent again. */
  of: z.int().min(1),
});
export type AnswersChanged = z.infer<typeof AnswersChanged>;

const Tried = z.strictObject({ failed: z.int().min(0), sent: z.int().min(1) });

/** Errors of the server that come only, or far more often, while other requests are in flight. */
export const Contention = z.strictObject({
  words: z.array(z.string()).min(1),
  /** So many valid requests were sent at the same moment. */
  size: z.int().min(2),
  alone: Tried,
  together: Tried,
});
export type Contention = z.infer<typeof Contention>;
