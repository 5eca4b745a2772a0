import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";

/** A longer line is not read. Only files of a corpus are in a line in full; `catalogueHash` refuses those that do not fit. */
export const MAX_LINE_BYTES = 32 * 1024 * 1024;

const CHUNK_BYTES = 256 * 1024;
export const COMPRESSED = ".gz";

const LINE_FEED = 10;
const FOOTER_START = Buffer.from('{"type":"footer"');

/** A line: its bytes, undefined if it is too long; start and end in the file; and whether a line feed ends it. */
export type RecordLine = {
  bytes: Buffer | undefined;
  start: number;
  end: number;
  isEnded: boolean;
};

export type LinesRead = {
  /** SHA-256 of all lines before the last line that begins like a footer, if there is one. */
  beforeFooter: string | undefined;
  bytes: number;
};

/** Only a line feed ends a line. Memory holds one chunk of the file and one line. `until`: the number of bytes to read. */
export async function readLines(
  path: string,
  take: (line: RecordLine) => void,
  until = Number.POSITIVE_INFINITY,
): Promise<LinesRead> {
  const hash = createHash("sha256");
  const carry = new Carry();
  let beforeFooter: string | undefined;
  let start = 0;
  const endCarried = (feed: 0 | 1): void => {
    const bytes = carry.bytes();
    if (bytes !== undefined && isFooter(bytes)) beforeFooter = hash.copy().digest("hex");
    for (const part of carry.parts) hash.update(part);
    const end = start + carry.length;
    take({ bytes: bytes?.subarray(0, carry.length - feed), start, end, isEnded: feed === 1 });
    start += carry.length;
    carry.clear();
  };
  for await (const chunk of chunksOf(path, until)) {
    let at = 0;
    let hashed = 0;
    for (let feed = chunk.indexOf(LINE_FEED); feed !== -1; feed = chunk.indexOf(LINE_FEED, at)) {
      if (carry.length > 0) {
        carry.add(chunk.subarray(at, feed + 1), hash);
        endCarried(1);
        hashed = feed + 1;
      } else {
        const bytes = chunk.subarray(at, feed);
        if (isFooter(bytes)) {
          hash.update(chunk.subarray(hashed, at));
          hashed = at;
          beforeFooter = hash.copy().digest("hex");
        }
        take({ bytes, start, end: start + bytes.length + 1, isEnded: true });
        start += bytes.length + 1;
      }
      at = feed + 1;
    }
    hash.update(chunk.subarray(hashed, at));
    if (at < chunk.length) carry.add(chunk.subarray(at), hash);
  }
  if (carry.length > 0) endCarried(0);
  return { beforeFooter, bytes: start };
}

/** A stream whose end is before its start throws. */
function chunksOf(path: string, bytes: number): AsyncIterable<Buffer> | Buffer[] {
  if (path.endsWith(COMPRESSED)) return unzipped(path, bytes);
  return bytes === 0 ? [] : createReadStream(path, { highWaterMark: CHUNK_BYTES, end: bytes - 1 });
}

/** The bytes of a compressed file. If it is damaged or cut off, the record ends there: its footer is missing then. */
async function* unzipped(path: string, bytes: number): AsyncGenerator<Buffer> {
  const stream = createGunzip({ chunkSize: CHUNK_BYTES });
  // The error of either stream comes out of the loop.
  pipeline(createReadStream(path), stream, () => {});
  let left = bytes;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (left <= 0) return;
      yield chunk.subarray(0, Math.min(chunk.length, left));
      left -= chunk.length;
    }
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith("Z_")) throw error;
  }
}

const isFooter = (bytes: Buffer): boolean =>
  bytes.subarray(0, FOOTER_START.length).equals(FOOTER_START);

/** A line that continues in the next chunk. Too long a line is not kept. */
class Carry {
  parts: Buffer[] = [];
  length = 0;
  #isTooLong = false;

  add(part: Buffer, hash: Hash): void {
    this.length += part.length;
    if (this.length <= MAX_LINE_BYTES) {
      this.parts.push(part);
      return;
    }
    for (const each of [...this.parts, part]) hash.update(each);
    this.parts = [];
    this.#isTooLong = true;
  }

  bytes(): Buffer | undefined {
    return this.#isTooLong ? undefined : Buffer.concat(this.parts);
  }

  clear(): void {
    this.parts = [];
    this.length = 0;
    this.#isTooLong = false;
  }
}
