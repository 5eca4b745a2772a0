import type { Listening } from "../../../src/servers/json-server.ts";
import type { Expected } from "./expected.ts";

/** A server with one known fault. */
export type Faulty = {
  /** Its behaviour in one line, starting with a verb. */
  about: string;
  /** The results that the verbs must report about it. */
  expected: Expected;
  start: () => Promise<Listening>;
};

/** The body of a response whose body is normal. */
export const BODY = '{"status":201}';
const STATUS_LINE = "HTTP/1.1 201 Created";
const LENGTH = `Content-Length: ${BODY.length}\r\n`;

/** A response with a body of known length and any headers, each ending in CRLF. */
export const wholeResponse = (headers = "", statusLine = STATUS_LINE): string =>
  `${statusLine}\r\nContent-Type: application/json\r\n${LENGTH}${headers}\r\n${BODY}`;

/** Status line and headers, each ending in CRLF, including the empty line. */
export const headOf = (headers: string): string => `${STATUS_LINE}\r\n${headers}\r\n`;

/** The head of a response in chunks. */
export const CHUNKED_HEAD = headOf("Transfer-Encoding: chunked\r\n");
