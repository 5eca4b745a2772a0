import { z } from "zod";

/** Estimates from uniform draws of one property, or of all together, about behaviour that they did not show. */
export const UnseenEstimate = z.strictObject({
  /** Id of the property, or `all properties`. */
  property: z.string(),
  /** Uniform draws, and the different behaviours among them: a family of requests with its response. */
  drawn: z.int(),
  behaviours: z.int(),
  /** The probability that the next draw is new, and its upper limit; absent if too little was drawn. */
  discovery: z.number().optional(),
  discoveryAtMost: z.number().optional(),
  /** Behaviours that exist but were not drawn: a lower bound. */
  unseenAtLeast: z.number().optional(),
  /** New behaviours that further draws are expected to show, with an interval of 95%. */
  ahead: z
    .strictObject({ draws: z.int(), expected: z.number(), from: z.int(), to: z.int() })
    .optional(),
});
export type UnseenEstimate = z.infer<typeof UnseenEstimate>;

/** How much behaviour a run has probably not seen. */
export const UnseenSummary = z.strictObject({
  /** One sentence for people. */
  text: z.string(),
  /** Of all properties together first; empty if nothing was drawn for an estimate. */
  estimates: z.array(UnseenEstimate),
});
export type UnseenSummary = z.infer<typeof UnseenSummary>;
