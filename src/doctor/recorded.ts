import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import { FRESH_ID_MIN, type FreshRange } from "../fresh-numbers.ts";
import { post, wirePost } from "../generate/index.ts";
import { SlotTally } from "../load/index.ts";
import type { Tally } from "../model/index.ts";
import { Dispatcher, FreshSequence } from "../observe/index.ts";

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
