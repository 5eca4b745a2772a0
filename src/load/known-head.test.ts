import autocannon from "autocannon";
import fc from "fast-check";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { listening, type Listening } from "../servers/json-server.ts";
import { AutocannonClient } from "./autocannon-client.ts";
import { KnownHead } from "./bounded-parser.ts";

const REQUEST = Buffer.from("GET / HTTP/1.1\r\n\r\n");
const A_MINUTE_S = 60;
const RUNS = 1000;

let sink: Listening;
let socket: Socket;
let client: AutocannonClient;
let stop: () => void;
/** What the adapter has told since the last reset. */
let told: unknown[] = [];

/** A client of autocannon as it is, on a connection to a server that only reads. */
beforeAll(async () => {
  sink = await listening(createServer((each) => each.resume()));
  socket = connect(sink.port, "127.0.0.1");
  await once(socket, "connect");
  const tracker = autocannon(
    {
      url: sink.url,
      connections: 1,
      pipelining: 1,
      duration: A_MINUTE_S,
      timeout: A_MINUTE_S,
      sampleInt: 20,
      setupClient: (made) => {
        client = new AutocannonClient(made, A_MINUTE_S * 1000, {
          operation: () => 0,
          nextRequest: () => REQUEST,
          announced: () => told.push("announced"),
          responded: () => told.push("responded"),
          measured: (status, ms) => told.push(status, ms >= 0),
          timedOut: () => told.push("timed out"),
          stopped: () => {},
        });
      },
    },
    () => {},
  );
  client.wrapParser();
  stop = () => tracker.stop();
});

afterAll(async () => {
  stop();
  socket.destroy();
  await sink.close();
});

/** Everything that follows from these chunks on a new connection, until reading cannot continue. */
function follow(chunks: readonly Buffer[], pipelining: number): unknown[] {
  told = [];
  client.use(socket);
  client.forget();
  client.opened();
  client.send(pipelining);
  for (const chunk of chunks) {
    // The generator reads into one buffer, which the next chunk overwrites.
    const buffer = Buffer.from(chunk);
    const fault = client.read(buffer);
    buffer.fill("?");
    told.push({ fault, owed: client.owed, underWay: client.underWay });
    if (fault !== undefined) break;
    client.send(client.owed);
  }
  client.finish();
  return told;
}

/** As `follow`, and how many responses were not parsed. */
function followKnown(chunks: readonly Buffer[], pipelining: number) {
  const lengthAt = vi.spyOn(KnownHead.prototype, "lengthAt");
  const result = follow(chunks, pipelining);
  const known = lengthAt.mock.results.filter(({ value }) => value > 0).length;
  lengthAt.mockRestore();
  return { told: result, known };
}

/** As `follow`, with every response parsed. */
function followParsed(chunks: readonly Buffer[], pipelining: number): unknown[] {
  const lengthAt = vi.spyOn(KnownHead.prototype, "lengthAt").mockReturnValue(0);
  const result = follow(chunks, pipelining);
  lengthAt.mockRestore();
  return result;
}

const OK = "HTTP/1.1 201 Created\r\n";
const DATES = ["Sun, 22 Nov 2026 09:30:00 GMT", "Sun, 22 Nov 2026 09:30:01 GMT", "soon"];

const date = fc.constantFrom(...DATES).map((value) => `Date: ${value}\r\n`);
const body = fc.constantFrom("", "{}", "\r\n", `${OK}Content-Length: 0\r\n\r\n`, "x".repeat(40));
const sized = fc
  .tuple(date, body, fc.constantFrom("", "X: y\r\n", "Connection: keep-alive\r\n"))
  .map(
    ([dated, text, more]) => `${OK}${dated}${more}Content-Length: ${text.length}\r\n\r\n${text}`,
  );
const other = fc.constantFrom(
  "HTTP/1.1 204 None\r\n\r\n",
  "HTTP/1.1 304 Not\r\nContent-Length: 20\r\n\r\n",
  "HTTP/1.1 103 x\r\n\r\n",
  "HTTP/1.1 101 x\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
  "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n{}",
  "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\n{}",
  `${OK}Connection: close\r\nContent-Length: 0\r\n\r\n`,
  `${OK}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  `${OK}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  `${OK}Content-Length: 1.5\r\n\r\n{}`,
  `${OK}Content-Length: -1\r\n\r\n`,
  `${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`,
  `${OK}Content-Length: 2\nDate: now\n\n{}`,
  `${OK}Date: a\r\n b\r\nContent-Length:\r\n 2\r\n\r\n{}`,
  `${OK}\r\n`,
  "\r\n",
  "no HTTP\r\n",
);
/** A few responses, each several times: servers repeat themselves. */
const repeated = fc
  .array(
    fc.tuple(fc.oneof({ weight: 4, arbitrary: sized }, other), fc.integer({ min: 1, max: 4 })),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((runs) => runs.flatMap(([text, times]) => Array.from({ length: times }, () => text)));
/** A change of one byte somewhere. */
const change = fc.tuple(fc.nat(), fc.constantFrom("", "\r", "\n", " ", "9", ":", "\0", "\xff"));

const stream = fc
  .record({
    responses: repeated,
    changes: fc.array(change, { maxLength: 1 }),
    cuts: fc.array(fc.nat(), { maxLength: 6 }),
    isAligned: fc.boolean(),
    pipelining: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ responses, changes, cuts, isAligned, pipelining }) => {
    const bytes = Buffer.from(responses.join(""), "latin1");
    const ends = responses.map((_each, nth) => responses.slice(0, nth + 1).join("").length);
    const places = [...cuts.map((cut) => cut % bytes.length), ...(isAligned ? ends : [])];
    const sorted = [...new Set([0, ...places, bytes.length])].toSorted((a, b) => a - b);
    const [changed] = changes;
    if (changed !== undefined) bytes.write(changed[1], changed[0] % bytes.length, "latin1");
    const chunks = sorted.slice(1).map((end, nth) => bytes.subarray(sorted[nth], end));
    return { chunks: chunks.filter(({ length }) => length > 0), pipelining };
  });

describe("a head like the last one", () => {
  test("is not parsed, and nothing else differs, whatever the bytes and the chunks", () => {
    let known = 0;
    fc.assert(
      fc.property(stream, ({ chunks, pipelining }) => {
        const shorter = followKnown(chunks, pipelining);
        known += shorter.known;
        expect(shorter.told).toEqual(followParsed(chunks, pipelining));
      }),
      { numRuns: RUNS },
    );
    expect(known).toBeGreaterThan(RUNS / 2);
  });

  test("may have another date, and another body of the same length", () => {
    const chunks = ["{}", "[]", "ab"].map((text, nth) =>
      Buffer.from(`${OK}Date: ${DATES[nth % 2]}\r\nContent-Length: 2\r\n\r\n${text}`),
    );
    expect(followKnown(chunks, 1).known).toBe(2);
  });

  test("is of no use before its response is asked for", () => {
    const one = `${OK}Content-Length: 0\r\n\r\n`;
    const { told: all } = followKnown([Buffer.from(one), Buffer.from(one + one)], 1);
    expect(all.at(-1)).toEqual({ fault: "unasked", owed: 1, underWay: 0 });
  });

  test("does not count the empty lines between responses together", () => {
    const one = Buffer.from(`${OK}Content-Length: 0\r\n\r\n`);
    const lines = Buffer.from("\r\n".repeat(300_000));
    const chunks = [one, lines, one, lines, one];
    expect(followKnown(chunks, 1)).toEqual({ told: followParsed(chunks, 1), known: 2 });
  });
});
