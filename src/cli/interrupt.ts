import { setMaxListeners } from "node:events";
import { constants } from "node:os";
import { performance } from "node:perf_hooks";
import { terminalLines } from "../text/index.ts";
import { tell } from "./output.ts";

/** The signals that end a run early, with its footer and reports. */
const SIGNALS = ["SIGHUP", "SIGINT", "SIGTERM"] as const;
type Ending = (typeof SIGNALS)[number];

/** Reports of a large run take a moment; work that has waited this long does not end by itself. */
const FAILED_MS = 5000;
/** A process waits if it does something for less of the time than this. */
const WAITING_SHARE = 0.1;
const MOST_TURNS = 12;

let caught: Ending = "SIGINT";
let failWork: ((error: unknown) => void) | undefined;

/** The exit code of a run that was ended by a signal: 128 plus the number of the signal. */
export const interruptedCode = (): number => 128 + constants.signals[caught];

/** Runs work that SIGINT, SIGTERM and SIGHUP end early. A second signal ends the process, even while it is busy. */
export async function interruptible<T>(
  work: (signal: AbortSignal) => Promise<T>,
  said = "interrupted: writing what was recorded (again to stop at once)",
): Promise<T> {
  const controller = new AbortController();
  // Each request in flight listens to it, and Node warns of a leak at the eleventh.
  setMaxListeners(0, controller.signal);
  let failure: { error: unknown } | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    caught = signal as Ending;
    release();
    // The system does not kill the first process of a container by default.
    if (process.pid === 1)
      onEach((each) => process.on(each, () => process.exit(interruptedCode())));
    tell(terminalLines(["", `  ${said}`]));
    controller.abort();
  };
  const release = (): void => onEach((each) => process.off(each, stop));
  onEach((each) => process.on(each, stop));
  failWork = (error) => {
    failure ??= { error };
    controller.abort();
  };
  try {
    const result = await work(controller.signal);
    if (failure !== undefined) throw failure.error;
    return result;
  } finally {
    failWork = undefined;
    release();
  }
}

/** Ends the current work because of an uncaught error; recorded data is kept. False if there is no work. */
export function failWorkUnderWay(error: unknown, giveUp: () => void): boolean {
  if (failWork === undefined) return false;
  failWork(error);
  failWork = undefined;
  giveUpOnceWaiting(giveUp);
  return true;
}

/** Only idle work is abandoned at once: on a busy machine, reports take longer. */
function giveUpOnceWaiting(giveUp: () => void, turn = 1): void {
  const before = performance.eventLoopUtilization();
  setTimeout(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    if (utilization < WAITING_SHARE || turn === MOST_TURNS) giveUp();
    else giveUpOnceWaiting(giveUp, turn + 1);
  }, FAILED_MS).unref();
}

const onEach = (act: (signal: Ending) => void): void => SIGNALS.forEach(act);
