import { createHash } from "node:crypto";
import { closeSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { Case, Observation, Response, RunFooter, RunRecord } from "../model/index.ts";
import { lockRun } from "./run-lock.ts";
import { noteWritten } from "./written-files.ts";

const BUFFER_BYTES = 256 * 1024;
/** UTF-8 needs at most this many bytes for a character of a string. */
const MOST_BYTES = 3;

type Counts = Readonly<Record<string, number>>;

/** Counts and a checksum are in the footer. A full buffer is written immediately. The run folder is locked until `close`. */
export class RunWriter {
  readonly #unlock: () => void;
  readonly #file: number;
  readonly #hash = createHash("sha256");
  readonly #counts: Record<string, number> = {};
  readonly #text = new RecordText();
  readonly #buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  #used = 0;
  #position = 0;
  #isBroken = false;

  private constructor(file: number, unlock: () => void) {
    this.#file = file;
    this.#unlock = unlock;
  }

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

  /** Continues a record of which this many bytes are kept. The caller has locked the folder: closing calls `unlock`. */
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

const MOST = 8;

/**
 * Writes records as `JSON.stringify` does, with less work for repeated parts. Most observations are a single response
 * that an earlier one also had: then the senders use the same object (`send/tapped-response.ts`), and its text is made
 * once. The generated cases of a property share their reason and clauses (`generate/draw.ts`).
 */
export class RecordText {
  readonly #known: { response: Response; text: string }[] = [];
  #oldest = 0;
  #shared: (Pick<Case, "reason" | "clauses"> & { text: string }) | undefined;

  of(record: RunRecord): string {
    if (record.type === "observation") return this.#observation(record);
    if (record.type === "case" && isDrawn(record.case)) return this.#drawn(record.case);
    return JSON.stringify(record);
  }

  #drawn({ id, reason, clauses, request, valid, generated }: Drawn): string {
    if (this.#shared?.clauses !== clauses || this.#shared.reason !== reason) {
      const text = `"reason":${JSON.stringify(reason)},"clauses":${JSON.stringify(clauses)}`;
      this.#shared = { reason, clauses, text };
    }
    return (
      `{"type":"case","case":{"id":${JSON.stringify(id)},${this.#shared.text}` +
      `,"request":${JSON.stringify(request)}${member("valid", valid)}` +
      `,"generated":${JSON.stringify(generated)}}}`
    );
  }

  #observation(observation: Observation): string {
    const [result, ...more] = observation.answers;
    if (result?.outcome !== "answered" || more.length > 0) return JSON.stringify(observation);
    const { outcome, status, response, refusal, firstByteUs, totalUs } = result;
    const { type, seq, case: id, attempt, fresh, atMs, end, timeoutMs } = observation;
    const { leftover, resent, planned, check, again, lost, agent } = observation;
    return (
      `{"type":"${type}","seq":${seq},"case":${JSON.stringify(id)},"attempt":${attempt},"fresh":${fresh},"atMs":${atMs}` +
      `,"answers":[{"outcome":"${outcome}","status":${status},"response":${this.#response(response)}` +
      `${member("refusal", refusal)}${member("firstByteUs", firstByteUs)},"totalUs":${totalUs}}],"end":"${end}"` +
      `${member("leftover", leftover)},"timeoutMs":${timeoutMs}${member("resent", resent)}` +
      `${member("planned", planned)}${member("check", check)}${member("again", again)}${member("lost", lost)}` +
      `${member("agent", agent)}}`
    );
  }

  #response(response: Response): string {
    for (const each of this.#known) if (each.response === response) return each.text;
    const text = JSON.stringify(response);
    this.#known[this.#oldest] = { response, text };
    this.#oldest = (this.#oldest + 1) % MOST;
    return text;
  }
}

type Drawn = Case & Required<Pick<Case, "generated">>;

function isDrawn(sent: Case): sent is Drawn {
  const { generated, alone, hazard, sameIdentity, family, rung } = sent;
  const rest = alone ?? hazard ?? sameIdentity ?? family ?? rung;
  return generated !== undefined && rest === undefined;
}

const member = (name: string, value: unknown): string =>
  value === undefined ? "" : `,"${name}":${JSON.stringify(value)}`;
