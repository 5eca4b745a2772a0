import type { Omitted } from "../model/index.ts";

export type Header = [name: string, value: string];

/** Limits for the kept header lines of one response: their number and bytes. Node refuses longer heads. */
const KEPT_HEADERS = { lines: 200, bytes: 16_384 };

/** Lines that are kept beyond the first ones, within their own limits, because they decide about body and connection. */
const MEANINGFUL = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "transfer-encoding",
]);
const KEPT_MEANINGFUL = { lines: 20, bytes: 2048 };
const MEANINGFUL_LENGTHS = new Set(Array.from(MEANINGFUL, (name) => name.length));

/** Keeps the first header lines of a response, and counts the rest. */
export class HeaderLines {
  readonly kept: Header[] = [];
  #omittedLines = 0;
  #omittedBytes = 0;
  #left = { ...KEPT_HEADERS };
  #leftMeaningful = { ...KEPT_MEANINGFUL };

  add(name: string, value: string): void {
    const bytes = name.length + value.length;
    if (this.#omittedLines === 0 && fits(this.#left, bytes)) this.kept.push([name, value]);
    else if (isMeaningful(name) && fits(this.#leftMeaningful, bytes)) this.kept.push([name, value]);
    else this.skip(bytes);
  }

  /** A line with a name of this length is only counted, and need not be read. */
  isSkipped(nameLength: number): boolean {
    return this.#omittedLines > 0 && !MEANINGFUL_LENGTHS.has(nameLength);
  }

  /** Counts a skipped line. */
  skip(bytes: number): void {
    this.#omittedLines += 1;
    this.#omittedBytes += bytes;
  }

  /** How many header lines are not kept, and the bytes of their names and values. */
  get omitted(): Pick<Omitted, "headers" | "headerBytes"> | undefined {
    if (this.#omittedLines === 0) return undefined;
    return { headers: this.#omittedLines, headerBytes: this.#omittedBytes };
  }
}

/** A header with this many bytes of name and value is only counted, whatever comes before it. */
export const isNeverKept = (name: string, bytes: number): boolean =>
  bytes > KEPT_HEADERS.bytes && !isMeaningful(name);

const isMeaningful = (name: string): boolean =>
  MEANINGFUL_LENGTHS.has(name.length) && MEANINGFUL.has(name.toLowerCase());

/** Uses up room for a line; false if it is too long. */
function fits(left: { lines: number; bytes: number }, bytes: number): boolean {
  if (left.lines === 0 || left.bytes < bytes) return false;
  left.lines -= 1;
  left.bytes -= bytes;
  return true;
}
