import { interfaceOf } from "../contract/index.ts";
import { requestsOf, render, type Filling } from "../generate/index.ts";
import type { Case, SendLimits, NewNote, RequestResult } from "../model/index.ts";
import { hasResponded, isComplete, turnsAway, rawText, resultWord } from "../model/index.ts";
import { Dispatcher } from "./dispatcher.ts";
import type { FreshSequence } from "./fresh-sequence.ts";
import type { Journal } from "./journal.ts";
import { ELSEWHERE } from "./refused-probe.ts";
import { briefly, sendingOf, type RunSettings } from "./run-settings.ts";
import { controlClass } from "./loss-rows.ts";
import type { Socket } from "node:net";
import { machineFault } from "../machine-fault.ts";
import { openConnection } from "../send/index.ts";
import { durationText } from "../text/index.ts";

/** Below this, waiting cases are sent in sequence, and each gets less time. */
const ROOMY = 32;
/** Connections that must show it before each request has a connection of its own. */
const CONNECTIONS = 3;

/** A slow valid request gets so many times as long as those before it took. */
const SLOWER = 2;

/** The first requests, of which the faster one took `latencyMs`; others get `shortMs`. */
type Known = {
  asking: Case;
  numbers: FreshSequence;
  latencyMs: number;
  shortMs: number;
  results: readonly RequestResult[];
};

/** How to treat a target, so that its cases are not mistaken for each other, by experiment. */
export async function measuredLimits(
  settings: RunSettings,
  known: Known,
  classes: Set<string>,
  journal: Journal,
): Promise<SendLimits> {
  const { asking, latencyMs, results, numbers } = known;
  const common = sendingOf(settings);
  const seen = (result: RequestResult): void => {
    // A gateway may send 502 or 504 because there are too many connections. A 500 shows that valid requests get it at random.
    if (result.outcome === "answered" && result.status <= 500) addClass(result, classes);
  };
  const measured = async (waitMs: number): Promise<number> => {
    const probe = new Dispatcher(briefly(settings, 2 * waitMs), numbers);
    const by = { insecure: common.insecure, valid: asking, probe, waitMs, latencyMs, seen };
    return stallCapacity(by).finally(() => probe.close());
  };
  let { shortMs } = known;
  const isSlow = Math.max(...results.map(({ totalUs }) => totalUs / 1000)) >= shortMs;
  let capacity = isSlow ? 0 : await measured(shortMs);
  // Valid requests may be as slow without unfinished ones.
  const aloneMs = capacity < ROOMY ? await slowAloneMs(settings, known) : undefined;
  if (aloneMs !== undefined)
    shortMs = Math.min(common.timeoutMs, Math.max(shortMs, Math.ceil(SLOWER * aloneMs)));
  if (isSlow || shortMs > known.shortMs) capacity = await measured(shortMs);
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

/** Whether the unread body of a request to another path begins the next request on its connection: that gets something else. */
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

const LEVELS = [1, 2, 4, 8, 16, 32, 64, 128, 256];
/** At each level: of a server with several processes, one of them may hold all the connections, and another get the valid request. */
const PROBES = 4;
/** Idle connections kept after a response also block servers that serve one at a time. */
const SETTLE_MS = 20;
const MOST_SETTLE_MS = 500;
/** A level is tried so often, if valid requests were lost at it that the unfinished ones did not keep waiting. */
const TRIES = 3;

/**
 * How many unfinished requests the target tolerates while it still responds to a valid one: 0 for a
 * server that handles one connection at a time, at most 256. Cases that end in timeouts may overlap
 * only this far, otherwise they would be mistaken for each other.
 */
export async function stallCapacity(options: {
  insecure?: boolean;
  valid: Case;
  /** Waits for twice as long as `waitMs`. */
  probe: Dispatcher;
  waitMs: number;
  /** How long the target took to respond: a request that was begun blocks it no earlier. */
  latencyMs: number;
  seen?: (result: RequestResult) => void;
}): Promise<number> {
  const held: Socket[] = [];
  const settleMs = Math.max(SETTLE_MS, Math.min(MOST_SETTLE_MS, options.latencyMs));
  let capacity = 0;
  let fault: Error | undefined;
  const failed = (error: Error): void => {
    fault ??= machineFault(error);
  };
  const release = (): void => {
    const all = held.splice(0);
    options.probe.hasAccepted(
      all.filter(({ bytesRead, destroyed }) => !destroyed && bytesRead === 0).length,
    );
    for (const socket of all) socket.destroy();
  };
  try {
    for (let [at, tries, isOneByOne] = [0, 1, false]; at < LEVELS.length;) {
      const level = LEVELS[at] ?? 0;
      while (held.length < level)
        held.push(hold(options.probe.begin(options.valid), options.insecure, failed));
      await new Promise((resolve) => setTimeout(resolve, settleMs));
      const probed = await sendProbes(options, release, isOneByOne);
      if (fault !== undefined) throw fault;
      // A limit of connections, or a busy machine: together they are more than one.
      const isBlocked = probed === "blocked" || (probed === "lost" && tries === TRIES);
      if (isBlocked && (at > 0 || isOneByOne)) break;
      if (isBlocked) [isOneByOne, tries] = [true, 1];
      if (isBlocked) continue;
      tries = probed === "lost" ? tries + 1 : 1;
      if (probed === "responded") {
        capacity = level;
        at = isOneByOne ? LEVELS.length : at + 1;
      }
    }
  } finally {
    release();
  }
  return capacity;
}

/** Ends unfinished requests if the valid ones wait too long: those that were blocked then get a response. */
async function sendProbes(
  options: Parameters<typeof stallCapacity>[0],
  release: () => void,
  isOneByOne: boolean,
): Promise<"responded" | "blocked" | "lost"> {
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    release();
  }, options.waitMs);
  let before: Promise<unknown> = Promise.resolve();
  const probe = async (): Promise<"responded" | "blocked" | "lost"> => {
    const [result] = (await sentTwice(options)).answers;
    if (result) options.seen?.(result);
    if (hasResponded(result)) return isLate ? "blocked" : "responded";
    return result?.outcome === "timed-out" ? "lost" : "blocked";
  };
  const probes = Array.from({ length: PROBES }, () => {
    const own = isOneByOne ? before.then(probe) : probe();
    before = own;
    return own;
  });
  const found = await Promise.all(probes).finally(() => clearTimeout(late));
  return (
    found.find((each) => each === "blocked") ?? found.find((each) => each === "lost") ?? "responded"
  );
}

/** Sends the valid request, and once more if its connection ended at once: that may happen to any request. */
async function sentTwice({ probe, valid }: { probe: Dispatcher; valid: Case }) {
  const first = await probe.send(valid);
  const [result] = first.answers;
  const isCut = result?.outcome === "reset" || result?.outcome === "closed";
  return isCut ? probe.send(valid) : first;
}

/** A connection on which a request was started: its head announces a body that does not follow, or does not end. */
function hold(
  filling: Filling,
  insecure: boolean | undefined,
  failed: (error: Error) => void,
): Socket {
  const requests = requestsOf(filling.interface);
  const head = requests.head();
  const begun = requests.hasBody ? head : head.slice(0, -1);
  return openConnection(filling.target, { insecure }, (error, socket) => {
    if (socket === undefined) return error === null ? undefined : failed(error);
    socket.on("error", failed);
    socket.write(render(begun, filling, requests.bodyBytes));
    return undefined;
  });
}

/** Of so many valid requests, a single slow one may be so by chance. */
const ASKED = 8;
const SEVERAL = 2;
/** Slower ones make a run long. */
const SLOW_MS = 1000;

/** The longest time of valid requests that were sent alone, if several were slow: one of several servers may be. Tells that the run takes long. */
async function slowAloneMs(
  settings: RunSettings,
  { asking, numbers }: { asking: Case; numbers: FreshSequence },
): Promise<number | undefined> {
  const dispatcher = new Dispatcher({ ...sendingOf(settings), keep: false }, numbers);
  const times: number[] = [];
  try {
    while (times.length < ASKED && !settings.signal.aborted) {
      const result = await dispatcher.ask(asking);
      // One without a response took its time-out.
      times.push(result && isComplete(result) ? result.totalUs / 1000 : dispatcher.timeoutMs);
    }
  } finally {
    await dispatcher.close();
  }
  const slow = times.filter((each) => each >= SLOW_MS);
  if (slow.length < SEVERAL) return undefined;
  const longest = Math.max(...slow);
  settings.events?.phase?.(
    `${slow.length} of ${times.length} valid requests took up to ${durationText(longest)} although nothing else was sent: the run takes long (--max-time ends it earlier)`,
  );
  return longest;
}
