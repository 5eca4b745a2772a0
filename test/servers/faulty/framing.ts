import { beyondLimits, complete, incomplete, large, refusable } from "./expected.ts";
import { type Faulty, BODY, CHUNKED_HEAD, headOf, wholeResponse } from "./faulty-server.ts";
import { startSending, startSendingAndClosing } from "./raw-server.ts";
import { forEver, repeatedly } from "./send-all.ts";

const TINY_CHUNKS = 1_000_000;
const MANY_INTERIM = 10_000;
const INTERIM = "HTTP/1.1 103 Early Hints\r\nLink: </hint>; rel=preload\r\n\r\n";
/** One more than the largest integer below which doubles are exact. */
const BEYOND_EXACT = "9007199254740993";
const ONE_CHUNK = `e\r\n${BODY}\r\n`;

/** The same response for each request, in one write, on a connection that stays open. */
const always =
  (...bytes: string[]) =>
  () =>
    startSending(() => [bytes.join("")]);

/** Well-formed pieces in numbers that a client may refuse. */
const numbers = {
  "tiny-chunks": {
    about: "sends a body of a million one-byte chunks",
    expected: large("201"),
    start: () =>
      startSending(function* () {
        yield CHUNKED_HEAD;
        yield* repeatedly(TINY_CHUNKS, "1\r\nx\r\n");
        yield "0\r\n\r\n";
      }),
  },
  "endless-chunks": {
    about: "sends chunks forever",
    expected: beyondLimits,
    start: () =>
      startSending(function* () {
        yield CHUNKED_HEAD;
        yield* forEver(`400\r\n${"x".repeat(1024)}\r\n`);
      }),
  },
  "endless-trailer": {
    about: "sends trailer fields forever",
    expected: beyondLimits,
    start: () =>
      startSending(function* () {
        yield `${CHUNKED_HEAD}${ONE_CHUNK}0\r\n`;
        yield* forEver(`X-Trailer: ${"y".repeat(1000)}\r\n`);
      }),
  },
  "endless-interim": {
    about: "sends 103 forever",
    expected: beyondLimits,
    start: () => startSending(() => forEver(INTERIM.repeat(20))),
  },
  "many-interim": {
    about: "sends 10,000 responses 103 before 201",
    expected: large("201"),
    start: () =>
      startSending(function* () {
        yield* repeatedly(MANY_INTERIM, INTERIM, 20);
        yield wholeResponse();
      }),
  },
} satisfies Record<string, Faulty>;

/** A Content-Length that is wrong or invalid. */
const lengths = {
  "duplicate-length-equal": {
    about: "sends Content-Length twice with the same value",
    expected: refusable("201"),
    start: always(headOf("Content-Length: 14\r\nContent-Length: 14\r\n"), BODY),
  },
  "duplicate-length-different": {
    about: "sends Content-Length twice, 14 and 15, with 14 bytes",
    expected: incomplete("malformed"),
    start: always(headOf("Content-Length: 14\r\nContent-Length: 15\r\n"), BODY),
  },
  "length-and-chunked": {
    about: "sends both Content-Length and Transfer-Encoding: chunked, with a body in chunks",
    expected: refusable("201"),
    start: always(
      headOf("Content-Length: 14\r\nTransfer-Encoding: chunked\r\n"),
      ONE_CHUNK,
      "0\r\n\r\n",
    ),
  },
  "negative-length": {
    about: "announces -1 bytes, sends 14 and closes",
    expected: incomplete("malformed"),
    start: () => startSendingAndClosing(headOf("Content-Length: -1\r\n") + BODY),
  },
  "huge-length": {
    about: "announces 9,007,199,254,740,993 bytes and sends 14",
    expected: { accepts: ["not-held", "not-judged"], outcomes: ["timed-out", "too-large"] },
    start: always(headOf(`Content-Length: ${BEYOND_EXACT}\r\n`), BODY),
  },
  "chunk-size-overflow": {
    about: "sends a chunk size of 17 hexadecimal digits",
    expected: {
      accepts: ["not-held", "not-judged"],
      outcomes: ["malformed", "timed-out", "too-large"],
    },
    start: always(CHUNKED_HEAD, `1000000000000000e\r\n${BODY}\r\n0\r\n\r\n`),
  },
  "missing-last-chunk": {
    about: "closes after a whole chunk that is not the last",
    expected: incomplete("closed"),
    start: () => startSendingAndClosing(CHUNKED_HEAD + ONE_CHUNK),
  },
} satisfies Record<string, Faulty>;

/** Bytes after the end of the response. */
const surplus = {
  "surplus-204": {
    about: "sends 204 with five bytes of body, and keeps the connection open",
    expected: refusable("204"),
    start: always("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello"),
  },
  "surplus-after": {
    about: "sends five bytes after a whole response, and keeps the connection open",
    expected: complete("201"),
    start: always(wholeResponse(), "extra"),
  },
  "second-response": {
    about: "sends two whole responses for each request",
    expected: complete("201"),
    start: always(wholeResponse(), wholeResponse("", "HTTP/1.1 500 Unasked")),
  },
} satisfies Record<string, Faulty>;

/** Servers whose responses have odd framing: counts, lengths, and extra bytes. */
export const framings = { ...numbers, ...lengths, ...surplus };
