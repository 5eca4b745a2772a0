/**
 * Something the user can mend: what is wrong, and what to do about it.
 *
 * `exitCode` is 2 for usage and configuration, 3 where the target could not be reached.
 * A target that misbehaves is never an error: it is an observation.
 */
export class WitnessError extends Error {
  readonly code: string;
  readonly hint: string | undefined;
  readonly exitCode: 2 | 3;

  constructor(code: string, message: string, options: { hint?: string; exitCode?: 2 | 3 } = {}) {
    super(message);
    this.name = "WitnessError";
    this.code = code;
    this.hint = options.hint;
    this.exitCode = options.exitCode ?? 2;
  }
}
