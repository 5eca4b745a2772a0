import { describe, expect, test } from "vitest";
import { ResponseReader } from "./response-reader.ts";

const LIMIT_BYTES = 64 * 1024 * 1024;
/** Twice as many steps, or a little more: a queue that grows doubles, now and then. Quadratic work takes 4 times as many. */
const ONE_DOUBLING = 2.8;
/** Over three doublings: 8 times, and what the queue's growth adds. Quadratic work takes 64 times as many. */
const THREE_DOUBLINGS = 12;
const MOST_STEPS_FOR_A_BYTE = 20;

const OK = "HTTP/1.1 200 OK\r\n";
const EMPTY = "Content-Length: 0\r\n\r\n";
const CHUNKS = `${OK}Transfer-Encoding: chunked\r\n\r\n`;
const LAST = "0\r\n\r\n";

/** A response of which one thing grows with `n`. */
const shapes: [name: string, text: (n: number) => string][] = [
  ["a long reason", (n) => `HTTP/1.1 200 ${"r".repeat(n)}\r\n${EMPTY}`],
  ["spaces inside the reason", (n) => `HTTP/1.1 200 a${" ".repeat(n)}b\r\n${EMPTY}`],
  ["spaces before the status", (n) => `HTTP/1.1${" ".repeat(n)}200 a\r\n${EMPTY}`],
  ["spaces after the status", (n) => `HTTP/1.1 200${" ".repeat(n)}\r\n${EMPTY}`],
  [
    "tabs and spaces in turn in the reason",
    (n) => `HTTP/1.1 200 a${" \t".repeat(n)}b \r\n${EMPTY}`,
  ],
  ["a long version", (n) => `HTTP/1${"1".repeat(n)} 200 OK\r\n${EMPTY}`],
  ["a status line without an end", (n) => `HTTP/1.1 200 ${"x".repeat(n)}`],
  ["a status of many digits", (n) => `HTTP/1.1 ${"2".repeat(n)}\r\n${EMPTY}`],
  ["no HTTP", (n) => "x".repeat(n)],
  ["leading empty lines", (n) => "\r\n".repeat(n) + OK + EMPTY],
  ["leading bare CRs", (n) => "\r".repeat(n) + OK + EMPTY],
  ["folded lines", (n) => `${OK}X: a\r\n${" z\r\n".repeat(n)}${EMPTY}`],
  ["folded lines of the framing", (n) => `${OK}Transfer-Encoding: a\r\n${" ,a\r\n".repeat(n)}\r\n`],
  ["folded lines of spaces", (n) => `${OK}X: a\r\n${"   \r\n".repeat(n)}${EMPTY}`],
  ["one folded line of spaces", (n) => `${OK}X: a\r\n${" ".repeat(n)}\r\n${EMPTY}`],
  ["folded lines before any header", (n) => `${OK}${" z\r\n".repeat(n)}${EMPTY}`],
  ["many headers", (n) => OK + "a: b\r\n".repeat(n) + EMPTY],
  [
    "many headers of different names",
    (n) =>
      OK +
      Array.from({ length: n }, (_, at) => `h${String(at).padStart(6, "0")}: b\r\n`).join("") +
      EMPTY,
  ],
  ["many lengths", (n) => OK + "Content-Length: 0\r\n".repeat(n) + EMPTY],
  ["a length that is a list", (n) => `${OK}Content-Length: 0${", 0".repeat(n)}\r\n\r\n`],
  ["a length of many digits", (n) => `${OK}Content-Length: ${"0".repeat(n)}\r\n\r\n`],
  ["many codings", (n) => `${OK}Transfer-Encoding: ${"a, ".repeat(n)}chunked\r\n\r\n${LAST}`],
  ["one long header", (n) => `${OK}X: ${"x".repeat(n)}\r\n${EMPTY}`],
  ["a header of spaces", (n) => `${OK}X: ${" ".repeat(n)}\r\n${EMPTY}`],
  ["spaces around a value", (n) => `${OK}X: ${" ".repeat(n)}a${" ".repeat(n)}\r\n${EMPTY}`],
  ["spaces inside a value", (n) => `${OK}X: a${" ".repeat(n)}b\r\n${EMPTY}`],
  ["one long header name", (n) => `${OK}${"x".repeat(n)}: 1\r\n${EMPTY}`],
  ["headers without a colon", (n) => OK + "abc\r\n".repeat(n) + EMPTY],
  ["a long line without a colon", (n) => `${OK}${"x".repeat(n)}\r\n${EMPTY}`],
  ["colons", (n) => `${OK}${":".repeat(n)}\r\n${EMPTY}`],
  ["bare LF", (n) => `HTTP/1.1 200 OK\n${"a: b\n".repeat(n)}Content-Length: 0\n\n`],
  ["bare CR in a value", (n) => `${OK}X: a${"\r".repeat(n)}b\r\n${EMPTY}`],
  ["a head of bare CRs", (n) => `HTTP/1.1 200 OK\r${"a: b\r".repeat(n)}\r`],
  ["a head without an end", (n) => OK + "a: b\r\n".repeat(n)],
  ["many interim responses", (n) => "HTTP/1.1 100\r\n\r\n".repeat(n) + OK + EMPTY],
  [
    "interim responses with headers",
    (n) => "HTTP/1.1 103\r\nLink: </a>\r\n\r\n".repeat(n) + OK + EMPTY,
  ],
  ["many responses", (n) => (OK + EMPTY).repeat(n)],
  ["a body of a length", (n) => `${OK}Content-Length: ${n}\r\n\r\n${"x".repeat(n)}`],
  [
    "a body shorter than its length",
    (n) => `${OK}Content-Length: ${2 * n}\r\n\r\n${"x".repeat(n)}`,
  ],
  ["a body by close", (n) => `${OK}\r\n${"x".repeat(n)}`],
  ["surplus bytes", (n) => `HTTP/1.1 204 No Content\r\n\r\n${"x".repeat(n)}`],
  ["one chunk", (n) => `${CHUNKS}${n.toString(16)}\r\n${"x".repeat(n)}\r\n${LAST}`],
  ["chunks of one byte", (n) => CHUNKS + "1\r\nx\r\n".repeat(n) + LAST],
  ["chunks of one byte, bare LF", (n) => CHUNKS + "1\nx\n".repeat(n) + LAST],
  [
    "chunks of growing size",
    (n) =>
      CHUNKS +
      Array.from(
        { length: Math.ceil(Math.sqrt(n)) },
        (_, at) => `${(at + 1).toString(16)}\r\n${"x".repeat(at + 1)}\r\n`,
      ).join("") +
      LAST,
  ],
  ["a long chunk extension", (n) => `${CHUNKS}1;${"e".repeat(n)}\r\nx\r\n${LAST}`],
  ["many chunk extensions", (n) => CHUNKS + "1;e=f\r\nx\r\n".repeat(n) + LAST],
  ["digits of a chunk size", (n) => `${CHUNKS}${"0".repeat(n)}1\r\nx\r\n${LAST}`],
  ["spaces before a chunk size", (n) => `${CHUNKS}${" ".repeat(n)}1\r\nx\r\n${LAST}`],
  ["spaces after a chunk size", (n) => `${CHUNKS}1${" ".repeat(n)}\r\nx\r\n${LAST}`],
  ["a chunk size line without an end", (n) => `${CHUNKS}1;${"e".repeat(n)}`],
  ["what is not the end of a chunk", (n) => `${CHUNKS}1\r\nx${"y".repeat(n)}`],
  ["trailer lines", (n) => `${CHUNKS}0\r\n${"t: 1\r\n".repeat(n)}\r\n`],
  ["a long trailer line", (n) => `${CHUNKS}0\r\nt: ${"x".repeat(n)}\r\n\r\n`],
  ["NULs", (n) => `${OK}X: ${"\0".repeat(n)}\r\n${EMPTY}`],
];

/** Bytes examined and copied, from the first one pushed to the last response or fault. */
function stepsFor(text: string, chunkBytes: number): number {
  const bytes = Buffer.from(text, "latin1");
  const reader = new ResponseReader(LIMIT_BYTES);
  const pollAll = (): void => {
    while (reader.poll(false).state === "done");
  };
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    reader.push(bytes.subarray(at, at + chunkBytes));
    pollAll();
  }
  reader.end();
  for (let more = true; more;) {
    const before = reader.waiting;
    more = reader.poll(false).state === "done" && reader.waiting < before;
  }
  reader.unread();
  return reader.steps;
}

describe.each([
  ["at once", LIMIT_BYTES, 2000],
  ["in pieces of 100 bytes", 100, 1000],
  ["byte by byte", 1, 250],
])("twice the bytes take twice the steps, %s", (_, chunkBytes, smallest) => {
  test.each(shapes)("%s", (_name, text) => {
    const texts = [1, 2, 4, 8].map((times) => text(times * smallest));
    const [once = 0, ...more] = texts.map((each) => stepsFor(each, chunkBytes));
    const ratios = more.map((steps, at) => steps / (more[at - 1] ?? once));
    expect(Math.max(...ratios), `each: ${ratios}`).toBeLessThan(ONE_DOUBLING);
    expect((more.at(-1) ?? 0) / once).toBeLessThan(THREE_DOUBLINGS);
    expect((more.at(-1) ?? 0) / (texts.at(-1) ?? "").length).toBeLessThan(MOST_STEPS_FOR_A_BYTE);
  });
});

test("the head that took minutes: 250,000 folded lines", () => {
  const text = `${OK}X: a\r\n${" z\r\n".repeat(250_000)}${EMPTY}`;
  expect(stepsFor(text, 65_536)).toBeLessThan(10 * text.length);
});
