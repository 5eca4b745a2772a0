import { closeSync, openSync, writeSync } from "node:fs";
import type { RunRecord } from "../model/run.ts";

const FLUSH_BYTES = 256 * 1024;

/** Appends records to `run.ndjson`, one line each. Memory stays flat: full buffers go to disk at once. */
export class RunWriter {
  readonly #file: number;
  #lines: string[] = [];
  #size = 0;

  constructor(path: string) {
    this.#file = openSync(path, "wx");
  }

  write(record: RunRecord): void {
    const line = JSON.stringify(record);
    this.#lines.push(line, "\n");
    this.#size += line.length;
    if (this.#size >= FLUSH_BYTES || record.type !== "observation") this.#maybeFlush(record.type);
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  /** What matters to somebody who watches goes out at once. */
  #maybeFlush(type: RunRecord["type"]): void {
    if (type !== "case" || this.#size >= FLUSH_BYTES) this.#flush();
  }

  #flush(): void {
    let rest = Buffer.from(this.#lines.join(""), "utf8");
    while (rest.length > 0) rest = rest.subarray(writeSync(this.#file, rest));
    this.#lines = [];
    this.#size = 0;
  }
}
