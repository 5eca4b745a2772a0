import { interfaceOf } from "../contract/index.ts";
import { requestsOf } from "../generate/index.ts";
import {
  type Case,
  type Manner,
  type NewNote,
  type RequestResult,
  hasResponded,
  turnsAway,
  rawText,
  resultWord,
} from "../model/index.ts";
import { Dispatcher } from "./dispatcher.ts";
import type { FreshSequence } from "./fresh-sequence.ts";
import type { Journal } from "./journal.ts";
import { ELSEWHERE } from "./refused-probe.ts";
import { briefly, sendingOf, type RunSettings } from "./run-settings.ts";
import { stallCapacity } from "./stall-capacity.ts";
import { controlClass } from "./loss-rows.ts";

/** Below this, waiting cases are sent in sequence, and each gets less time. */
const ROOMY = 32;
/** Connections that must show it before each request has a connection of its own. */
const CONNECTIONS = 3;

/** How to treat a target, so that its cases are not mistaken for each other, by experiment. */
export async function measuredManner(
  settings: RunSettings,
  known: { asking: Case; numbers: FreshSequence; latencyMs: number; shortMs: number },
  classes: Set<string>,
  journal: Journal,
): Promise<Manner> {
  const { asking, latencyMs, shortMs, numbers } = known;
  const common = sendingOf(settings);
  const probe = new Dispatcher(briefly(settings, 2 * shortMs), numbers);
  const capacity = await stallCapacity({
    insecure: common.insecure,
    valid: asking,
    probe,
    waitMs: shortMs,
    latencyMs,
    seen: (result) => {
      // A gateway may send 502 or 504 because there are too many connections. A 500 shows that valid requests get it at random.
      if (result.outcome === "answered" && result.status <= 500) addClass(result, classes);
    },
  });
  await probe.close();
  const { concurrency: most, timeoutMs } = settings.header.options;
  if (capacity >= ROOMY) {
    const keep = await respondsAgain({ ...common, timeoutMs: shortMs }, asking, numbers);
    if (!keep) journal.note({ kind: "capacity", code: "one-request", timeoutMs: shortMs });
    const unread = keep ? await findUnread(settings, { asking, numbers, classes }) : undefined;
    if (unread !== undefined)
      journal.note({ kind: "surroundings", code: "unread-body", ...unread });
    const isKept = keep && unread === undefined;
    return { concurrency: most, stallCapacity: capacity, timeoutMs, keep: isKept };
  }
  const concurrency = Math.max(1, Math.min(most, capacity));
  const treated = { stallCapacity: capacity, concurrency, timeoutMs: shortMs };
  journal.note({ kind: "capacity", code: "capacity", ...treated });
  return { concurrency, stallCapacity: capacity, timeoutMs: shortMs, keep: capacity > 0 };
}

/** False if the second valid request on a connection gets no response in time, and the first one on the next connection does. */
async function respondsAgain(
  sending: ReturnType<typeof sendingOf>,
  asking: Case,
  numbers: FreshSequence,
): Promise<boolean> {
  const dispatcher = new Dispatcher({ ...sending, keep: true, lingerMs: 0 }, numbers);
  try {
    for (let connection = 0; connection < CONNECTIONS; connection += 1)
      for (const isSecond of [false, true]) {
        const { answers } = await dispatcher.reply(asking);
        if ((answers[0]?.outcome === "timed-out") !== isSecond) return true;
      }
    return false;
  } finally {
    await dispatcher.close();
  }
}

type Usual = { asking: Case; numbers: FreshSequence; classes: ReadonlySet<string> };

/**
 * Whether the body of a request to another path stays unread, so that the next request on its connection begins with it. Each
 * time, a valid request after it gets something else than one on a new connection.
 */
async function findUnread(
  settings: RunSettings,
  { asking, numbers, classes }: Usual,
): Promise<Unread | undefined> {
  const on = requestsOf(interfaceOf(settings.header));
  const request = on.request(on.body(), { path: on.target(ELSEWHERE) });
  // The profile safe sends to no other path.
  const isSafe = settings.header.options.profile === "safe";
  if (isSafe || asking.request.sender !== "client" || !on.hasBody) return undefined;
  const elsewhere = { ...asking, id: "control/elsewhere", request };
  const dispatcher = new Dispatcher({ ...sendingOf(settings), keep: true, lingerMs: 0 }, numbers);
  const ask = async (sent: Case): Promise<RequestResult | undefined> =>
    (await dispatcher.reply(sent)).answers[0];
  const isKnown = (result: RequestResult): boolean =>
    turnsAway(result) || classes.has(controlClass(result));
  try {
    let found: Unread | undefined;
    for (let nth = 0; nth < CONNECTIONS; nth += 1) {
      // In pairs: of two servers that respond in turn, the next request meets the same one as without this.
      const usual = [await ask(asking), await ask(asking)];
      if (!usual.every((each) => each?.outcome === "answered" && isKnown(each))) return undefined;
      const first = await ask(elsewhere);
      const next = await ask(asking);
      if (first?.outcome !== "answered") return undefined;
      if (next?.outcome !== "answered" || isKnown(next) || next.status === 409) return undefined;
      const { reason } = next.response;
      found = { first: resultWord(first), next: resultWord(next), reason: rawText(reason) };
      await dispatcher.closeIdle();
    }
    return found;
  } finally {
    await dispatcher.close();
  }
}

type Unread = Pick<Extract<NewNote, { code: "unread-body" }>, "first" | "next" | "reason">;

/** What a rate limit sends says nothing about the target. */
export function addClass(result: RequestResult, classes: Set<string>): void {
  if (hasResponded(result) && !turnsAway(result)) classes.add(controlClass(result));
}
