import { LOAD_NUMBERS } from "../fresh-numbers.ts";
import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { orderList } from "../../test/contract/order.ts";
import type { Interface, Tally } from "../model/index.ts";
import { startCapture, type Capture } from "../../test/servers/capture.ts";
import { listening } from "../servers/json-server.ts";
import type { Conduct, ServerBehaviour, Truth } from "../servers/index.ts";
import { SELF_SIGNED } from "../../test/servers/self-signed.ts";
import { TruthServer } from "../servers/truth/truth-server.ts";
import { closedSlot } from "./closed-slot.ts";
import { IdSequence } from "./request-ring.ts";
import type { SlotTally } from "./slot-tally.ts";

const FIRST_ID = 100_000_000;
const STATUSES = [200, 201, 202, 400, 503];

const stopping: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop();
});

type Load = {
  interface?: Interface;
  connections?: number;
  pipelining?: number;
  durationMs?: number;
  timeoutMs?: number;
  insecure?: boolean;
  ids?: IdSequence;
  signal?: AbortSignal;
  follow?: (tally: SlotTally) => void;
};

const SHORTEST_MS = 60;
const LONGEST_MS = 16_000;

const sum = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** One slot of closed-loop load on a target, for so long. */
const slotOf = (url: string, durationMs: number, options: Load): Promise<Tally> =>
  closedSlot({
    interface: options.interface ?? userSubmission,
    target: parseBaseUrl(url),
    offered: {
      model: "closed",
      connections: options.connections ?? 3,
      pipelining: options.pipelining ?? 1,
    },
    durationMs,
    timeoutMs: options.timeoutMs ?? 10_000,
    insecure: options.insecure ?? false,
    ids: options.ids ?? new IdSequence(FIRST_ID, LOAD_NUMBERS),
    seed: 1,
    phase: 0,
    signal: options.signal ?? new AbortController().signal,
    ...(options.follow && { follow: options.follow }),
  });

/** One slot of closed-loop load on a target: a short one, and a longer one where a busy machine got no response in it. */
async function load(url: string, options: Load = {}): Promise<Tally> {
  if (options.durationMs !== undefined) return slotOf(url, options.durationMs, options);
  for (let durationMs = SHORTEST_MS; ; durationMs *= 2) {
    const tally = await slotOf(url, durationMs, options);
    const { answered, unanswered } = tally.counts;
    if (answered + sum(unanswered) > 1 || durationMs > LONGEST_MS) return tally;
  }
}

/** A slot that lasts until this holds of what has been counted so far. */
async function loadUntil(
  url: string,
  holds: (counted: SlotTally) => boolean,
  options: Load = {},
): Promise<Tally> {
  const enough = new AbortController();
  let looks: NodeJS.Timeout | undefined;
  const follow = (counted: SlotTally): void => {
    looks = setInterval(() => holds(counted) && enough.abort(), 5);
  };
  try {
    return await load(url, { ...options, durationMs: 50_000, signal: enough.signal, follow });
  } finally {
    clearInterval(looks);
  }
}

const behaviour = (conduct: Conduct, change: Partial<ServerBehaviour> = {}): ServerBehaviour => ({
  delay: { kind: "constant", ms: 1 },
  statuses: STATUSES,
  conduct,
  ...change,
});

type Found = { tally: Tally; truth: Truth };

/**
 * What the generator saw, and what the server did, over TLS if it is told to take any certificate: in slots of twice the length each until there is what the test is about, since
 * a busy machine may send little.
 */
async function both(
  given: ServerBehaviour,
  options: Load = {},
  holds: (found: Found) => boolean = ({ tally }) => tally.counts.answered > 0,
): Promise<Found> {
  for (let { durationMs = SHORTEST_MS } = options; ; durationMs *= 2) {
    const tls = options.insecure === true ? { tls: SELF_SIGNED } : {};
    const server = await TruthServer.start(given, tls);
    const tally = await slotOf(server.url, durationMs, options);
    const found = { tally, truth: await server.close() };
    if (holds(found) || durationMs > LONGEST_MS) return found;
  }
}

const isClosed = ({ tally }: Found): boolean => (tally.counts.unanswered.closed ?? 0) > 0;

/** In flight at the end, and the connection ended before a response came. */
const lostLate = ({ counts, drained }: Tally): number =>
  counts.inFlight - drained.answered - drained.silent;

/** Every request is accounted for, on both sides, and each response was given to its own request. */
function expectAccounts(tally: Tally, truth: Truth, slots: number): void {
  const { counts, drained, statuses } = tally;
  expect(counts.sent).toBe(
    counts.answered + sum(counts.unanswered) + counts.withdrawn + counts.inFlight,
  );
  expect(drained.silent).toBe(0);
  expect(counts.answered).toBeGreaterThan(0);
  expect(counts.answered + drained.answered).toBe(truth.answered);
  expect(sum(counts.unanswered) + counts.withdrawn + lostLate(tally)).toBe(
    truth.dropped + truth.truncated + truth.left,
  );
  expect(counts.sent).toBe(truth.read);
  const missing = Object.entries(truth.statuses).map(
    ([status, { count }]) => count - (statuses[status]?.count ?? 0),
  );
  expect(Math.min(...missing)).toBeGreaterThanOrEqual(0);
  expect(missing.reduce((total, each) => total + each, 0)).toBe(drained.answered);
  expect(truth).toMatchObject({ unlike: 0, repeated: 0, abandoned: 0 });
  // No place for a request can be taken for longer than the slot lasted: a response that is given
  // to an older request than its own makes it so.
  const takenUs = tally.latencySumUs + drained.waitedUs;
  expect(takenUs / (tally.durationMs * 1000 * slots)).toBeLessThanOrEqual(1.001);
}

describe("counts of a server that", () => {
  const rows: [string, Conduct][] = [
    ["keeps its connections", { kind: "keep" }],
    ["closes after every response", { kind: "close", every: 1, announced: true }],
    ["closes after every fifth", { kind: "close", every: 5, announced: true }],
    ["ends each body by closing", { kind: "until-close" }],
    ["speaks HTTP/1.0", { kind: "http-1.0" }],
    ["sends interim responses", { kind: "interim", statuses: [100, 102, 103] }],
    ["sends a byte at a time", { kind: "pieces", bytes: 1 }],
  ];
  test.each(rows)("%s: all gets a response, nothing is lost", async (_name, conduct) => {
    const { tally, truth } = await both(behaviour(conduct));
    expectAccounts(tally, truth, 3);
    expect(tally).toMatchObject({ counts: { unanswered: {}, withdrawn: 0 }, unasked: 0 });
    expect(truth.answered).toBe(truth.read);
  });

  test("closes without a word: what was sent meanwhile is lost, and is counted", async () => {
    const conduct: Conduct = { kind: "close", every: 5, announced: false };
    const { tally, truth } = await both(behaviour(conduct), {}, isClosed);
    expectAccounts(tally, truth, 3);
    expect(tally.counts.unanswered.closed).toBe(truth.left - lostLate(tally));
    expect(truth.left).toBeGreaterThan(0);
  });

  test("drops every tenth: as many have no response", async () => {
    const { tally, truth } = await both(behaviour({ kind: "drop", every: 10 }), {}, isClosed);
    expectAccounts(tally, truth, 3);
    expect(truth.dropped).toBe(Math.floor(truth.read / 10));
    expect(tally.counts.unanswered).toEqual({ closed: truth.dropped - lostLate(tally) });
  });

  test("truncates every tenth: what is cut is no response", async () => {
    const { tally, truth } = await both(behaviour({ kind: "truncate", every: 10 }), {}, isClosed);
    expectAccounts(tally, truth, 3);
    expect(truth.truncated).toBe(Math.floor(truth.read / 10));
    expect(tally.counts.unanswered).toEqual({ closed: truth.truncated - lostLate(tally) });
  });

  test("responds to some requests twice: the second response is given to none", async () => {
    const conduct: Conduct = { kind: "twice", every: 7 };
    const { tally, truth } = await both(
      behaviour(conduct),
      {},
      ({ truth: { extra } }) => extra > 0,
    );
    expectAccounts(tally, truth, 3);
    expect(tally.counts.unanswered).toEqual({});
    expect(tally.unasked).toBeGreaterThan(0);
    expect(tally.unasked).toBe(truth.extra);
  });

  test("resets every connection after seven responses", async () => {
    const conduct: Conduct = { kind: "reset", every: 7 };
    const isReset = (found: Found): boolean => sum(found.tally.counts.unanswered) > 0;
    const { tally, truth } = await both(behaviour(conduct), {}, isReset);
    const { counts, drained } = tally;
    expect(counts.answered + drained.answered).toBe(truth.answered);
    expect(Object.keys(counts.unanswered)).toEqual(["reset"]);
    const never = counts.sent - truth.read;
    expect(sum(counts.unanswered) + lostLate(tally)).toBe(truth.left + never);
  });

  test("refuses for half a second: tried again with a pause, and then all goes on", async () => {
    const conduct: Conduct = { kind: "refuse", afterMs: 100, forMs: 500 };
    const { tally, truth } = await both(behaviour(conduct), { durationMs: 1200 });
    expectAccounts(tally, truth, 3);
    const refused = tally.connections.failed.refused ?? 0;
    // After 20, 40, 80, 160 and 320 ms; and at most once more where half a second was long.
    expect(refused).toBeGreaterThanOrEqual(3);
    expect(refused).toBeLessThanOrEqual(3 * 8);
    expect(truth.connections).toBe(6);
    expect(tally.connections.openingUs).toBeGreaterThan(3 * 400_000);
  });
});

describe("pipelining", () => {
  test("responses come in the order of the requests", async () => {
    const by = { kind: "by-status", ms: { 200: 1, 201: 4, 202: 8, 400: 2, 503: 0 } } as const;
    const given = behaviour({ kind: "keep" }, { delay: by });
    const { tally, truth } = await both(given, { pipelining: 4 });
    expectAccounts(tally, truth, 12);
    expect(tally).toMatchObject({ counts: { unanswered: {}, withdrawn: 0 }, unasked: 0 });
  });

  test("behind an announced close, requests are withdrawn", async () => {
    const given = behaviour({ kind: "close", every: 5, announced: true });
    const isLeft = ({ truth: { left } }: Found): boolean => left > 0;
    const { tally, truth } = await both(given, { pipelining: 4 }, isLeft);
    expectAccounts(tally, truth, 12);
    expect(tally.counts.unanswered).toEqual({});
    expect(tally.counts.withdrawn).toBe(truth.left - lostLate(tally));
    expect(truth.left).toBeGreaterThan(0);
  });

  test.each<[string, Conduct]>([
    ["close that is not announced", { kind: "close", every: 5, announced: false }],
    ["dropped request", { kind: "drop", every: 10 }],
    ["truncated response", { kind: "truncate", every: 10 }],
  ])("behind a %s, they are lost", async (_name, conduct) => {
    const { tally, truth } = await both(behaviour(conduct), { pipelining: 4 }, isClosed);
    expectAccounts(tally, truth, 12);
    expect(Object.keys(tally.counts.unanswered)).toEqual(["closed"]);
    expect(tally.counts.withdrawn).toBe(0);
  });
});

/** A server that does this to each connection. */
async function raw(accept: (socket: Socket) => void): Promise<string> {
  const server: Server = createServer({ allowHalfOpen: true }, accept);
  const { url, close } = await listening(server);
  stopping.push(close);
  return url;
}

/**
 * A server that says this for each chunk that it is sent: with one request in progress, for each request.
 */
const serverSending = (...writes: string[]): Promise<string> =>
  raw((socket) => {
    socket.setNoDelay(true);
    socket.on("end", () => socket.end());
    socket.on("data", () => {
      for (const write of writes) socket.write(write);
    });
  });

const conserved = ({ counts }: Tally): void =>
  expect(counts.sent).toBe(
    counts.answered + sum(counts.unanswered) + counts.withdrawn + counts.inFlight,
  );

describe("responses of odd servers", () => {
  test.each([
    [
      "304 with a length and, as it must, no body",
      "HTTP/1.1 304 Not\r\nContent-Length: 20\r\n\r\n",
    ],
    ["204 without any length", "HTTP/1.1 204 None\r\n\r\n"],
    ["no reason", "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n"],
    ["chunked", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"],
    ["an empty line after the body", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}\r\n"],
    [
      "interim ones in one write with it",
      "HTTP/1.1 103 x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
    ],
  ])("%s: one response each, on one connection", async (_name, response) => {
    const tally = await load(await serverSending(response), { connections: 1 });
    conserved(tally);
    expect(tally.counts.answered).toBeGreaterThan(1);
    expect(tally).toMatchObject({
      counts: { unanswered: {}, withdrawn: 0 },
      unasked: 0,
      connections: { opened: 1 },
      drained: { silent: 0 },
    });
  });

  test.each([
    ["a whole second response", "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n"],
    ["the beginning of one", "HTTP/1.1 50"],
    ["an interim one", "HTTP/1.1 103 x\r\n\r\n"],
    ["what is no HTTP", "more than was announced\r\n"],
  ])("%s in one write with the response belongs to no request", async (_name, more) => {
    const url = await serverSending(`HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}${more}`);
    const tally = await load(url, { connections: 1 });
    conserved(tally);
    expect(Object.keys(tally.statuses)).toEqual(["200"]);
    expect(tally.counts.unanswered).toEqual({});
    expect(tally.unasked).toBe(tally.counts.answered + tally.drained.answered);
    expect(tally.connections.opened).toBeGreaterThanOrEqual(tally.counts.answered);
  });

  // A machine that is busy at the very end may be later than the tally listens.
  test(
    "a second response that comes later shows at the end: it is one too many",
    { retry: 2 },
    async () => {
      const response = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
      let requests = 0;
      const url = await raw((socket) => {
        socket.setNoDelay(true);
        socket.on("error", () => {});
        socket.on("end", () => socket.end());
        socket.on("data", () => {
          requests += 1;
          setTimeout(() => socket.write(response), 5);
          if (requests === 5) setTimeout(() => socket.write(response), 10);
        });
      });
      const tally = await load(url, { durationMs: 250, connections: 1 });
      conserved(tally);
      expect(requests).toBeGreaterThan(5);
      expect(tally).toMatchObject({ counts: { unanswered: {} }, unasked: 1 });
    },
  );

  test("what is no HTTP is malformed, and tried again with a pause", async () => {
    const tally = await load(await serverSending("SSH-2.0-x\r\n"), {
      durationMs: 250,
      connections: 1,
    });
    conserved(tally);
    expect(tally.counts.answered).toBe(0);
    expect(Object.keys(tally.counts.unanswered)).toEqual(["malformed"]);
    // After 20, 40, 80 and 160 ms: never in a tight circle.
    expect(tally.counts.sent).toBeLessThanOrEqual(6);
  });

  test.each(["x", "-3", "1, 2"])("a Content-Length of %j is malformed", async (length) => {
    const url = await serverSending(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n{}`);
    const tally = await load(url, { connections: 1 });
    conserved(tally);
    expect(tally.counts.answered).toBe(0);
    expect(Object.keys(tally.counts.unanswered)).toEqual(["malformed"]);
  });

  test("a connection that brings no response is followed by the next one at once, and then by a pause", async () => {
    // Each connection is for one request, and every second one brings no response.
    let connections = 0;
    const half = await raw((socket) => {
      connections += 1;
      const mute = connections % 2 === 0;
      socket.on("error", () => {});
      socket.on("end", () => socket.end());
      socket.on("data", () => socket.end(mute ? "" : "HTTP/1.0 200 OK\r\n\r\n{}"));
    });
    const tally = await loadUntil(half, ({ count }) => count >= 40, { connections: 1 });
    conserved(tally);
    // With pauses that doubled from one mute one to the next, up to the longest, this would take 18 s.
    expect(tally.counts.answered).toBeGreaterThanOrEqual(40);
    expect(tally.durationMs).toBeLessThan(10_000);
    const never = await raw((socket) => socket.on("error", () => {}).end());
    const mute = await load(never, { durationMs: 250, connections: 1 });
    conserved(mute);
    // Two immediately, and then after 20, 40, 80 and 160 ms.
    expect(mute.connections.opened).toBeLessThanOrEqual(6);
  });

  test("a close that is announced and does not come: this side closes", async () => {
    const url = await serverSending(
      "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
    );
    const tally = await load(url, { connections: 1 });
    conserved(tally);
    expect(tally.counts.unanswered).toEqual({});
    expect(tally.counts.answered).toBeGreaterThan(2);
    expect(tally.connections.opened).toBe(tally.counts.answered + tally.counts.inFlight);
    // Waiting for the close and opening again is no latency.
    expect(tally.connections.openingUs).toBeGreaterThan(0);
  });

  test("a response before the request is read counts", async () => {
    const url = await raw((socket) => {
      socket.on("end", () => socket.end());
      socket.once("readable", () => {
        socket.end("HTTP/1.1 413 Early\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
        socket.resume();
      });
    });
    const tally = await load(url, { durationMs: 100 });
    conserved(tally);
    expect(Object.keys(tally.statuses)).toEqual(["413"]);
    expect(tally.counts.unanswered).toEqual({});
  });

  test("no response in time: as many timed out as were sent, and new connections take over", async () => {
    const url = await raw((socket) => socket.resume());
    const tally = await load(url, { durationMs: 500, timeoutMs: 200, connections: 2 });
    conserved(tally);
    expect(tally.counts.unanswered["timed-out"]).toBeGreaterThanOrEqual(2);
    expect(tally.counts.unanswered["timed-out"]).toBeLessThanOrEqual(4);
    expect(tally.counts.inFlight).toBe(2);
  });

  test("nothing listens: refused, not a request sent", async () => {
    const { url, close } = await listening(createServer());
    await close();
    const refused = ({ failed }: SlotTally) => (failed.refused ?? 0) >= 2;
    const tally = await loadUntil(url, refused, { connections: 2 });
    expect(tally.counts).toMatchObject({ sent: 0, answered: 0, unanswered: {} });
    expect(tally.connections.failed.refused).toBeGreaterThanOrEqual(2);
    expect(tally.connections.failed.refused).toBeLessThanOrEqual(10);
  });

  test("a silent server: what is under way at the end is waited for, and called silent", async () => {
    const url = await raw((socket) => socket.resume());
    const tally = await load(url, { durationMs: 50, connections: 2 });
    expect(tally).toMatchObject({
      counts: { sent: 2, answered: 0, inFlight: 2 },
      drained: { answered: 0, silent: 2 },
    });
  });

  test("a signal ends the slot early, and what is under way is not waited for", async () => {
    const server = await TruthServer.start(behaviour({ kind: "keep" }));
    const tally = await loadUntil(server.url, ({ count }) => count > 0);
    const { counts, drained } = tally;
    expect(counts.answered).toBeGreaterThan(0);
    expect(counts.sent).toBe(counts.answered + counts.inFlight);
    expect(drained.answered + drained.silent).toBe(counts.inFlight);
    expect((await server.close()).answered).toBeGreaterThanOrEqual(counts.answered);
    expect(tally.durationMs).toBeLessThan(10_000);
  });
});

describe("TLS", () => {
  test("a certificate that nobody has signed is refused", async () => {
    const server = await TruthServer.start(behaviour({ kind: "keep" }), { tls: SELF_SIGNED });
    const failed = ({ failed: counts }: SlotTally) => (counts["tls-failed"] ?? 0) >= 2;
    const tally = await loadUntil(server.url, failed, { connections: 2 });
    expect(tally.counts).toMatchObject({ sent: 0, answered: 0, unanswered: {} });
    expect(Object.keys(tally.connections.failed)).toEqual(["tls-failed"]);
    expect((await server.close()).read).toBe(0);
  });

  test.each<[string, Conduct]>([
    ["keeps connections", { kind: "keep" }],
    ["closes after every fifth response", { kind: "close", every: 5, announced: true }],
    ["ends each body by closing", { kind: "until-close" }],
    ["drops every tenth request", { kind: "drop", every: 10 }],
  ])(
    "with `insecure` it is taken, and a server that %s is counted right",
    async (_name, conduct) => {
      const isMet = ({ tally: { counts } }: Found): boolean =>
        conduct.kind === "drop" ? sum(counts.unanswered) > 0 : counts.answered > 0;
      const { tally, truth } = await both(behaviour(conduct), { insecure: true }, isMet);
      expectAccounts(tally, truth, 3);
      expect(tally.connections.failed).toEqual({});
    },
  );

  test("a server without TLS is no TLS server", async () => {
    const plain = await serverSending("HTTP/1.1 400 Bad\r\nContent-Length: 0\r\n\r\n");
    const url = plain.replace("http:", "https:");
    const failed = ({ failed: counts }: SlotTally) => (counts["tls-failed"] ?? 0) >= 1;
    const tally = await loadUntil(url, failed, { connections: 1, insecure: true });
    expect(tally.counts.sent).toBe(0);
    expect(Object.keys(tally.connections.failed)).toEqual(["tls-failed"]);
  });
});

/** What each of two connections sent: this often at least, in slots of twice the length each. */
async function sentAtLeast(
  times: number,
  head: string,
  server: Capture,
  { path = "", ...options }: Load & { path?: string },
): Promise<string[]> {
  for (let durationMs = 100; ; durationMs *= 2) {
    await load(`${server.url}${path}`, { ...options, durationMs, connections: 2 });
    const text = server.takeAll().map((bytes) => bytes.toString("latin1"));
    const isEnough = text.length === 2 && text.every((each) => each.split(head).length > times);
    if (isEnough || durationMs > LONGEST_MS) return text;
  }
}

test("the bytes are the stated request's, and only the id changes from one to the next", async () => {
  const server = await startCapture();
  stopping.push(() => server.close());
  const head =
    "POST /base/api/user HTTP/1.1\r\n" +
    `Host: 127.0.0.1:${server.port}\r\n` +
    "Connection: keep-alive\r\n" +
    "Content-Type: application/json\r\n" +
    "User-Agent: api-witness\r\n" +
    "Accept: */*\r\n" +
    "Accept-Encoding: gzip, deflate, br\r\n" +
    "Content-Length: 50\r\n\r\n";
  const text = await sentAtLeast(2, head, server, { path: "/base" });
  expect(text.length).toBe(2);
  for (const connection of text) {
    const bodies = connection.split(head);
    expect(bodies.shift()).toBe("");
    expect(bodies.length).toBeGreaterThan(1);
    for (const body of bodies)
      expect(body).toMatch(/^\{"id":\d{9},"date":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"\}$/);
  }
});

test("a request without a body is sent again and again as it is", async () => {
  const server = await startCapture();
  stopping.push(() => server.close());
  const text = await sentAtLeast(2, "GET /v1/orders", server, { interface: orderList });
  const page = /\?page=(\d+) /.exec(text[0] ?? "")?.[1];
  const whole =
    `GET /v1/orders?page=${page} HTTP/1.1\r\n` +
    `Host: 127.0.0.1:${server.port}\r\n` +
    "Connection: keep-alive\r\n" +
    "User-Agent: api-witness\r\n" +
    "Accept: */*\r\n" +
    "Accept-Encoding: gzip, deflate, br\r\n\r\n";
  expect(text.length).toBe(2);
  for (const connection of text) {
    const sent = connection.split(whole);
    expect(sent.length).toBeGreaterThan(2);
    expect(sent.filter((rest) => rest !== "")).toEqual([]);
  }
});

test("ids do not come again: over connections, reconnects and slots of one run", async () => {
  const seen = new Set<number>();
  const ids = new IdSequence(FIRST_ID, LOAD_NUMBERS);
  for (const conduct of [
    { kind: "keep" },
    { kind: "close", every: 3, announced: true },
    { kind: "drop", every: 4 },
  ] satisfies Conduct[]) {
    const server = await TruthServer.start(behaviour(conduct), { ids: seen });
    const before = seen.size;
    await loadUntil(server.url, () => seen.size > before + 40, { ids });
    expect(await server.close()).toMatchObject({ repeated: 0, unlike: 0 });
  }
  expect(seen.size).toBeGreaterThan(100);
});
