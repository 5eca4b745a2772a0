import { userSubmission } from "../contract/user-submission.ts";
import { parseBaseUrl } from "../contract/base-url.ts";
import { FRESH_ID_MIN, type FreshRange } from "../fresh-numbers.ts";
import { post, wirePost } from "../generate/user-submission.ts";
import { SlotTally } from "../load/slot-tally.ts";
import type { Tally } from "../model/load.ts";
import { Dispatcher } from "../run/dispatcher.ts";
import { FreshSequence } from "../run/fresh-sequence.ts";

const TIMEOUT_MS = 10_000;

/** Repeats the stated request with one of the recorder's senders, counted like a slot of load. */
export async function recorded(
  url: string,
  options: {
    by: "client" | "wire";
    requests: number;
    ids: FreshRange;
    keep: boolean;
    signal: AbortSignal;
  },
): Promise<Tally> {
  const sending = {
    interface: userSubmission,
    target: parseBaseUrl(url),
    firstId: FRESH_ID_MIN,
    timeoutMs: TIMEOUT_MS,
    insecure: false,
    keep: options.keep,
    signal: options.signal,
  };
  const dispatcher = new Dispatcher(sending, new FreshSequence(options.ids.from, options.ids));
  const request = options.by === "client" ? post() : wirePost();
  const tally = new SlotTally(1000);
  try {
    for (let nth = 0; nth < options.requests && !options.signal.aborted; nth += 1) {
      tally.sent += 1;
      const { answers } = await dispatcher.send({
        id: `doctor/${options.by}`,
        reason: "the stated request",
        clauses: [],
        request,
      });
      const [result] = answers;
      if (result?.outcome === "answered") tally.addResponse(result.status, result.totalUs);
      else if (result !== undefined) tally.addWithoutResponse(result.outcome, 1);
    }
  } finally {
    await dispatcher.close();
  }
  tally.end(0);
  return tally.finish(0);
}
