/**
 * An error for the user: what is wrong, and what to do about it.  `exitCode` is 2 for usage and
 * configuration, 3 if the target could not be reached, 70 if this machine could not continue. A
 * target that misbehaves is never an error: it is an observation.
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
