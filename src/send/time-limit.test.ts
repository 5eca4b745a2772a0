import { createServer, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { completenessOf } from "../model/index.ts";
import { pause, post, read, send, wire, wirePost } from "../generate/index.ts";
import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import { Dispatcher } from "../observe/index.ts";
import { listening } from "../servers/json-server.ts";
import { times } from "../template/index.ts";
import { hold } from "../../test/send/hold.ts";
import { rawServer, type RawServer } from "../../test/send/raw-server.ts";
import { ownSlowness } from "./sender.ts";

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
const TIMEOUT_MS = 500;

let server: Pick<RawServer, "dispatcher" | "close">;
afterEach(() => server.close());

describe.each([
  ["the ordinary client", post()],
  ["raw bytes", wirePost()],
])("%s, held up beyond its time-out", (_, request) => {
  const sent = { id: "test/one", reason: "a test", clauses: ["body" as const], request };

  test("reads what has come meanwhile", async () => {
    const serve = (socket: { write: (bytes: string) => void }): void => {
      socket.write(OK);
      hold(1.5 * TIMEOUT_MS);
    };
    server = await rawServer(serve, { timeoutMs: TIMEOUT_MS });
    expect(await server.dispatcher.send(sent)).toMatchObject({
      answers: [{ outcome: "answered" }],
    });
  });

  test("says by how much its time-out was late", async () => {
    server = await rawServer(() => hold(1.5 * TIMEOUT_MS), { timeoutMs: TIMEOUT_MS });
    const { answers } = await server.dispatcher.send(sent);
    expect(answers).toMatchObject([{ outcome: "timed-out", lateMs: expect.any(Number) }]);
  });

  const trickle = (socket: { write: (bytes: string) => unknown }): NodeJS.Timeout => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n");
    return setInterval(() => socket.write("x"), 20);
  };

  test("says that it was busy while bytes kept coming", async () => {
    let sending: NodeJS.Timeout | undefined;
    server = await rawServer((socket) => (sending = trickle(socket)), { timeoutMs: TIMEOUT_MS });
    const busy = setInterval(() => hold(45), 1);
    const { answers } = await server.dispatcher.send(sent);
    clearInterval(busy);
    clearInterval(sending);
    const [result] = answers;
    expect(result).toMatchObject({ outcome: "timed-out", busyShare: expect.any(Number) });
    expect(result && completenessOf(result)).toBe("not-judged");
  });

  // The machine may be busy itself, for a while.
  test("does not excuse a server that trickles while nobody is busy", { retry: 4 }, async () => {
    let sending: NodeJS.Timeout | undefined;
    server = await rawServer((socket) => (sending = trickle(socket)), { timeoutMs: TIMEOUT_MS });
    const { answers } = await server.dispatcher.send(sent);
    clearInterval(sending);
    const [result] = answers;
    expect(result).toMatchObject({ outcome: "timed-out" });
    expect(result && completenessOf(result)).toBe("incomplete");
  });
});

/** A server that takes bytes a chunk at a time, or none: it never has the whole of a large request. */
async function slowReader(isReading: boolean): Promise<typeof server> {
  const serve = (socket: Socket): void => {
    socket.on("error", () => {});
    socket.pause();
    const reading = setInterval(() => {
      if (isReading) socket.read();
    }, 5);
    socket.on("close", () => clearInterval(reading));
  };
  const { url, close } = await listening(createServer(serve));
  const dispatcher = new Dispatcher({
    interface: userSubmission,
    target: parseBaseUrl(url),
    firstId: 100_000_000,
    timeoutMs: 2 * TIMEOUT_MS,
    insecure: false,
    keep: false,
  });
  return { dispatcher, close: async () => void (await dispatcher.close(), await close()) };
}

const LARGE = [times(" ", 64 * 1024 * 1024)];

describe.each([
  ["the ordinary client", post(LARGE)],
  ["raw bytes", wirePost({ body: LARGE })],
])("%s, whose large request is not sent whole within the time-out", (_, request) => {
  const sent = { id: "test/one", reason: "a test", clauses: ["body" as const], request };
  const found = async () => {
    const [result] = (await server.dispatcher.send(sent)).answers;
    return result && [result.outcome, completenessOf(result), Reflect.get(result, "sentLate")];
  };

  test("says so where the server still takes bytes of it", async () => {
    server = await slowReader(true);
    expect(await found()).toEqual(["timed-out", "not-judged", true]);
  });

  // The machine may be so busy for a while that the request is still on its way to the server.
  test("does not excuse a server that takes no more of it", { retry: 4 }, async () => {
    server = await slowReader(false);
    expect(await found()).toEqual(["timed-out", "incomplete", undefined]);
  });
});

const calm = { lateMs: 0, busyShare: 0.1 };

test("late is more than a tenth of the time-out, and more than 100 ms", () => {
  const late = (lateMs: number, timeoutMs: number) =>
    ownSlowness({ ...calm, lateMs }, 0, { timeoutMs }).lateMs;
  expect([late(100, 500), late(101.4, 500)]).toEqual([undefined, 101]);
  expect([late(500, 5000), late(501, 5000)]).toEqual([undefined, 501]);
});

test("busy counts only where bytes came in the second half of the time-out", () => {
  const busy = (busyShare: number, silentMs: number) =>
    ownSlowness({ ...calm, busyShare }, silentMs, { timeoutMs: 1000 }).busyShare;
  expect([busy(0.75, 0), busy(0.9, 499), busy(0.9, 500), busy(1, Infinity)]).toEqual([
    undefined,
    0.9,
    undefined,
    undefined,
  ]);
});

test("a connection that is opened after a pause has the whole time", async () => {
  server = await rawServer((socket) => socket.write(OK), { timeoutMs: TIMEOUT_MS });
  const request = wire(send(), read(), pause(TIMEOUT_MS + 50), send({ on: 1 }), read({ on: 1 }));
  const sent = { id: "test/pause", reason: "a test", clauses: ["states" as const], request };
  const { answers } = await server.dispatcher.send(sent);
  expect(answers.map(({ outcome }) => outcome)).toEqual(["answered", "answered"]);
});
