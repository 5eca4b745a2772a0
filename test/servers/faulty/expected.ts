/** The summary's verdict on the stated clause: does every valid request get a complete HTTP response? */
type Accepts = "held" | "not-held" | "not-judged";

/** The verbs that send to a server. */
export const SENDING_VERBS = ["run", "gate", "load", "explore", "compare"] as const;
export type SendingVerb = (typeof SENDING_VERBS)[number];

/** The expected result of a run against a server: written by hand from the server and the RFCs. */
export type Expected = {
  /** Several if more than one is true of the server: `npm run hostile` accepts each. */
  accepts: readonly Accepts[];
  /** The only outcomes that the suite `valid` may record. */
  outcomes: readonly string[];
  /** Exit codes of a verb if they differ from the ones for `accepts` (0, 1 and 4). */
  exits?: Partial<Record<SendingVerb, readonly number[]>>;
};

/** Each valid request gets a complete response with one of these statuses. */
export const complete = (...outcomes: string[]): Expected => ({ accepts: ["held"], outcomes });

/** No valid request gets a complete response; these are the true reasons. */
export const incomplete = (...outcomes: string[]): Expected => ({
  accepts: ["not-held"],
  outcomes,
});

/** The response exceeds a limit of the client: whether it would have ended is unknown. */
export const beyondLimits: Expected = { accepts: ["not-judged"], outcomes: ["too-large"] };

/**
 * The bytes are a complete response by the framing of RFC 9112, which ordinary clients may refuse:
 * the clause holds, and the load generator may get no sample (3).
 */
export const refusable = (...statuses: string[]): Expected => ({
  accepts: ["held"],
  outcomes: [...statuses, "malformed"],
  exits: { load: [0, 3] },
});

/** Complete, but so large that a client may limit it, or be too slow: then it need not judge it. */
export const large = (...statuses: string[]): Expected => ({
  accepts: ["held", "not-judged"],
  outcomes: [...statuses, "too-large", "timed-out", "malformed"],
  exits: { load: [0, 4] },
});
