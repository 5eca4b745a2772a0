/**
 * An error for the user: what is wrong, and what to do about it. `exitCode` is 2 for usage and configuration, 3 if the target
 * could not be reached, 70 if this machine could not continue. A target that misbehaves is never an error: it is an observation.
 */
export class WitnessError extends Error {
  readonly code: string;
  readonly hint: string | undefined;
  readonly exitCode: 2 | 3 | 70;

  constructor(
    code: string,
    message: string,
    options: { hint?: string; exitCode?: 2 | 3 | 70; cause?: unknown } = {},
  ) {
    super(message, "cause" in options ? { cause: options.cause } : {});
    this.name = "WitnessError";
    this.code = code;
    this.hint = options.hint;
    this.exitCode = options.exitCode ?? 2;
  }
}

/** Thrown by work that was ended by a signal. Unfinished work is abandoned, and is in no record. */
export class Interrupted extends Error {
  constructor() {
    super("interrupted");
    this.name = "Interrupted";
  }
}

/** The outcome of this work, or a rejection with `Interrupted` as soon as the signal aborts. */
export function untilInterrupted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Interrupted());
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
    if (signal.aborted) stop();
  });
}

/** The outcome of this work; undefined if a signal has ended it. */
export const unlessInterrupted = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof Interrupted) return undefined;
    throw error;
  });
