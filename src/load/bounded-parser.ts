import type { Parser } from "autocannon";
import { DEFAULT_READ_LIMIT_BYTES } from "../options/limits.ts";

/** What the parser's errors say where a head, a trailer section or a line is over the limit. */
const TOO_LARGE = /^(max header size exceeded|section over \d+ bytes)$/;

/** States in which one line is read, however many chunks there are. */
const CHUNK_LINES = new Set(["BODY_CHUNKHEAD", "BODY_CHUNKEMPTYLINE"]);

/** The headers that the parser reads anything from; nobody asks for the others. */
const MEANINGFUL = new Set(["connection", "content-length", "transfer-encoding", "upgrade"]);
const MEANINGFUL_LENGTHS = new Set(Array.from(MEANINGFUL, (name) => name.length));

/** Whether a header line decides on the framing of a response or the end of its connection. */
function isMeaningful(line: string): boolean {
  const colon = line.indexOf(":");
  return MEANINGFUL_LENGTHS.has(colon) && MEANINGFUL.has(line.slice(0, colon).toLowerCase());
}

/** How an error of a bounded parser reads as an outcome. */
export const parserEnding = (error: Error): "too-large" | "malformed" =>
  TOO_LARGE.test(error.message) ? "too-large" : "malformed";

/**
 * Bounds what a server can do to http-parser-js 0.5, which has no limit on trailer sections and
 * lines of the chunked coding, takes time quadratic in a folded line of spaces, runs for ever in a
 * circle on a negative chunk size (it goes back in the bytes), and takes a chunk size that is not
 * a number for the last one. Heads are read up to the limit of `run`, not up to 80 KiB; of their
 * headers only those are kept that the parser itself needs: 100,000 others took it seconds.
 */
export function boundParser(parser: Parser): void {
  const { consumeLine, parseHeader, reinitialize, BODY_CHUNKHEAD } = parser;
  /** Bytes of the lines of a head, a trailer section, or one line of the chunked coding. */
  let section = 0;
  /** The header line that a folded one would continue is kept. */
  let kept = false;
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
}
