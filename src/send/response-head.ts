import type { OmittedParts } from "../model/index.ts";
import { type Fault, isLineEnd, type Line, type ResponseBytes } from "./response-bytes.ts";

export type HeaderList = readonly (readonly [name: string, value: string])[];
type Header = [name: string, value: string];

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

  skip(bytes: number): void {
    this.#omittedLines += 1;
    this.#omittedBytes += bytes;
  }

  get omitted(): Pick<OmittedParts, "headers" | "headerBytes"> | undefined {
    if (this.#omittedLines === 0) return undefined;
    return { headers: this.#omittedLines, headerBytes: this.#omittedBytes };
  }
}

/** A header with this many bytes of name and value is only counted, whatever comes before it. */
const isNeverKept = (name: string, bytes: number): boolean =>
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

/** How the end of the body is found (RFC 9112, 6.3). */
export type Framing =
  | { kind: "none" }
  | { kind: "length"; bytes: number }
  | { kind: "chunked" }
  | { kind: "close" };

const QUOTED_VALUE = 30;

/** Finds the framing while header lines arrive, so that each line is read once, also if only the first ones are kept. */
class FramingFacts {
  #transferCoding: string | undefined;
  #length: string | undefined;
  #fault: string | undefined;

  see(name: string, value: string): void {
    if (name.length === "content-length".length && name.toLowerCase() === "content-length")
      for (const each of value.split(",")) this.#seeLength(each.trim());
    else if (name.length === "transfer-encoding".length) {
      if (name.toLowerCase() !== "transfer-encoding" || value === "") return;
      this.#transferCoding = value
        .slice(value.lastIndexOf(",") + 1)
        .trim()
        .toLowerCase();
    }
  }

  /** The framing, or why it is invalid. `bodyless` for the response to HEAD. */
  framing(status: number, bodyless: boolean): Framing | string {
    const informational = status >= 100 && status < 200;
    if (bodyless || informational || status === 204 || status === 304) return { kind: "none" };
    if (this.#transferCoding === "chunked") return { kind: "chunked" };
    if (this.#transferCoding !== undefined) return { kind: "close" };
    if (this.#fault !== undefined) return this.#fault;
    if (this.#length === undefined) return { kind: "close" };
    return { kind: "length", bytes: Number(this.#length) };
  }

  /** Equal values count as one (RFC 9110, 8.6). */
  #seeLength(text: string): void {
    if (this.#fault !== undefined) return;
    if (!/^\d+$/.test(text)) {
      this.#fault = `Content-Length ${quote(text)} is not a number`;
      return;
    }
    const length = text.replace(/^0+(?=\d)/, "");
    this.#length ??= length;
    if (this.#length !== length)
      this.#fault = `two different Content-Length values: ${quote(this.#length)} and ${quote(length)}`;
  }
}

const quote = (text: string): string => JSON.stringify(text.slice(0, QUOTED_VALUE));

/** Status line and header lines as received, within limits; `omitted` counts the rest. */
export type ResponseHead = {
  version: string;
  status: number;
  reason: string;
  headers: Header[];
  omitted?: OmittedParts;
};

export const KEPT_REASON = 1024;
const QUOTED = 60;
const PREFIX = "http/";
/** Digits, a point, digits: the longest realistic version. */
const LONGEST_VERSION = 7;

type StatusLine = Pick<ResponseHead, "version" | "status" | "reason"> & { reasonBytes: number };

/** Lenient: bare LF, any case, no reason, any byte in it, folded lines; a line without a colon becomes a name. */
export class HeadReader {
  readonly #lines = new HeaderLines();
  readonly #framing = new FramingFacts();
  #statusLine: StatusLine | undefined;
  /** The header that the next folded line would continue. */
  #open: { name: string; parts: string[]; bytes: number } | { skipped: number } | undefined;
  #whole = false;
  lines = 0;

  /** Reads as far as possible. True once the empty line has been read. */
  read(bytes: ResponseBytes): boolean | Fault {
    if (this.#statusLine === undefined) {
      const fault = this.#begin(bytes);
      if (fault !== undefined) return fault;
    }
    while (this.#statusLine !== undefined && !this.#whole) {
      const line = bytes.takeLine();
      if (line === undefined) return false;
      this.lines += 1;
      this.#header(bytes, line);
    }
    return this.#whole;
  }

  head(): ResponseHead {
    const { version = "", status = 0, reason = "", reasonBytes = 0 } = this.#statusLine ?? {};
    const omitted = {
      ...this.#lines.omitted,
      ...(reasonBytes > reason.length && { reasonBytes: reasonBytes - reason.length }),
    };
    return {
      version,
      status,
      reason,
      headers: this.#lines.kept,
      ...(Object.keys(omitted).length > 0 && { omitted }),
    };
  }

  framing(bodyless: boolean): Framing | string {
    return this.#framing.framing(this.#statusLine?.status ?? 0, bodyless);
  }

  #begin(bytes: ResponseBytes): Fault | undefined {
    while (bytes.cursor < bytes.length && isLineEnd(bytes.queue.at(bytes.cursor)))
      bytes.cursor += 1;
    const start = bytes.cursor;
    const seen = bytes.queue.text(start, Math.min(bytes.length, start + PREFIX.length));
    if (!PREFIX.startsWith(seen.toLowerCase()))
      return bytes.faultAtCursor("not an HTTP response:", QUOTED);
    const line = bytes.takeLine();
    if (line === undefined) return undefined;
    this.#statusLine = statusLine(bytes, line);
    if (this.#statusLine !== undefined) return undefined;
    const to = Math.min(line.to, line.from + QUOTED);
    return { detail: `no status line: ${bytes.quoted(line.from, to)}`, bytes: line.next };
  }

  #header(bytes: ResponseBytes, line: Line): void {
    if (line.to === line.from) {
      this.#close();
      this.#whole = true;
      return;
    }
    if (this.#open !== undefined && isFold(bytes.queue.at(line.from))) {
      const { from, to } = bytes.trimmed(line);
      if (to > from) this.#continue(bytes, from, to);
      return;
    }
    this.#close();
    const colon = bytes.queue.find(58, line.from, line.to);
    const nameEnd = colon === -1 ? line.to : colon;
    const value = bytes.trimmed({ from: colon === -1 ? line.to : colon + 1, to: line.to });
    if (this.#lines.isSkipped(nameEnd - line.from)) {
      this.#open = { skipped: nameEnd - line.from + value.to - value.from };
      return;
    }
    const name = bytes.queue.text(line.from, nameEnd);
    const parts = value.to > value.from ? [bytes.queue.text(value.from, value.to)] : [];
    this.#open = { name, parts, bytes: name.length + value.to - value.from };
  }

  /** A folded line with text: kept until the header is longer than any recorded one, or any that affects the framing. */
  #continue(bytes: ResponseBytes, from: number, to: number): void {
    const open = this.#open;
    if (open === undefined) return;
    if ("skipped" in open) {
      open.skipped += to - from + 1;
      return;
    }
    open.bytes += to - from + (open.parts.length > 0 ? 1 : 0);
    if (isNeverKept(open.name, open.bytes)) this.#open = { skipped: open.bytes };
    else open.parts.push(bytes.queue.text(from, to));
  }

  #close(): void {
    if (this.#open === undefined) return;
    if ("skipped" in this.#open) this.#lines.skip(this.#open.skipped);
    else {
      const { name, parts } = this.#open;
      const value = parts.join(" ");
      this.#framing.see(name, value);
      this.#lines.add(name, value);
    }
    this.#open = undefined;
  }
}

const isFold = (byte: number): boolean => byte === 32 || byte === 9;

/** The regular expressions see at most nine bytes. */
function statusLine(bytes: ResponseBytes, { from, to }: Line): StatusLine | undefined {
  const { queue } = bytes;
  const versionAt = from + PREFIX.length;
  const start = queue.text(versionAt, Math.min(to, versionAt + LONGEST_VERSION + 1));
  const version = /^(\d+(?:\.\d+)?)[ \t]/.exec(start)?.[1];
  if (version === undefined) return undefined;
  let at = versionAt + version.length;
  while (at < to && isFold(queue.at(at))) at += 1;
  const digits = /^(\d{3})(?:[ \t\r]|$)/.exec(queue.text(at, Math.min(to, at + 4)))?.[1];
  if (digits === undefined) return undefined;
  const reason = bytes.trimmed({ from: at + 3, to });
  return {
    version,
    status: Number(digits),
    reason: queue.text(reason.from, Math.min(reason.to, reason.from + KEPT_REASON)),
    reasonBytes: reason.to - reason.from,
  };
}

export const headerValue = (headers: HeaderList, name: string): string | undefined =>
  headers.find(([key]) => key.toLowerCase() === name)?.[1];

export function announcesClose(
  head: Pick<ResponseHead, "headers"> & { version?: string },
): boolean {
  const connection = headerValue(head.headers, "connection")?.toLowerCase() ?? "";
  if (/\bclose\b/.test(connection)) return true;
  return head.version === "1.0" && !/\bkeep-alive\b/.test(connection);
}

/** A header line that says that the body is compressed, or coded in another way. */
export const CODED_LINE =
  /^(?:content|transfer)-encoding[ \t]*:(?![ \t]*(?:chunked|identity)?[ \t]*\r?$)/im;

/** Whether the bytes of a body are not those of its text. */
export const isCoded = (headers: HeaderList): boolean =>
  headers.some((line) => CODED_LINE.test(line.join(":")));
