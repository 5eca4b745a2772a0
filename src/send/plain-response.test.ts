import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { post } from "../generate/index.ts";
import type { Case } from "../model/index.ts";
import { sampled } from "../../test/statistics.ts";
import { isPlain } from "./tapped-response.ts";
import { rawServer } from "../../test/send/raw-server.ts";
import { ResponseReader } from "./response-reader.ts";

const sent: Case = { id: "test/one", reason: "a test", clauses: ["body"], request: post() };
const bytesOf = (text: string): Buffer => Buffer.from(text, "latin1");
const response = (lines: string, body = "{}"): string =>
  `HTTP/1.1 201 Created\r\n${lines}\r\n\r\n${body}`;

describe("plain", () => {
  test.each([
    [
      "a response of Node",
      "content-type: application/json\r\nDate: Thu, 01 Jan 2026 00:00:00 GMT\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\ncontent-length: 2",
    ],
    ["no space after a colon", "Content-Length:2"],
    ["a promise of three seconds", "Keep-Alive: timeout=3, max=100\r\nContent-Length: 2"],
  ])("%s", (_, lines) => expect(isPlain(bytesOf(response(lines)))).toBe(true));

  test("no reason, and no body", () =>
    expect(isPlain(bytesOf("HTTP/1.1 400\r\nContent-Length: 0\r\n\r\n"))).toBe(true));
});

describe("not plain", () => {
  test.each([
    ["too short", response("Content-Length: 3")],
    ["too long", response("Content-Length: 1")],
    ["no length", response("X: y")],
    ["two lengths", response("Content-Length: 2\r\nContent-Length: 2")],
    ["a length with a plus", response("Content-Length: +2")],
    ["a length with a zero", response("Content-Length: 02")],
    ["chunked, too", response("Content-Length: 2\r\nTransfer-Encoding: chunked")],
    ["an announced end", response("Connection: close\r\nContent-Length: 2")],
    ["an end announced to a proxy", response("Proxy-Connection: close\r\nContent-Length: 2")],
    ["a promise of two seconds", response("Keep-Alive: timeout=2\r\nContent-Length: 2")],
    ["an upgrade", response("Upgrade: h2c\r\nContent-Length: 2")],
    ["a folded line", response("X: y\r\n z\r\nContent-Length: 2")],
    ["a space before a colon", response("Content-Length : 2")],
    ["a control character", response("X: \u0001\r\nContent-Length: 2")],
    ["a character beyond ASCII", response("X: \u00e9\r\nContent-Length: 2")],
    ["bare line feeds", response("Content-Length: 2").replaceAll("\r\n", "\n")],
    ["204", "HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n"],
    ["100 first", `HTTP/1.1 100 Continue\r\n\r\n${response("Content-Length: 2")}`],
    ["HTTP/1.0", response("Content-Length: 2").replace("1.1", "1.0")],
    ["a line before it", `\r\n${response("Content-Length: 2")}`],
    ["101 headers", response(`${"X: y\r\n".repeat(100)}Content-Length: 2`)],
  ])("%s", (_, text) => expect(isPlain(bytesOf(text))).toBe(false));
});

const CORPUS = [
  response(
    "Content-Type: application/json\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\nContent-Length: 2",
  ),
  response('Server: x\r\nX-Note: a=b; c\r\nX-A: "b\r\nContent-Length: 12', "hello, world"),
  'HTTP/1.1 400\r\nETag: W/"f-x"\r\nVary: Origin, Accept\r\nContent-Length: 0\r\n\r\n',
].map(bytesOf);
const INSERTED = [
  "\r",
  "\n",
  "\r\n",
  "\0",
  " ",
  "\t",
  "0",
  "1",
  ":",
  ",",
  "-",
  "close",
  "chunked",
  "\u00e9",
];

const place = fc.noBias(fc.integer({ min: 0, max: 9999 })).map((part) => part / 10_000);
const mutated = fc
  .tuple(
    fc.constantFrom(...CORPUS),
    fc.array(
      fc.record({
        at: place,
        cut: fc.nat(2),
        text: fc.oneof(
          fc.constantFrom(...INSERTED),
          fc.string({ maxLength: 2, unit: "binary-ascii" }),
        ),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([base, changes]) =>
    changes.reduce((bytes, { at, cut, text }) => {
      const from = Math.floor(at * bytes.length);
      return Buffer.concat([bytes.subarray(0, from), bytesOf(text), bytes.subarray(from + cut)]);
    }, base),
  );

const MUTATED = sampled("mutated responses, the plain ones sent", { all: 100_000, sample: 10_000 });

test("undici reads every plain response as witness does", async () => {
  const plain = new Map(
    fc
      .sample(mutated, { numRuns: MUTATED, seed: 1 })
      .filter(isPlain)
      .map((bytes) => [bytes.toString("latin1"), bytes] as const),
  );
  expect(plain.size).toBeGreaterThan(MUTATED / 100);
  const texts = plain.keys();
  const compareNext = async (): Promise<void> => {
    let current = "";
    const server = await rawServer((socket) => void socket.end(current, "latin1"), {
      keep: false,
      lingerMs: 1,
    });
    for (const text of texts) {
      current = text;
      const reader = new ResponseReader(1024 * 1024);
      reader.push(bytesOf(text));
      const progress = reader.poll(false);
      const { answers } = await server.dispatcher.send(sent);
      expect(progress.state, text).toBe("done");
      expect(reader.unread(), text).toHaveLength(0);
      expect(answers[0]?.outcome, text).toBe("answered");
      if (progress.state !== "done" || answers[0]?.outcome !== "answered") continue;
      const { status, reason, headers, framing, body } = progress.response;
      expect(answers[0].response, text).toMatchObject({
        status,
        reason,
        framing,
        body: { bytes: body.length },
      });
      expect(answers[0].response.headers, text).toEqual(headers);
    }
    await server.close();
  };
  await Promise.all(Array.from({ length: 8 }, compareNext));
});
