/** The text that is shown instead of a secret. */
export const REDACTED = "[redacted]";

/** A text that is sent and never shown: printed, logged or written as JSON, it is `[redacted]`. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself: for sending it to the target, and for finding it in responses. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return REDACTED;
  }
}
