import { complete, large, refusable } from "./expected.ts";
import { type Faulty, BODY, wholeResponse } from "./faulty-server.ts";
import { startSending } from "./raw-server.ts";
import { repeatedly } from "./send-all.ts";

const FOLDED_LINES = 250_000;
const MANY_HEADERS = 100_000;
const FLOOD = 1000;

const WITH_LENGTH = `HTTP/1.1 201 Created\r\nContent-Length: ${BODY.length}\r\n`;

function* numbered(count: number): Generator<string> {
  for (let line = 0; line < count; line += 1) yield `x${line}:y\r\n`;
}

/** One block of lines from a generator of lines: fewer writes. */
const joined = (lines: Iterable<string>): string => [...lines].join("");

const withHeaders = (headers: string) => () => startSending(() => [wholeResponse(headers)]);

/** Servers with an odd head: its headers, their number and content. */
export const heads = {
  "folded-head": {
    about: "folds one header over 250,000 lines (1 MB)",
    expected: large("201"),
    start: () =>
      startSending(function* () {
        yield `${WITH_LENGTH}X-Folded: a\r\n`;
        yield* repeatedly(FOLDED_LINES, " z\r\n");
        yield `\r\n${BODY}`;
      }),
  },
  "many-headers": {
    about: "sends 100,000 headers in 1 MB",
    expected: large("201"),
    start: () => {
      const lines = joined(numbered(MANY_HEADERS));
      return startSending(() => [WITH_LENGTH, lines, `\r\n${BODY}`]);
    },
  },
  "bidi-and-control": {
    about: "sends bidirectional and control characters in headers and body",
    expected: refusable("201"),
    start: () => {
      const hostile = Buffer.from("a\u202eb\u2066c\u0085d\u001b[2Je\u0007f").toString("latin1");
      const body = `{"text":"${hostile}"}`;
      const headers = `Content-Length: ${body.length}\r\nX-Hostile: ${hostile}\r\n`;
      return startSending(() => [`HTTP/1.1 201 Created\r\n${headers}\r\n${body}`]);
    },
  },
  "github-commands": {
    about: "sends commands of GitHub's runner in reason, headers and body",
    expected: complete("201"),
    start: () => {
      const body = "::error::from the body\n##[error]from the body, too\n";
      const headers = `Content-Length: ${body.length}\r\nX-Command: ::set-env name=A::b\r\nX-Old: a ##[error]b\r\n`;
      return startSending(() => [`HTTP/1.1 201 ::error::a ##[error]b\r\n${headers}\r\n${body}`]);
    },
  },
  "date-flood": {
    about: "sends 1,000 Date headers, each with another day",
    expected: complete("201"),
    start: () => {
      const day = (n: number) => new Date(n * 86_400_000).toUTCString();
      const dates = Array.from({ length: FLOOD }, (_, n) => `Date: ${day(n)}\r\n`).join("");
      return withHeaders(dates)();
    },
  },
  "set-cookie-flood": {
    about: "sets 1,000 cookies of 100 bytes",
    expected: complete("201"),
    start: () => {
      const value = "v".repeat(100);
      const cookies = Array.from({ length: FLOOD }, (_, n) => `Set-Cookie: c${n}=${value}\r\n`);
      return withHeaders(cookies.join(""))();
    },
  },
} satisfies Record<string, Faulty>;
