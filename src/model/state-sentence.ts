import { z } from "zod";
import { EXPLORE_SUITE } from "./explore-summary.ts";
import { Untrusted } from "./observation.ts";

const STATE = `${EXPLORE_SUITE.name}/state/`;

/** The id of a case that shows what the target remembers; such cases follow the suites. */
export const stateCase = (name: string): string => STATE + name;

export const isStateCase = (id: string): boolean => id.startsWith(STATE);

/**
 * What a target remembers of earlier requests, as the suite `repetition` observed it, and the cases that follow the suites.
 * `race`: more of several equal requests at the same moment are accepted than of the same ones in any order, one after the
 * other; `race-other`: they get responses that none of them gets one after the other, or, with the same
 * status twice, bodies of their own. `late`: a duplicate is refused only after a while.
 * `same-bytes`: the response to the same bytes is not made again. `freed-by-delete`, `taken-after-delete`: whether a request with the
 * identity of a deleted resource is accepted; `deleted`: it would be in any case, or the resource can still be read.
 */
export const StateSentence = z.strictObject({
  code: z.enum([
    "race",
    "race-other",
    "refused",
    "accepted",
    "same-response",
    "same-bytes",
    "in-turn",
    "varies",
    "late",
    "stored-later",
    "per-connection",
    "several-stores",
    "other-value-accepted",
    "other-value-refused",
    "same-spellings",
    "other-spellings",
    "same-by",
    "same-forms",
    "other-forms",
    "remembered",
    "forgotten",
    "kept-over-restart",
    "lost-by-restart",
    "key-ignored",
    "key-honoured",
    "replaced",
    "first-kept",
    "freed-by-delete",
    "taken-after-delete",
    "deleted",
    "read-back-same",
    "read-back",
  ]),
  /** The responses to the same identity, in order: `201`, `409`. */
  responses: z.array(z.string()),
  count: z.int().min(1),
  of: z.int().min(1),
  /** Of a race: rounds of concurrent duplicates of this size, those that show it, and the interval of 95% of their share (Wilson). */
  rounds: z
    .strictObject({ shown: z.int(), of: z.int(), low: z.number(), high: z.number() })
    .optional(),
  /** After how many milliseconds an identity was sent again; of `forgotten` and `stored-later`, the times around the change. */
  timesMs: z.array(z.int()).optional(),
  /** Of `forgotten`: how many requests were accepted in each of these times, where that is known. */
  accepted: z.array(z.int()).optional(),
  /** Of `several-stores`: how many, each with a memory of its own, and what decides which one gets a request. */
  stores: z
    .strictObject({
      of: z.int().min(2),
      by: z.enum(["turn", "connection", "turn-or-connection", "chance"]),
    })
    .optional(),
  /** What a request with the same `Idempotency-Key` and other values gets. */
  otherBody: z
    .strictObject({ code: z.enum(["first-response", "refused", "accepted"]), response: z.string() })
    .optional(),
  /** What a request gets again with its `Idempotency-Key` after a time, and whether that is the same response as at once. */
  keyLater: z
    .strictObject({ afterMs: z.int(), response: z.string(), same: z.boolean() })
    .optional(),
  /** Of `same-by`, what makes two requests the same: none if it is their bytes. Of others, what is as sent, or shows it. */
  fields: z.array(z.string()).optional(),
  /** A field that is read back in another form: the kind of the difference, and both JSON texts. */
  stored: z
    .strictObject({ field: z.string(), how: z.string(), sent: z.string(), read: Untrusted })
    .optional(),
  spellings: z.array(z.string()).optional(),
  /** The identity that they are spellings of; 1 if absent. */
  as: z.string().optional(),
  case: z.string(),
  text: z.string(),
});
export type StateSentence = z.infer<typeof StateSentence>;

/** The facts that rules, baselines and comparisons know. */
export const STATE_FACTS = [
  "duplicate",
  "race",
  "sameBy",
  "key",
  "memory",
  "restart",
  "deleted",
] as const;
export type StateFact = (typeof STATE_FACTS)[number];

/**
 * What a target remembers, in single words. `duplicate`: the response to the same request again (`409`), `per-connection` or
 * `varies`; `race`: `open` or `none`; `sameBy`: what makes two requests the same (`id`, `id+date`, `bytes`); `key`: whether
 * `Idempotency-Key` is `honoured` or `ignored`; `memory`: whether an identity of the beginning of the run is `kept` or `forgotten`;
 * `restart`: whether it is `kept` or `lost` by a restart; `deleted`: whether the identity of a deleted resource is `free` or
 * stays `taken`. What a run does not show is absent.
 */
export const StateFacts = z.strictObject({
  duplicate: z.string().optional(),
  race: z.string().optional(),
  sameBy: z.string().optional(),
  key: z.string().optional(),
  memory: z.string().optional(),
  restart: z.string().optional(),
  deleted: z.string().optional(),
} satisfies Record<StateFact, z.ZodType>);
export type StateFacts = z.infer<typeof StateFacts>;

const Age = z.strictObject({
  ms: z.int().min(0),
  accepted: z.int().min(0),
  requests: z.int().min(0),
});

/** An identity that was still known, and one that was forgotten: its age, how many requests were sent since it was, and how many of them were accepted. */
export const MemorySpan = z.strictObject({ held: Age.optional(), lost: Age.optional() });
export type MemorySpan = z.infer<typeof MemorySpan>;
