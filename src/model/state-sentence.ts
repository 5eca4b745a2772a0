import { z } from "zod";

/**
 * What a target remembers of earlier requests, as the suite `repetition` observed it. `race`: more of several equal requests at
 * the same moment are accepted than of the same ones in any order, one after the other.
 */
export const StateSentence = z.strictObject({
  code: z.enum([
    "race",
    "refused",
    "accepted",
    "same-response",
    "in-turn",
    "varies",
    "per-connection",
    "other-value-accepted",
    "other-value-refused",
    "same-spellings",
    "other-spellings",
  ]),
  /** The responses to the same identity, in order: `201`, `409`. */
  responses: z.array(z.string()),
  /** Responses that show it, of all that were judged. */
  count: z.int().min(1),
  of: z.int().min(1),
  /** The spellings, of the codes that have them. */
  spellings: z.array(z.string()).optional(),
  /** The case that shows it. */
  case: z.string(),
  text: z.string(),
});
export type StateSentence = z.infer<typeof StateSentence>;
