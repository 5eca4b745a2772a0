import { LOAD_NUMBERS } from "../fresh-numbers.ts";
import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import { createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { Offered, Tally } from "../model/index.ts";
import { listening, type Listening } from "../servers/json-server.ts";
import { closedSlot } from "./closed-slot.ts";
import { openSlot } from "./open-slot.ts";
import { IdSequence } from "./request-ring.ts";

let server: Listening;
afterEach(() => server.close());

/** One slot of load on a server that sends these pieces for each request, and keeps the connection. */
async function load(pieces: string[], offered: Offered, durationMs = 100): Promise<Tally> {
  server = await listening(
    createServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", () => {
        for (const piece of pieces) socket.write(piece, "latin1");
      });
    }),
  );
  const options = {
    interface: userSubmission,
    target: parseBaseUrl(server.url),
    offered,
    durationMs,
    timeoutMs: 10_000,
    insecure: false,
    ids: new IdSequence(100_000_000, LOAD_NUMBERS),
    seed: 1,
    phase: 0,
    signal: new AbortController().signal,
  };
  return offered.model === "open" ? openSlot(options, offered) : closedSlot(options);
}

const CLOSED: Offered = { model: "closed", connections: 1, pipelining: 1 };
const OPEN: Offered = { model: "open", ratePerSecond: 20, arrivals: "even", connections: 2 };
const OK = "HTTP/1.1 200 OK\r\n";
const EMPTY = "Content-Length: 0\r\n\r\n";
const CHUNKS = `${OK}Transfer-Encoding: chunked\r\n\r\n`;
const LAST = "0\r\n\r\n";

/** With a response in or after the slot: large responses take a while. */
const responsesOf = ({ counts, drained }: Tally): number => counts.answered + drained.answered;

test.each([
  ["a head of 100,000 lines", `${OK}${"a:b\r\n".repeat(100_000)}${EMPTY}`],
  ["100,000 folded lines", `${OK}X: a\r\n${" z\r\n".repeat(100_000)}${EMPTY}`],
  // Quadratic time would not end within the test's.
  ["a folded line of a million spaces", `${OK}X: a\r\n${" ".repeat(1_000_000)}\r\n${EMPTY}`],
  ["a trailer line of a million spaces", `${CHUNKS}0\r\nX: a\r\n${" ".repeat(1_000_000)}\r\n\r\n`],
  ["50,000 chunks of one byte", `${CHUNKS}${"1\r\nx\r\n".repeat(50_000)}${LAST}`],
])("%s: gets a response", async (_name, response) => {
  const tally = await load([response], CLOSED);
  expect(responsesOf(tally)).toBeGreaterThan(0);
  expect(tally.counts.unanswered).toEqual({});
});

test.each([
  ["in another case", `${OK}cOnTent-LENGTH: 2\r\n\r\n{}`],
  ["folded", `${OK}X: a\r\n Content-Length: 9\r\nContent-Length:\r\n 2\r\nY: b\r\n 7\r\n\r\n{}`],
  ["of chunks", `${OK}X: a\r\nTransfer-Encoding: chunked\r\nY: b\r\n\r\n2\r\n{}\r\n${LAST}`],
])("the framing is read from among other headers: %s", async (_name, response) => {
  const tally = await load([response], CLOSED);
  expect(responsesOf(tally)).toBeGreaterThan(1);
  expect(tally.counts.unanswered).toEqual({});
  expect(tally.unasked).toBe(0);
});

test("a head of 100,000 lines gets a response in the open model, too", async () => {
  const tally = await load([`${OK}${"a:b\r\n".repeat(100_000)}${EMPTY}`], OPEN, 2000);
  expect(responsesOf(tally)).toBeGreaterThan(0);
  expect(tally.counts.unanswered).toEqual({});
});

const MORE = "x".repeat(1_100_000);
test.each([
  ["a head", [`${OK}X: `, MORE]],
  ["a trailer section", [`${CHUNKS}0\r\n`, `t: ${MORE.slice(0, 600_000)}\r\n`, MORE]],
  ["a chunk extension", [`${CHUNKS}1;`, MORE]],
  ["what should end a chunk", [`${CHUNKS}1\r\nx`, MORE]],
])("%s over 1 MiB is too large", async (_name, pieces) => {
  // What ends after the slot is not counted, and a busy machine takes long for a MiB.
  const { counts } = await load(pieces, CLOSED, 2000);
  expect(counts.answered).toBe(0);
  expect(Object.keys(counts.unanswered)).toEqual(["too-large"]);
});

test.each([
  // http-parser-js goes back by 4 bytes, to the line feed, forever.
  ["negative", "1\nx\n-4\n0\n\n"],
  ["not a number", "x\r\nabc\r\n0\r\n\r\n"],
  ["missing", "\r\nabc\r\n0\r\n\r\n"],
])("a chunk size that is %s is malformed", async (_name, chunks) => {
  const { counts } = await load([`${CHUNKS}${chunks}`], CLOSED);
  expect(counts.answered).toBe(0);
  expect(counts.unanswered.malformed ?? 0).toBeGreaterThan(0);
});
