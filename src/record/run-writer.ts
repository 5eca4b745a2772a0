import { createHash, type Hash } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { RunFooter, RunRecord } from "../model/run.ts";
import { lockRun } from "./run-lock.ts";

const BUFFER_BYTES = 256 * 1024;
/** UTF-8 needs at most so many bytes for a character of a string. */
const MOST_BYTES = 3;

/**
 * Appends records to `run.ndjson`, one line each; the footer gets counts and a checksum of the lines before
 * it. Memory stays flat: a full buffer goes to disk at once. The run folder is locked until `close`.
 */
export class RunWriter {
  readonly #unlock: () => void;
  readonly #file: number;
  readonly #hash: Hash;
  readonly #counts: Record<string, number>;
  readonly #buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  #used = 0;

  /** Makes the record. Throws where there is one. */
  constructor(path: string) {
    this.#unlock = lockRun(dirname(path));
    try {
      this.#file = openSync(path, "wx");
    } catch (error) {
      this.#unlock();
      throw error;
    }
    this.#hash = createHash("sha256");
    this.#counts = {};
  }

  /** Gathers a record: it is on disk after the next `flush`. */
  write(record: RunRecord): void {
    this.#append(`${JSON.stringify(record.type === "footer" ? this.#sealed(record) : record)}\n`);
    this.#counts[record.type] = (this.#counts[record.type] ?? 0) + 1;
  }

  /** Hands everything to the operating system: a kill of this process loses nothing of it. */
  flush(): void {
    this.#writeOut(this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }

  close(): void {
    this.flush();
    closeSync(this.#file);
    this.#unlock();
  }

  #sealed(footer: RunFooter): RunFooter {
    this.flush();
    return { ...footer, counts: this.#counts, sha256: this.#hash.copy().digest("hex") };
  }

  #append(text: string): void {
    const most = text.length * MOST_BYTES;
    if (this.#used + most > BUFFER_BYTES) this.flush();
    if (most > BUFFER_BYTES) this.#writeOut(Buffer.from(text, "utf8"));
    else this.#used += this.#buffer.write(text, this.#used, "utf8");
  }

  #writeOut(bytes: Buffer): void {
    this.#hash.update(bytes);
    let rest = bytes;
    while (rest.length > 0) rest = rest.subarray(writeSync(this.#file, rest));
  }
}
