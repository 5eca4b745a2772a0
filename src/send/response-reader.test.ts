import { describe, expect, test } from "vitest";
import { ResponseReader } from "./response-reader.ts";

const LIMIT_BYTES = 1000;

type Heard = { left: string; responses: unknown[]; stopped: string };

/** Reads as many responses as there are out of the pieces, then tells how it stopped. */
function hear(pieces: Buffer[], options: { bodyless?: boolean; ended?: boolean } = {}): Heard {
  const reader = new ResponseReader(LIMIT_BYTES);
  const responses: unknown[] = [];
  let stopped = "";
  const pollAll = (): void => {
    for (;;) {
      const progress = reader.poll(options.bodyless ?? false);
      if (progress.state !== "done") {
        const status = progress.status === undefined ? "" : ` after ${progress.status}`;
        stopped = `${progress.state} in ${progress.phase}${status}`;
        if ("detail" in progress) stopped += `: ${progress.detail}`;
        if ("fault" in progress) stopped += `: ${progress.fault}`;
        return;
      }
      const { body, ...rest } = progress.response;
      responses.push({ ...rest, body: body.toString("latin1") });
      if (options.ended === true) return;
    }
  };
  for (const piece of pieces) {
    reader.push(piece);
    pollAll();
  }
  if (options.ended === true) {
    reader.end();
    stopped = "";
    pollAll();
  }
  return { responses, stopped, left: reader.unread().toString("latin1") };
}

const whole = (text: string) => [Buffer.from(text, "latin1")];
const single = (text: string) => Array.from(Buffer.from(text, "latin1"), (byte) => Buffer.of(byte));

const simple = (over: object) => ({
  version: "1.1",
  status: 200,
  reason: "OK",
  headers: [],
  interim: [],
  framing: "length",
  body: "",
  ...over,
});
const length = (count: string): [string, string] => ["Content-Length", count];
const CHUNKED: [string, string] = ["Transfer-Encoding", "chunked"];

const read: [name: string, text: string, responses: object[]][] = [
  [
    "a body of a length",
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
    [simple({ headers: [length("2")], body: "{}" })],
  ],
  [
    "bare line feeds",
    "HTTP/1.1 200 OK\nContent-Length: 2\n\n{}",
    [simple({ headers: [length("2")], body: "{}" })],
  ],
  [
    "line feeds and CR LF mixed",
    "HTTP/1.1 200 OK\nContent-Length: 2\r\n\n{}",
    [simple({ headers: [length("2")], body: "{}" })],
  ],
  [
    "folded lines",
    "HTTP/1.1 200 OK\r\nX: a\r\n  b\r\n\tc\r\nContent-Length: 0\r\n\r\n",
    [simple({ headers: [["X", "a b c"], length("0")] })],
  ],
  [
    "no reason",
    "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n",
    [simple({ reason: "", headers: [length("0")] })],
  ],
  [
    "an empty reason",
    "HTTP/1.1 404 \r\nContent-Length: 0\r\n\r\n",
    [simple({ status: 404, reason: "", headers: [length("0")] })],
  ],
  [
    "a reason of several words and bytes above ASCII",
    "HTTP/1.1 200 tr\u00e8s bien\r\nContent-Length: 0\r\n\r\n",
    [simple({ reason: "tr\u00e8s bien", headers: [length("0")] })],
  ],
  [
    "line ends before the status line",
    "\r\n\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
    [simple({ headers: [length("0")] })],
  ],
  [
    "HTTP in lower case, another version",
    "http/1.0 200 ok\r\nCONTENT-LENGTH: 1\r\n\r\nx",
    [simple({ version: "1.0", reason: "ok", headers: [["CONTENT-LENGTH", "1"]], body: "x" })],
  ],
  [
    "a header without a colon, one without a value, one twice",
    "HTTP/1.1 200 OK\r\nno colon\r\nA:\r\na: 1\r\nContent-Length: 0\r\n\r\n",
    [simple({ headers: [["no colon", ""], ["A", ""], ["a", "1"], length("0")] })],
  ],
  [
    "chunks, an extension, trailers",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=1\r\nabc\r\nA \r\n0123456789\r\n0\r\nT: 1\r\n\r\n",
    [simple({ headers: [CHUNKED], framing: "chunked", body: "abc0123456789" })],
  ],
  [
    "chunks with bare line feeds",
    "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n3\nabc\n0\n\n",
    [simple({ headers: [CHUNKED], framing: "chunked", body: "abc" })],
  ],
  [
    "chunks win over a length",
    "HTTP/1.1 200 OK\r\nContent-Length: 99\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    [simple({ headers: [length("99"), CHUNKED], framing: "chunked" })],
  ],
  [
    "no body at 204 and 304, whatever the length says",
    "HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n",
    [
      simple({ status: 204, reason: "No Content", framing: "none" }),
      simple({ status: 304, reason: "Not Modified", headers: [length("9")], framing: "none" }),
    ],
  ],
  [
    "interim responses belong to the one that follows",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
    [simple({ headers: [length("0")], interim: [100, 103] }), simple({ headers: [length("0")] })],
  ],
  [
    "101 is final",
    "HTTP/1.1 101 Switching Protocols\r\n\r\n",
    [simple({ status: 101, reason: "Switching Protocols", framing: "none" })],
  ],
];

describe.each([
  ["at once", whole],
  ["byte by byte", single],
])("%s", (_, cut) => {
  test.each(read)("%s", (_name, text, responses) => {
    expect(hear(cut(text))).toEqual({ responses, stopped: "more in head", left: "" });
  });

  test("what follows a response is the next one, or is left over", () => {
    const text = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na";
    const first = simple({ headers: [length("1")], body: "a" });
    expect(hear(cut(`${text}${text}HTTP/1.1 2`))).toEqual({
      responses: [first, first],
      stopped: "more in head",
      left: "HTTP/1.1 2",
    });
    expect(hear(cut(`${text}{"more":1}`), { ended: true })).toEqual({
      responses: [first],
      stopped: 'malformed in head: not an HTTP response: "{\\"more\\":1}"',
      left: '{"more":1}',
    });
  });

  test("a body without a length ends with the connection", () => {
    const text = "HTTP/1.1 200 OK\r\n\r\nall of it";
    expect(hear(cut(text))).toEqual({
      responses: [],
      stopped: "more in body after 200",
      left: "all of it",
    });
    expect(hear(cut(text), { ended: true }).responses).toEqual([
      simple({ framing: "close", body: "all of it" }),
    ]);
  });

  const withLength = (lines: string) => `HTTP/1.1 200 OK\r\n${lines}\r\n\r\nab`;

  test.each(["abc", "-1", "1, 2", "0x1", ""])("a Content-Length of %j is malformed", (text) => {
    expect(hear(cut(withLength(`Content-Length: ${text}`))).stopped).toMatch(
      /^malformed in head after 200: (Content-Length ".*" is not a number|two different .* "1" and "2")$/,
    );
  });

  test.each([
    "Content-Length: 1\r\nContent-Length: 1",
    "Content-Length: 1, 1",
    "content-length: 01\r\nContent-Length: 1",
    "Content-Length: 1\r",
  ])("equal lengths count as one: %j", (lines) => {
    expect(hear(cut(withLength(lines))).responses).toMatchObject([
      { framing: "length", body: "a" },
    ]);
  });

  test("two different Content-Length values are malformed, except where they do not matter", () => {
    const two = "Content-Length: 1\r\nContent-Length: 2";
    expect(hear(cut(withLength(two))).stopped).toBe(
      'malformed in head after 200: two different Content-Length values: "1" and "2"',
    );
    expect(
      hear(cut(withLength(`${two}\r\nTransfer-Encoding: chunked`).replace(/ab$/, "0\r\n\r\n")))
        .responses,
    ).toMatchObject([{ framing: "chunked", body: "" }]);
    expect(hear(cut(`HTTP/1.1 304 \r\n${two}\r\n\r\n`)).responses).toMatchObject([
      { framing: "none" },
    ]);
  });

  test("a Transfer-Encoding that does not end in chunked lasts until the close, whatever the length", () => {
    const lines = "Transfer-Encoding: chunked, gzip\r\nContent-Length: 1";
    expect(hear(cut(withLength(lines)), { ended: true }).responses).toMatchObject([
      { framing: "close", body: "ab" },
    ]);
  });

  test.each([
    ["099", "\u0001\u0000\rx"],
    ["999", "\u00e9\u00a0"],
  ])("status %s and any byte in the reason", (status, reason) => {
    expect(hear(cut(`HTTP/1.1 ${status} ${reason}\r\n\r\n`), { ended: true })).toMatchObject({
      responses: [{ status: Number(status), reason, framing: "close" }],
    });
  });

  test("what is kept of a head is bounded, and the rest is counted", () => {
    const lines = Array.from({ length: 50 }, () => "a: b\r\n").join("");
    const reader = new ResponseReader(1024 * 1024);
    reader.push(
      Buffer.from(
        `${"HTTP/1.1 100\r\n\r\n".repeat(60)}HTTP/1.1 200 ${"r".repeat(3000)}\r\n${lines.repeat(6)}` +
          `Content-Length: 2\r\nlong: ${"x".repeat(20_000)}\r\n\r\n{}`,
      ),
    );
    const progress = reader.poll(false);
    if (progress.state !== "done") throw new Error(progress.state);
    const { headers, omitted, interim, reason, body } = progress.response;
    expect(headers.length).toBe(201);
    expect(headers.at(-1)).toEqual(["Content-Length", "2"]);
    expect([interim.length, reason.length, String(body)]).toEqual([50, 1024, "{}"]);
    expect(omitted).toEqual({
      headers: 101,
      headerBytes: 100 * 2 + 20_004,
      interim: 10,
      reasonBytes: 3000 - 1024,
    });
  });

  test("after HEAD there is no body, and what comes is left over", () => {
    const { responses, left } = hear(cut("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"), {
      bodyless: true,
    });
    expect(responses).toEqual([simple({ headers: [length("9")], framing: "none" })]);
    expect(left).toBe("");
  });

  test.each([
    ["not HTTP", "SSH-2.0-x\r\n", /^malformed in head: not an HTTP response: "S/],
    ["half a name", "HTTX/1.1 200 OK\r\n\r\n", /^malformed in head: not an HTTP response/],
    ["a status of two digits", "HTTP/1.1 20 OK\r\n\r\n", /^malformed in head: no status line/],
    ["no status", "HTTP/1.1\r\n\r\n", /^malformed in head: no status line: "HTTP\/1.1"/],
  ])("%s", (_name, text, stopped) => {
    expect(hear(cut(text)).stopped).toMatch(stopped);
  });

  test.each([
    ["no number", "zz\r\n", /^malformed in body after 200: chunk size "zz"$/],
    ["an empty size", "\r\n", /^malformed in body after 200: chunk size ""$/],
    ["a sign", "-1\r\n", /^malformed in body after 200: chunk size "-1"$/],
    ["0x", "0x1\r\na\r\n", /^malformed in body after 200: chunk size "0x1"$/],
    [
      "text in its place",
      '{"id":1}\r\n',
      /^malformed in body after 200: chunk size "{\\"id\\":1}"$/,
    ],
    ["a digit and text", "1 x\r\n", /^malformed in body after 200: chunk size "1 x"$/],
    ["too much data", "1\r\nab\r\n", /^malformed in body after 200: chunk followed by "b"$/],
  ])("a chunk with %s", (_name, text, stopped) => {
    const head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    expect(hear(cut(head + text)).stopped).toMatch(stopped);
  });

  test("a size of any number of digits", () => {
    const head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    expect(hear(cut(`${head}${"0".repeat(30)}1\r\na\r\n0\r\n\r\n`)).responses).toMatchObject([
      { body: "a" },
    ]);
    expect(hear(cut(`${head}${"f".repeat(30)}\r\na`)).stopped).toBe("more in body after 200");
  });

  const OK = "HTTP/1.1 200 OK\r\n";
  const CHUNKS = `${OK}Transfer-Encoding: chunked\r\n\r\n`;
  const fill = (bytes: number) => "x".repeat(bytes);
  /** Every part counts: the same response with one byte less is whole. */
  test.each<[part: string, text: (bytes: number) => string, phase: string]>([
    ["the head", (bytes) => `${OK}Content-Length: 0\r\nX: ${fill(bytes - 43)}\r\n\r\n`, "head"],
    [
      "the body",
      (bytes) => `${OK}Content-Length: ${bytes - 40}\r\n\r\n${fill(bytes - 40)}`,
      "body",
    ],
    [
      "the head, after interim responses",
      (bytes) => `HTTP/1.1 100\r\n\r\n${OK}Content-Length: 0\r\nX: ${fill(bytes - 59)}\r\n\r\n`,
      "head",
    ],
    ["the trailer section", (bytes) => `${CHUNKS}0\r\n${fill(bytes - 54)}\r\n\r\n`, "body"],
  ])("a whole response is read up to the limit: too long in %s", (part, text, phase) => {
    const exact = text(LIMIT_BYTES);
    expect(exact.length).toBe(LIMIT_BYTES);
    expect(hear(cut(exact)).responses.length).toBe(1);
    expect(hear(cut(text(LIMIT_BYTES + 1))).stopped).toBe(
      `too-large in ${phase}${phase === "body" ? " after 200" : ""}: response over 1,000 bytes, in ${part}`,
    );
  });

  test("a chunk extension counts towards the limit", () => {
    expect(hear(cut(`${CHUNKS}1;${fill(LIMIT_BYTES)}\r\na\r\n0\r\n\r\n`)).stopped).toBe(
      "too-large in body after 200: response over 1,000 bytes, in the chunk framing",
    );
  });
});
