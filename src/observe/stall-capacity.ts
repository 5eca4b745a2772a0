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

/**
 * How many unfinished requests the target tolerates while it still responds to a valid one: 0 for a
 * server that handles one connection at a time, at most 256. Cases that end in timeouts may overlap
 * only this far, otherwise they would be mistaken for each other.
 */
export async function stallCapacity(options: {
  insecure: boolean;
  valid: Case;
  probe: Dispatcher;
  /** How long the target took to respond: a request that was begun blocks it no earlier. */
  latencyMs: number;
  /** Gets the responses to the valid request. */
  seen?: (result: RequestResult) => void;
}): Promise<number> {
  const held: Socket[] = [];
  const settleMs = Math.max(SETTLE_MS, Math.min(MOST_SETTLE_MS, options.latencyMs));
  let capacity = 0;
  let fault: Error | undefined;
  const failed = (error: Error): void => {
    fault ??= machineFault(error);
  };
  try {
    for (const level of LEVELS) {
      while (held.length < level)
        held.push(hold(options.probe.fill(options.valid), options.insecure, failed));
      await new Promise((resolve) => setTimeout(resolve, settleMs));
      const probes = Array.from({ length: PROBES }, () => sentTwice(options));
      const replies = await Promise.all(probes);
      if (fault !== undefined) throw fault;
      for (const { answers } of replies) if (answers[0]) options.seen?.(answers[0]);
      if (!replies.every(({ answers }) => hasResponded(answers[0]))) break;
      capacity = level;
    }
  } finally {
    for (const socket of held) socket.destroy();
  }
  return capacity;
}

/** Sends the valid request, and once more if its connection ended at once: that may happen to any request. */
async function sentTwice({ probe, valid }: { probe: Dispatcher; valid: Case }) {
  const first = await probe.send(valid);
  const [result] = first.answers;
  const isCut = result?.outcome === "reset" || result?.outcome === "closed";
  return isCut ? probe.send(valid) : first;
}

/**
 * A connection on which a request was started: its head announces a body that does not follow. For a request without a
 * body, the head itself does not end.
 */
function hold(filling: Filling, insecure: boolean, failed: (error: Error) => void): Socket {
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
