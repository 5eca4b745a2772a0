/** A value that an option does not accept. The reader adds where it was written. */
export class InvalidOptionValue extends Error {
  /** The accepted values, in words. */
  readonly accepts: string;

  constructor(accepts: string, given: string) {
    super(`must be ${accepts}, got ${JSON.stringify(given)}`);
    this.name = "InvalidOptionValue";
    this.accepts = accepts;
  }
}
