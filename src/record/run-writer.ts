import { createHash } from "node:crypto";
import { closeSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { RunFooter, RunRecord } from "../model/index.ts";
import { RecordText } from "./record-text.ts";
import { lockRun } from "./run-lock.ts";
import { noteWritten } from "./written-files.ts";

const BUFFER_BYTES = 256 * 1024;
/** UTF-8 needs at most this many bytes for a character of a string. */
const MOST_BYTES = 3;

/** How many lines there are of each type of record. */
type Counts = Readonly<Record<string, number>>;

/**
 * Appends records to `run.ndjson`, one line each; the footer has counts and a checksum of the lines before
 * it. Memory stays constant: a full buffer is written to disk immediately. The run folder is locked until
 * `close`.
 */
export class RunWriter {
  readonly #unlock: () => void;
  readonly #file: number;
  readonly #hash = createHash("sha256");
  readonly #counts: Record<string, number> = {};
  readonly #text = new RecordText();
  readonly #buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  #used = 0;
  /** Where the next line is written. */
  #position = 0;
  /** A write has failed. */
  #isBroken = false;

  private constructor(file: number, unlock: () => void) {
    this.#file = file;
    this.#unlock = unlock;
  }

  /** Makes a record. Throws if there is one. */
  static create(path: string): RunWriter {
    const unlock = lockRun(dirname(path));
    try {
      noteWritten(path);
      return new RunWriter(openSync(path, "wx", 0o600), unlock);
    } catch (error) {
      unlock();
      throw error;
    }
  }

  /**
   * Continues a record of which this many bytes are kept, with their lines by type. The caller has locked
   * the folder: `unlock` is called on closing.
   */
  static append(path: string, bytes: number, counts: Counts, unlock: () => void): RunWriter {
    const writer = new RunWriter(openSync(path, "r+"), unlock);
    ftruncateSync(writer.#file, bytes);
    while (writer.#position < bytes) {
      const read = readSync(writer.#file, writer.#buffer, 0, BUFFER_BYTES, writer.#position);
      if (read === 0) throw new Error(`${path} has become shorter`);
      writer.#hash.update(writer.#buffer.subarray(0, read));
      writer.#position += read;
    }
    Object.assign(writer.#counts, counts);
    return writer;
  }

  /** Buffers a record: it is on disk after the next `flush`. */
  write(record: RunRecord): void {
    this.#append(`${this.#textOf(record)}\n`);
    this.#counts[record.type] = (this.#counts[record.type] ?? 0) + 1;
  }

  /** Passes everything to the operating system: killing this process then loses nothing. */
  flush(): void {
    const lines = this.#buffer.subarray(0, this.#used);
    this.#used = 0;
    this.#writeOut(lines);
  }

  close(): void {
    try {
      this.flush();
    } finally {
      closeSync(this.#file);
      this.#unlock();
    }
  }

  #textOf(record: RunRecord): string {
    return this.#text.of(record.type === "footer" ? this.#sealed(record) : record);
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

  /** Writes whole lines. If writing fails (a full disk), the record ends with the last whole line for good. */
  #writeOut(lines: Buffer): void {
    if (this.#isBroken) return;
    this.#hash.update(lines);
    let written = 0;
    try {
      while (written < lines.length)
        written += writeSync(this.#file, lines, written, undefined, this.#position + written);
    } catch (error) {
      this.#isBroken = true;
      const whole = lines.subarray(0, written).lastIndexOf("\n") + 1;
      ftruncateSync(this.#file, this.#position + whole);
      throw error;
    }
    this.#position += lines.length;
  }
}
