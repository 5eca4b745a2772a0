import { DEFAULT_READ_LIMIT_BYTES } from "../options/index.ts";

/** Members of http-parser-js 0.5 that are not part of the interface of Node's parser. */
export type ParserMembers = {
  execute(chunk: Buffer): number | Error;
  /** Ends a body that lasts until the connection closes. */
  finish(): Error | undefined;
  /** Resets the parser; it is the constructor, and resets `maxHeaderSize`. Wrapped. */
  reinitialize(type: "RESPONSE"): void;
  /** Limit for the bytes of a head and of the chunks around it. Switched off. */
  maxHeaderSize: number;
  /** Position in the chunk. Read to count the bytes of a section. */
  offset: number;
  /** Returns the next line, or undefined if its line feed has not arrived. Wrapped to limit it. */
  consumeLine(): string | undefined;
  /** Adds a header line. Wrapped, because a folded line of spaces takes quadratic time. */
  parseHeader(line: string, headers: string[]): void;
  /** Reads the line before a chunk. Wrapped to check the chunk size. */
  BODY_CHUNKHEAD(): void;
  /** The expected next part, and the received part of a line: is a response unfinished? */
  state: string;
  line: string;
  /** The value of Content-Length, or the size of the chunk; null without one. */
  body_bytes: number | null;
  /** Callback for a head; returns 1 for a response that has no body. Wrapped. */
  2: (info: { statusCode: number; shouldKeepAlive: boolean }) => unknown;
  /** Callback for the end of a response. Wrapped. */
  4: () => unknown;
};

/** States that read one line, in any number of chunks. */
const CHUNK_LINES = new Set(["BODY_CHUNKHEAD", "BODY_CHUNKEMPTYLINE"]);
/** The headers that the parser itself uses; no others are needed. */
const MEANINGFUL = new Set(["connection", "content-length", "transfer-encoding", "upgrade"]);
const MEANINGFUL_LENGTHS = new Set(Array.from(MEANINGFUL, (name) => name.length));

/** http-parser-js 0.5 has no limit on trailers and chunk lines, and loops on a negative chunk size. Only the headers it needs are kept. */
export function boundParser(parser: ParserMembers): { forgetLines: () => void } {
  const { consumeLine, parseHeader, reinitialize, BODY_CHUNKHEAD } = parser;
  /** Bytes of the lines of a head, a trailer section, or one line of the chunked coding. */
  let section = 0;
  /** Keeps the header line that a folded one would continue. */
  let kept = false;
  // The parser counts what came before a head in the same chunk, too. Its lines are counted here.
  parser.maxHeaderSize = Infinity;
  parser.reinitialize = (type) => {
    reinitialize.call(parser, type);
    parser.maxHeaderSize = Infinity;
    section = 0;
  };
  parser.consumeLine = () => {
    const from = parser.offset;
    const line = consumeLine.call(parser);
    section += parser.offset - from;
    if (section > DEFAULT_READ_LIMIT_BYTES)
      throw new Error(`section over ${DEFAULT_READ_LIMIT_BYTES} bytes`);
    if (line !== undefined && CHUNK_LINES.has(parser.state)) section = 0;
    return line;
  };
  parser.parseHeader = (line, headers) => {
    const isFold = line.startsWith(" ") || line.startsWith("\t");
    if (!isFold) {
      kept = isMeaningful(line);
      if (kept || line.includes("\r")) parseHeader.call(parser, line, headers);
      return;
    }
    const last = headers.length - 1;
    if (kept && last > 0) headers[last] = `${headers[last]} ${line.trim()}`;
  };
  parser.BODY_CHUNKHEAD = () => {
    BODY_CHUNKHEAD.call(parser);
    if (parser.state !== "BODY_CHUNKHEAD" && !((parser.body_bytes ?? 0) >= 0))
      throw new Error("chunk size");
  };
  return {
    forgetLines: () => {
      section = 0;
    },
  };
}

function isMeaningful(line: string): boolean {
  const colon = line.indexOf(":");
  return MEANINGFUL_LENGTHS.has(colon) && MEANINGFUL.has(line.slice(0, colon).toLowerCase());
}

const LINE_END = "\r\n";
const HEAD_END = Buffer.from("\r\n\r\n");
const DATE = /\r\ndate: /i;
const [CR, LF] = [13, 10];

type Head = { statusCode: number };

/** Servers repeat their heads, apart from Date: one with the same bytes need not be parsed again. */
export class KnownHead {
  #bytes: Buffer = Buffer.alloc(0);
  #bodyLength = 0;
  /** Where the value of Date stands in the bytes; both are 0 without one. */
  #dateFrom = 0;
  #dateTo = 0;
  head: Head | undefined;

  /** Remembers the head in these bytes, which the parser read from its first byte on. */
  learn(bytes: Buffer, bodyLength: number, head: Head): void {
    if (!bytes.subarray(-HEAD_END.length).equals(HEAD_END)) return this.forget();
    this.#bytes = Buffer.from(bytes);
    this.#bodyLength = bodyLength;
    this.head = head;
    const text = bytes.toString("latin1");
    const date = DATE.exec(text);
    this.#dateFrom = date === null ? 0 : date.index + date[0].length;
    this.#dateTo = date === null ? 0 : text.indexOf(LINE_END, this.#dateFrom);
  }

  forget(): void {
    this.head = undefined;
  }

  /** The length of the response that begins here, 0 if its head is not the known one or it is not complete. */
  lengthAt(chunk: Buffer, from: number): number {
    if (this.head === undefined) return 0;
    const headEnd = from + this.#bytes.length;
    const end = headEnd + this.#bodyLength;
    if (end > chunk.length) return 0;
    const isKnown =
      chunk.compare(this.#bytes, 0, this.#bytes.length, from, headEnd) === 0 ||
      this.#isButForDate(chunk, from);
    return isKnown ? end - from : 0;
  }

  /** Whether only the value of Date differs. If so, remembers the new one. */
  #isButForDate(chunk: Buffer, from: number): boolean {
    const bytes = this.#bytes;
    if (this.#dateTo === 0) return false;
    const dateFrom = from + this.#dateFrom;
    const dateTo = from + this.#dateTo;
    for (let at = dateFrom; at < dateTo; at += 1)
      if (chunk[at] === CR || chunk[at] === LF) return false;
    const headEnd = from + bytes.length;
    if (chunk.compare(bytes, 0, this.#dateFrom, from, dateFrom) !== 0) return false;
    if (chunk.compare(bytes, this.#dateTo, bytes.length, dateTo, headEnd) !== 0) return false;
    chunk.copy(bytes, this.#dateFrom, dateFrom, dateTo);
    return true;
  }
}
