import type { ByteQueue } from "./byte-queue.ts";
import { isBlank, type Fault, type Line, type ResponseBytes } from "./response-bytes.ts";

const QUOTED = 30;
const SEMICOLON = 59;
/** No limit is this large: bytes beyond stay there. */
const HUGE = Number.MAX_SAFE_INTEGER;

/** The part of a chunked body that is being read. */
export type ChunkedPart = "chunk framing" | "body" | "trailer section";

/** Reads the chunked coding (RFC 9112, 7.1) as it arrives. */
export class ChunkedBody {
  #left = 0;
  #at: "size" | "data" | "data-end" | "trailer" = "size";
  /** Lines of the trailer section so far. */
  trailerLines = 0;

  get part(): ChunkedPart {
    if (this.#at === "data") return "body";
    return this.#at === "trailer" ? "trailer section" : "chunk framing";
  }

  /**
   * True once the last chunk and the trailer section have been read; a fault if that is impossible.
   */
  read(bytes: ResponseBytes, body: ByteQueue): boolean | (Fault & { settled?: boolean }) {
    for (;;) {
      if (this.#at === "data") {
        this.#left -= bytes.moveTo(body, this.#left);
        if (this.#left > 0) return false;
        this.#at = "data-end";
      }
      const fault = this.#faultOfFirstByte(bytes);
      if (fault !== undefined) return fault;
      const line = bytes.takeLine();
      if (line === undefined) return false;
      if (this.#at === "size") {
        const size = sizeOf(bytes, line);
        if (size === undefined) return faultIn(bytes, line);
        this.#left = size;
        this.#at = size === 0 ? "trailer" : "data";
      } else if (this.#at === "data-end") this.#at = "size";
      else if (line.to === line.from) return true;
      else this.trailerLines += 1;
      bytes.pass();
    }
  }

  /** A first byte that cannot be right is reported without waiting for the line. */
  #faultOfFirstByte(bytes: ResponseBytes): (Fault & { settled: boolean }) | undefined {
    const { cursor, length, queue } = bytes;
    if (cursor >= length || this.#at === "trailer") return undefined;
    const first = queue.at(cursor);
    if (this.#at === "size")
      return digitOf(first) !== undefined || isBlank(first)
        ? undefined
        : bytes.faultAtCursor("chunk size", QUOTED);
    if (first === 10) return undefined;
    if (first === 13 && (cursor + 1 >= length || queue.at(cursor + 1) === 10)) return undefined;
    return bytes.faultAtCursor("chunk followed by", QUOTED);
  }
}

function faultIn(bytes: ResponseBytes, line: Line): Fault {
  const to = Math.min(line.to, line.from + QUOTED);
  return { detail: `chunk size ${bytes.quoted(line.from, to)}`, bytes: line.next };
}

/** White space, hexadecimal digits, white space, and an ignored extension; undefined for anything else. */
function sizeOf({ queue }: ResponseBytes, { from, to }: Line): number | undefined {
  let at = from;
  while (at < to && isBlank(queue.at(at))) at += 1;
  let size: number | undefined;
  for (; at < to; at += 1) {
    const digit = digitOf(queue.at(at));
    if (digit === undefined) break;
    size = Math.min(HUGE, 16 * (size ?? 0) + digit);
  }
  while (at < to && isBlank(queue.at(at))) at += 1;
  return at === to || queue.at(at) === SEMICOLON ? size : undefined;
}

/** Value of a hexadecimal digit. */
function digitOf(byte: number): number | undefined {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const lower = byte | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : undefined;
}
