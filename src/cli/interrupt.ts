import { constants } from "node:os";
import { terminalLines } from "../text/terminal-text.ts";
import { tell } from "./output.ts";

/** The signals that end a run early, with its footer and reports. */
const SIGNALS = ["SIGHUP", "SIGINT", "SIGTERM"] as const;
type Ending = (typeof SIGNALS)[number];

/** Reports of a large run take a moment; work that has not ended by then does not end by itself. */
const FAILED_MS = 5000;

let caught: Ending = "SIGINT";
let failWork: ((error: unknown) => void) | undefined;

/** The exit code of a run that a signal has ended: 128 and the number of the signal. */
export const interruptedCode = (): number => 128 + constants.signals[caught];

/**
 * Runs work that SIGINT, SIGTERM and SIGHUP end early. A second signal ends the process at once,
 * even while it is busy: the system does that.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let failure: { error: unknown } | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    caught = signal as Ending;
    release();
    // The system spares the first process of a container.
    if (process.pid === 1)
      onEach((each) => process.on(each, () => process.exit(interruptedCode())));
    tell(terminalLines(["", "  interrupted: writing what was recorded (again to stop at once)"]));
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

/**
 * Ends the work that is under way because of an error that nobody caught; what is recorded is
 * kept, and the work throws that error. False where no work is under way.
 */
export function failWorkUnderWay(error: unknown, giveUp: () => void): boolean {
  if (failWork === undefined) return false;
  failWork(error);
  failWork = undefined;
  setTimeout(giveUp, FAILED_MS).unref();
  return true;
}

const onEach = (act: (signal: Ending) => void): void => SIGNALS.forEach(act);
