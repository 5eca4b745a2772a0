import type { Response } from "../model/index.ts";
import type { ReadResponse } from "./response-reader.ts";

/** This many different responses are compared with the next one. */
const MOST = 8;
/** Responses with more bytes are read each time. */
const MOST_BYTES = 16 * 1024;

/** A response that arrived in one piece, was complete with its last byte, and left nothing open. */
export type LastResponse = {
  bytes: Buffer;
  read: ReadResponse;
  /** Whether they are a plain response, once that was needed. */
  isPlain?: boolean;
  /** The part of it for the record, once it was needed. */
  kept?: Response;
};

/**
 * The last responses of a target, byte for byte. The result and the recorded part of a response follow from its bytes
 * alone, so equal bytes are read once. A server that sends a date has new bytes each second.
 */
export class LastResponses {
  readonly #known: LastResponse[] = [];
  #oldest = 0;

  /** The response with exactly these bytes. */
  find(bytes: Buffer): LastResponse | undefined {
    for (const known of this.#known) if (known.bytes.equals(bytes)) return known;
    return undefined;
  }

  /** Keeps a copy of the bytes of a response, instead of the oldest. */
  add(bytes: Buffer, read: ReadResponse): LastResponse | undefined {
    if (bytes.length > MOST_BYTES) return undefined;
    const known: LastResponse = { bytes: Buffer.from(bytes), read };
    this.#known[this.#oldest] = known;
    this.#oldest = (this.#oldest + 1) % MOST;
    return known;
  }
}
