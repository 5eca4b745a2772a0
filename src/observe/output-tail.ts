import type { Untrusted } from "../model/index.ts";

/** This much of the output of a served target is kept. */
const KEPT_BYTES = 64 * 1024;

/** The last 64 KiB of a process's output. */
export class OutputTail {
  #parts: Buffer[] = [];
  #bytes = 0;

  add(part: Buffer): void {
    this.#parts.push(part);
    this.#bytes += part.length;
    // Joined only now and then: a process may write a byte at a time.
    if (this.#bytes < 2 * KEPT_BYTES && this.#parts.length < 1000) return;
    const kept = Buffer.concat(this.#parts).subarray(-KEPT_BYTES);
    this.#parts = [Buffer.from(kept)];
    this.#bytes = kept.length;
  }

  /** At most 64 KiB; bytes that are not UTF-8 become replacement characters. */
  text(): Untrusted {
    return Buffer.concat(this.#parts).subarray(-KEPT_BYTES).toString("utf8");
  }
}
