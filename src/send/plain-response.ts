/** Heads with more lines or bytes are not plain. */
const MOST_LINES = 100;
const MOST_HEAD_BYTES = 16 * 1024;
const END_OF_HEAD = "\r\n\r\n";

const STATUS_LINE = /^HTTP\/1\.1 (?!204|304)[2-5]\d\d(?: [\x20-\x7e]*)?$/;
/** A name of RFC 9110 and a visible value. */
const HEADER_LINE = /^([\w!#$%&'*+.^`|~-]+): ?([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)$/;
const LENGTH = /^(?:0|[1-9]\d{0,8})$/;
/** undici keeps a connection for two seconds less than a server promises, if more than that is left. */
const KEPT = /^timeout=(?:[3-9]|[1-9]\d)/;

/** The only values of headers about the connection with which a response is plain. */
const ALLOWED: Readonly<Record<string, RegExp>> = {
  connection: /^keep-alive$/i,
  "keep-alive": KEPT,
  "proxy-connection": /^$/,
  "transfer-encoding": /^$/,
  upgrade: /^$/,
};

/**
 * Whether these bytes are exactly one response that every client reads alike: HTTP/1.1 with strict line ends, one
 * Content-Length, the whole body, nothing after it, and a connection that stays open. undici accepts each of these.
 */
export function isPlain(bytes: Buffer): boolean {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end === -1 || end > MOST_HEAD_BYTES) return false;
  const [statusLine = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n");
  if (!STATUS_LINE.test(statusLine) || lines.length > MOST_LINES) return false;
  let length: string | undefined;
  for (const line of lines) {
    const [, name, value = ""] = HEADER_LINE.exec(line) ?? [];
    if (name === undefined) return false;
    const lower = name.toLowerCase();
    if (ALLOWED[lower]?.test(value) === false) return false;
    if (lower !== "content-length") continue;
    if (length !== undefined || !LENGTH.test(value)) return false;
    length = value;
  }
  return length !== undefined && end + END_OF_HEAD.length + Number(length) === bytes.length;
}
