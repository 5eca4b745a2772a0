import { render, requestsOf, type Filling } from "../generate/index.ts";
import type { Socket } from "node:net";
import { hasResponded } from "../analyse/index.ts";
import { openConnection } from "../send/index.ts";
import { machineFault } from "../machine-fault.ts";
import type { Dispatcher } from "./dispatcher.ts";
import type { Case } from "../model/index.ts";

const LEVELS = [1, 2, 4, 8, 16, 32, 64, 128, 256];
/** Idle connections kept after a response also block servers that serve one at a time. */
const SETTLE_MS = 20;

/**
 * How many unfinished requests the target tolerates while it still responds to a valid one: 0 for a
 * server that handles one connection at a time, at most 256. Cases that end in timeouts may overlap
 * only this far, otherwise they would be mistaken for each other.
 */
export async function stallCapacity(options: {
  insecure: boolean;
  valid: Case;
  probe: Dispatcher;
}): Promise<number> {
  const held: Socket[] = [];
  let capacity = 0;
  let fault: Error | undefined;
  const failed = (error: Error): void => {
    fault ??= machineFault(error);
  };
  try {
    for (const level of LEVELS) {
      while (held.length < level)
        held.push(hold(options.probe.fill(options.valid), options.insecure, failed));
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      const { answers } = await options.probe.send(options.valid);
      if (fault !== undefined) throw fault;
      if (!hasResponded(answers[0])) break;
      capacity = level;
    }
  } finally {
    for (const socket of held) socket.destroy();
  }
  return capacity;
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
