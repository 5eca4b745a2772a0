import type { CodedNote, UnseenEstimate } from "../model/index.ts";
import { unseenText } from "../stats/index.ts";
import { chancePercent, whole } from "../text/index.ts";

/** An estimate of unseen behaviour: a finding in the record, and a note for its reader. */
export type UnseenNote = {
  type: "note";
  kind: "explore";
  code: "unseen";
  estimate: UnseenEstimate;
};

/** What an exploration says about what it met, in words. */
export function exploreText(note: Extract<CodedNote, { kind: "explore" }> | UnseenNote): string {
  switch (note.code) {
    case "stated-refused":
      return `nothing is inferred: the stated request gets ${note.signature}, so that no change of it shows a rule; state examples that the server accepts, or the credentials that it requires`;
    case "unseen":
      return unseenText(note.estimate);
    case "more-behaviours":
      return `where there was novelty, ${whole(note.count)} more behaviours were found; the estimate leaves them out`;
    case "drawing-stopped":
      return `drawing stopped after ${whole(note.requests)} requests: the next behaviour is new with a probability of at most ${chancePercent(note.chance)}, still not below ${chancePercent(note.share)}`;
    case "rate-limited":
      return `the target reports too many requests (${note.status}): such requests are sent again after a wait, all one at a time from then on, and nothing follows from ${note.status}; --concurrency 1 begins so`;
    case "rate-limit-stays":
      return `the target still reports too many requests (${note.status}) after waits: exploring ends here; raise its limit for the test, or begin again later with fewer requests (--max-requests)`;
    case "values-decide":
      return `new values decide what a valid request gets: ${whole(note.refused)} of ${whole(note.asked)} got ${note.signature}${note.reason === undefined ? "" : ` ("${note.reason}")`} instead of ${note.first}, and each got the same again; a request that is refused so is sent with other values`;
    case "repeated-id":
      return `the same request again gets ${note.signature} instead of ${note.first}: for requests without a new id, ${note.signature} counts as ${note.first}${note.said === undefined ? "" : " where the response says the same"}`;
  }
}
