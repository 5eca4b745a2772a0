import fc from "fast-check";
import { expect, test } from "vitest";
import { sampled } from "../../test/statistics.ts";
import { ResponseReader } from "./response-reader.ts";

const RUNS = sampled("mutated responses, each cut up", { all: 100_000, sample: 3000 });
const LIMITS = [64, 100, 150, 250, 400, 1000, 4096, 65_536, 1024 * 1024];

const DATE = "Date: Thu, 01 Jan 2026 00:00:00 GMT\r\n";
const JSON_BODY = '{"id":1,"name":"tr\u00e8s bien","date":"2026-01-01T00:00:00Z"}';
const CHUNKED = "Transfer-Encoding: chunked\r\n\r\n";

/** Responses of Node, Express, Go, nginx, gunicorn, PHP and others, and of servers that go wrong. */
const corpus = [
  `HTTP/1.1 201 Created\r\nContent-Type: application/json\r\n${DATE}Connection: keep-alive\r\nKeep-Alive: timeout=5\r\nContent-Length: ${JSON_BODY.length}\r\n\r\n${JSON_BODY}`,
  `HTTP/1.1 400 Bad Request\r\nX-Powered-By: Express\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 15\r\nETag: W/"f-x"\r\n${DATE}\r\n<h1>wrong</h1>\r\n`,
  `HTTP/1.1 200 OK\r\n${DATE}Content-Type: application/json\r\n${CHUNKED}9\r\n{"id": 1}\r\n1;ext="a b"\r\n\n\r\n0\r\nExpires: 0\r\nX: y\r\n\r\n`,
  `HTTP/1.1 200 OK\nServer: PHP\n${CHUNKED.replaceAll("\r", "")}3\nabc\n0\n\n`,
  `HTTP/1.0 200 OK\r\nServer: gunicorn\r\nConnection: close\r\n\r\nall until the end`,
  `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\nHTTP/1.1 204 No Content\r\n${DATE}\r\n`,
  `HTTP/1.1 304 Not Modified\r\nContent-Length: 12\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}`,
  `\r\nHTTP/1.1 200\r\nX: folded\r\n  line\r\n\tand another\r\nContent-Length: 3\r\n\r\nabcHTTP/1.1 400 Bad\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  `HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n400 Bad Request`,
  `HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\nContent-Encoding: identity\r\n\r\nhelloSSH-2.0-OpenSSH_9.6 that is not HTTP at all, and goes on for more than sixty bytes\r\n`,
  `HTTP/1.1 200 OK\r\n${CHUNKED}{"id":1,"this":"was never chunked, but the head says so"}`,
  `HTTP/1.1 200 OK\r\n${CHUNKED}a;${"x".repeat(200)}\r\n0123456789\r\n00\r\n${"T: 1\r\n".repeat(30)}\r\n`,
  `HTTP/1.1 200 OK\r\n${"Set-Cookie: a=b\r\n".repeat(230)}Content-Length: 1\r\n\r\nx`,
].map((text) => Buffer.from(text, "latin1"));

const INSERTED = [
  "\r",
  "\n",
  "\r\n",
  "\r\n\r\n",
  "\0",
  " ",
  "\t",
  "0",
  "1",
  "9",
  "f",
  ":",
  ",",
  ";",
  "\u00a0",
];

const place = fc.double({ min: 0, max: 1, noNaN: true });
const mutation = fc.oneof(
  fc.record({ kind: fc.constant("flip" as const), at: place, bit: fc.nat(7) }),
  fc.record({ kind: fc.constant("cut" as const), at: place, length: fc.nat(40) }),
  fc.record({ kind: fc.constant("end" as const), at: place }),
  fc.record({
    kind: fc.constant("again" as const),
    at: place,
    length: fc.nat(80),
    times: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({
    kind: fc.constant("insert" as const),
    at: place,
    text: fc.constantFrom(...INSERTED),
    times: fc.constantFrom(1, 1, 1, 2, 59, 60, 61),
  }),
);

type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

function mutate(bytes: Buffer, change: Mutation): Buffer {
  const at = Math.floor(change.at * bytes.length);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (change.kind) {
    case "flip":
      return Buffer.concat([
        before,
        Buffer.of((after[0] ?? 0) ^ (1 << change.bit)),
        after.subarray(1),
      ]);
    case "cut":
      return Buffer.concat([before, after.subarray(change.length)]);
    case "end":
      return before;
    case "again": {
      const piece = after.subarray(0, change.length);
      return Buffer.concat([before, ...Array.from({ length: change.times }, () => piece), after]);
    }
    case "insert":
      return Buffer.concat([
        before,
        Buffer.from(change.text.repeat(change.times), "latin1"),
        after,
      ]);
  }
}

/** Everything that comes out of the reader, as one text. */
function outcome(pieces: Buffer[], limitBytes: number, bodyless: boolean): string {
  const reader = new ResponseReader(limitBytes);
  const seen: unknown[] = [];
  const pollAll = (): object => {
    for (;;) {
      const progress = reader.poll(bodyless);
      if (progress.state !== "done") return progress;
      const { body, ...rest } = progress.response;
      seen.push(rest, body.toString("latin1"));
      if (reader.waiting === 0) return { state: "more", phase: "head" };
    }
  };
  for (const piece of pieces) {
    reader.push(piece);
    pollAll();
  }
  reader.end();
  seen.push(pollAll(), reader.unread().toString("latin1"));
  return JSON.stringify(seen);
}

/** The bytes in pieces that follow one another: mostly short ones, so that every place gets cut. */
function cutUp(bytes: Buffer, lengths: number[]): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0, nth = 0; at < bytes.length; nth += 1) {
    const length = lengths[nth % lengths.length] ?? 1;
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}

const pieceLength = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 3 }) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: 30, max: 300 }) },
);

test(`${RUNS} mutated responses are read alike, however they are cut`, () => {
  const states = { done: 0, malformed: 0, "too-large": 0, more: 0 };
  fc.assert(
    fc.property(
      fc.constantFrom(...corpus),
      fc.array(mutation, { maxLength: 4 }),
      fc.array(pieceLength, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...LIMITS),
      fc.boolean(),
      (response, changes, lengths, limitBytes, rare) => {
        const bytes = changes.reduce(mutate, response);
        const bodyless = rare && lengths.length > 10;
        const whole = outcome([bytes], limitBytes, bodyless);
        if (outcome(cutUp(bytes, lengths), limitBytes, bodyless) !== whole)
          expect(outcome(cutUp(bytes, lengths), limitBytes, bodyless)).toBe(whole);
        for (const state of Object.keys(states) as (keyof typeof states)[])
          if (whole.includes(state === "done" ? '"framing"' : `"state":"${state}"`))
            states[state] += 1;
      },
    ),
    { numRuns: RUNS },
  );
  // The test would be worth nothing if the mutations met one of these only.
  expect(Math.min(...Object.values(states))).toBeGreaterThan(RUNS / 100);
});
