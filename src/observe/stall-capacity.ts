import type { Socket } from "node:net";
import { render, requestsOf, type Filling } from "../generate/index.ts";
import { machineFault } from "../machine-fault.ts";
import { type Case, type RequestResult, hasResponded } from "../model/index.ts";
import { openConnection } from "../send/index.ts";
import type { Dispatcher } from "./dispatcher.ts";

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
    for (const socket of held.splice(0)) socket.destroy();
  };
  try {
    for (let [at, tries] = [0, 1]; at < LEVELS.length;) {
      const level = LEVELS[at] ?? 0;
      while (held.length < level)
        held.push(hold(options.probe.begin(options.valid), options.insecure, failed));
      await new Promise((resolve) => setTimeout(resolve, settleMs));
      const probed = await sendProbes(options, release);
      if (fault !== undefined) throw fault;
      if (probed === "blocked" || (probed === "lost" && tries === TRIES)) break;
      tries = probed === "lost" ? tries + 1 : 1;
      if (probed === "responded") {
        capacity = level;
        at += 1;
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
): Promise<"responded" | "blocked" | "lost"> {
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    release();
  }, options.waitMs);
  const probes = Array.from({ length: PROBES }, async () => {
    const [result] = (await sentTwice(options)).answers;
    if (result) options.seen?.(result);
    if (hasResponded(result)) return isLate ? "blocked" : "responded";
    return result?.outcome === "timed-out" ? "lost" : "blocked";
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
