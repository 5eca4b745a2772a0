import { expect, test } from "vitest";
import { LastResponses, TappedResponse } from "./tapped-response.ts";

const LIMIT_BYTES = 1000;
const PLAIN = "HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok";

/** What is read of one response, whose bytes arrive in these pieces before the server sends no more. */
function read(
  responses: LastResponses,
  pieces: readonly string[],
  { bodyless = false, limitBytes = LIMIT_BYTES } = {},
) {
  let tooLarge = false;
  const tapped = new TappedResponse({
    limitBytes,
    bodyless,
    responses,
    tooLarge: () => (tooLarge = true),
  });
  for (const piece of pieces) tapped.push(Buffer.from(piece, "latin1"));
  const before = { response: tapped.response, isOpen: tapped.isOpen };
  tapped.end();
  const { response, fault, isOpen } = tapped;
  const unread = tapped.unread().toString("latin1");
  const whole = response && tapped.whole().toString("latin1");
  tapped.release();
  const left = tapped.unread().toString("latin1");
  return { before, response, fault, isOpen, tooLarge, unread, whole, left };
}

test.each([
  ["a body of a length", [PLAIN]],
  ["no body", ["HTTP/1.1 204 No Content\r\nX: a\r\n\r\n"]],
  ["chunks", ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"]],
  ["a body until the end", ["HTTP/1.1 200 OK\r\n\r\nall of it"]],
  ["interim responses", [`HTTP/1.1 103 Early\r\n\r\n${PLAIN}`]],
  ["bytes after it in the same piece", [`${PLAIN}more`]],
  ["bytes after it in a later piece", [PLAIN, "mo", "re"]],
  ["another response after it", [PLAIN, PLAIN]],
  ["pieces", [PLAIN.slice(0, 10), PLAIN.slice(10)]],
  ["a piece that is missing", [PLAIN.slice(0, -1)]],
  ["too large", [`HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n${"x".repeat(2000)}`]],
  ["no HTTP", ["SSH-2.0\r\n"]],
])("%s: read alike the first time, again, and after others", (_name, pieces) => {
  const responses = new LastResponses();
  const first = read(responses, pieces);
  expect(read(responses, pieces)).toEqual(first);
  for (let other = 0; other < 20; other += 1)
    read(responses, [`${PLAIN.replace("ok", "1")}${other}`]);
  expect(read(responses, pieces)).toEqual(first);
  expect(read(new LastResponses(), pieces)).toEqual(first);
});

test("the same bytes in response to HEAD have no body", () => {
  const responses = new LastResponses();
  read(responses, [PLAIN]);
  const { response, unread } = read(responses, [PLAIN], { bodyless: true });
  expect(response?.body.length).toBe(0);
  expect(unread).toBe("ok");
  expect(read(responses, [PLAIN]).response?.body.toString()).toBe("ok");
});

test("equal bytes are read once, and others are not taken for them", () => {
  const responses = new LastResponses();
  const bytes = (status: number) =>
    Buffer.from(`HTTP/1.1 ${status} X\r\nContent-Length: 0\r\n\r\n`, "latin1");
  const tapped = (status: number) => {
    const one = new TappedResponse({
      limitBytes: LIMIT_BYTES,
      bodyless: false,
      responses,
      tooLarge: () => {},
    });
    one.push(bytes(status));
    return one;
  };
  const first = tapped(201);
  expect(tapped(201).known).toBe(first.known);
  expect(tapped(400).response?.status).toBe(400);
  expect(tapped(201).known).toBe(first.known);
});
