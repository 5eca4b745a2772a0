import type { Parser } from "autocannon";
import { DEFAULT_READ_LIMIT_BYTES } from "../options/limits.ts";

/** What the parser's errors say where a head, a trailer section or a line is over the limit. */
const TOO_LARGE = /^(max header size exceeded|section over \d+ bytes)$/;

/** States in which one line is read, however many chunks there are. */
const CHUNK_LINES = new Set(["BODY_CHUNKHEAD", "BODY_CHUNKEMPTYLINE"]);

/** How an error of a bounded parser reads as an outcome. */
export const parserEnding = (error: Error): "too-large" | "malformed" =>
  TOO_LARGE.test(error.message) ? "too-large" : "malformed";

/**
 * Bounds what a server can do to http-parser-js 0.5, which has no limit on trailer sections and
 * lines of the chunked coding, takes time quadratic in a folded line of spaces, runs for ever in a
 * circle on a negative chunk size (it goes back in the bytes), and takes a chunk size that is not
 * a number for the last one. Heads are read up to the limit of `run`, not up to 80 KiB.
 */
export function boundParser(parser: Parser): void {
  const { consumeLine, parseHeader, reinitialize, BODY_CHUNKHEAD } = parser;
  /** Bytes of the lines of a head, a trailer section, or one line of the chunked coding. */
  let section = 0;
  parser.maxHeaderSize = DEFAULT_READ_LIMIT_BYTES;
  parser.reinitialize = (type) => {
    reinitialize.call(parser, type);
    parser.maxHeaderSize = DEFAULT_READ_LIMIT_BYTES;
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
    if (!/^[ \t]/.test(line)) return parseHeader.call(parser, line, headers);
    const last = headers.length - 1;
    if (last > 0) headers[last] = `${headers[last]} ${line.trim()}`;
  };
  parser.BODY_CHUNKHEAD = () => {
    BODY_CHUNKHEAD.call(parser);
    if (parser.state !== "BODY_CHUNKHEAD" && !((parser.body_bytes ?? 0) >= 0))
      throw new Error("chunk size");
  };
}
