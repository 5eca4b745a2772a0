/** A value that an option does not accept. The reader adds where it was written. */
export class InvalidOptionValue extends Error {
  /** What is wrong, without quoting the value: `must be an integer >= 1`. */
  readonly problem: string;

  /** `problem` says more than the accepted values, in words. */
  constructor(accepts: string, given: string, problem?: string) {
    super(problem ?? `must be ${accepts}, got ${JSON.stringify(given)}`);
    this.name = "InvalidOptionValue";
    this.problem = problem ?? `must be ${accepts}`;
  }
}
