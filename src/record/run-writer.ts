import { closeSync, openSync, writeSync } from "node:fs";
import type { RunRecord } from "../model/run.ts";

const BUFFER_BYTES = 256 * 1024;
/** UTF-8 needs at most so many bytes for a character of a string. */
const MOST_BYTES = 3;

/** Appends records to `run.ndjson`, one line each. Memory stays flat: a full buffer goes to disk at once. */
export class RunWriter {
  readonly #file: number;
  readonly #buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  #used = 0;

  constructor(path: string) {
    this.#file = openSync(path, "wx");
  }

  write(record: RunRecord): void {
    this.#append(JSON.stringify(record));
    this.#append("\n");
    // What matters to somebody who watches goes out at once.
    if (record.type !== "case" && record.type !== "observation") this.#flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #append(text: string): void {
    const most = text.length * MOST_BYTES;
    if (this.#used + most > BUFFER_BYTES) this.#flush();
    if (most > BUFFER_BYTES) this.#writeOut(Buffer.from(text, "utf8"));
    else this.#used += this.#buffer.write(text, this.#used, "utf8");
  }

  #flush(): void {
    this.#writeOut(this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }

  #writeOut(bytes: Buffer): void {
    let rest = bytes;
    while (rest.length > 0) rest = rest.subarray(writeSync(this.#file, rest));
  }
}
