import type { Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { post, read, send, wire, wirePost } from "../generate/index.ts";
import type { Case, CaseRequest } from "../model/index.ts";
import { rawServer, type RawServer } from "../../test/send/raw-server.ts";

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
const sent = (request: CaseRequest): Case => ({
  id: "test/one",
  reason: "a test",
  clauses: ["body"],
  request,
});
const client = sent(post());

let server: RawServer;
afterEach(() => server.close());

type Serve = (socket: Socket, nth: number) => void;

describe.each([true, false])("kept connections: %s", (keep) => {
  const start = async (serve: Serve): Promise<void> => {
    server = await rawServer(serve, { keep });
  };

  test.each<[string, Serve]>([
    ["with the response", (socket) => void socket.end(OK)],
    [
      "one turn after the response",
      (socket) => {
        socket.write(OK);
        setImmediate(() => socket.end());
      },
    ],
    [
      "when the response has gone out",
      (socket) => void socket.write(OK, () => setTimeout(() => socket.end(), 1)),
    ],
  ])("a server that closes %s has closed every connection", async (_, serve) => {
    await start(serve);
    for (let nth = 0; nth < 10; nth += 1)
      expect(await server.dispatcher.send(client)).toMatchObject({
        answers: [{ outcome: "answered" }],
        end: "closed",
      });
    const many = Array.from({ length: 30 }, () => server.dispatcher.send(client));
    for (const { answers, end } of await Promise.all(many))
      expect([answers[0]?.outcome, end]).toEqual(["answered", "closed"]);
  });

  test("a server that keeps its connections has kept them", async () => {
    await start((socket) => void socket.write(OK));
    for (let nth = 0; nth < 5; nth += 1)
      expect(await server.dispatcher.send(client)).toMatchObject({ end: "kept" });
    expect(server.connections()).toBe(keep ? 1 : 5);
  });

  test.each<[string, string, (socket: Socket, surplus: string) => void]>([
    ["in the same segment", "hello", (socket, surplus) => void socket.write(OK + surplus)],
    [
      "one turn later",
      "hello",
      (socket, surplus) => {
        socket.write(OK);
        setImmediate(() => socket.write(surplus));
      },
    ],
    ["as another response", OK, (socket, surplus) => void socket.write(OK + surplus)],
  ])("bytes after the response, %s: seen, and the client closes", async (_, surplus, serve) => {
    await start((socket) => serve(socket, surplus));
    for (let nth = 0; nth < 3; nth += 1)
      expect(await server.dispatcher.send(client)).toMatchObject({
        answers: [{ outcome: "answered", response: { body: { text: "{}" } } }],
        leftover: { bytes: surplus.length, text: surplus },
        end: "closed-by-client",
      });
    expect(server.connections()).toBe(3);
  });

  test.each([
    ["an announced close", "Connection: close", "closed"],
    ["a Keep-Alive too short for the client", "Keep-Alive: timeout=1", "closed-by-client"],
  ])("%s", async (_, header, end) => {
    const bytes = `HTTP/1.1 200 OK\r\n${header}\r\nContent-Length: 2\r\n\r\n{}`;
    await start((socket) => void socket.write(bytes));
    expect(await server.dispatcher.send(client)).toMatchObject({ end });
  });

  test.each([
    ["closed", (socket: Socket) => socket.end()],
    ["reset", (socket: Socket) => socket.resetAndDestroy()],
  ] as const)("a response that is cut off: %s by the server", async (end, cut) => {
    const part = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello";
    await start((socket) => void socket.write(part, () => setTimeout(cut, 20, socket)));
    expect(await server.dispatcher.send(client)).toMatchObject({
      answers: [{ outcome: end, phase: "body", status: 200, received: { text: "hello" } }],
      end,
    });
  });
});

// A busy machine may send the second request when the connection is not watched for the first any more.
const LATE = { retry: 4 };
test(
  "a kept connection that the next request finds closed was closed after the one before",
  LATE,
  async () => {
    server = await rawServer((socket, nth) => void (nth === 1 ? socket.write(OK) : socket.end()));
    const first = await server.dispatcher.reply(client);
    const second = await server.dispatcher.send(client);
    expect(await first.settled).toMatchObject({ end: "closed" });
    expect(second).toMatchObject({ answers: [{ outcome: "answered" }], resent: 1 });
  },
);

test("the next response on a connection shows that it was kept", async () => {
  server = await rawServer((socket) => void socket.write(OK), { lingerMs: 2 ** 30 });
  const first = await server.dispatcher.reply(client);
  const second = await server.dispatcher.reply(client);
  expect(await first.settled).toMatchObject({ end: "kept" });
  await server.dispatcher.close();
  expect(await second.settled).toMatchObject({ end: "kept" });
});

test("a reason in Latin-1 is kept by both senders, byte by byte", async () => {
  server = await rawServer(
    (socket) =>
      void socket.write("HTTP/1.1 200 Gr\u00fc\u00dfe\r\nContent-Length: 2\r\n\r\n{}", "latin1"),
  );
  for (const request of [post(), wirePost()]) {
    const { answers } = await server.dispatcher.send(sent(request));
    expect(answers).toMatchObject([{ response: { reason: "Gr\u00fc\u00dfe", version: "1.1" } }]);
  }
});

test("responses that come together are read one by one", async () => {
  server = await rawServer((socket, nth) => {
    if (nth === 3) socket.write(OK + OK + OK);
  });
  const { answers } = await server.dispatcher.send(
    sent(wire(send(), send(), send(), read(), read(), read())),
  );
  expect(answers.map(({ outcome }) => outcome)).toEqual(["answered", "answered", "answered"]);
});

test("the response to each HEAD on a connection has no body, also beside others and in pieces", async () => {
  const announced = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n";
  server = await rawServer((socket, nth) => void socket.write(nth === 2 ? OK : announced));
  const head = (method: string) => ({ head: [method, " / HTTP/1.1\r\n", "Host: a\r\n\r\n"] });
  const steps = [
    send({ ...head("HEAD"), pieces: "bytes" as const }),
    read(),
    send(head("GET")),
    send(head("HEAD")),
    read(),
    read(),
  ];
  const { answers, end } = await server.dispatcher.send(sent(wire(...steps)));
  expect(answers).toMatchObject(
    [0, 2, 0].map((bytes) => ({ outcome: "answered", response: { body: { bytes } } })),
  );
  expect(end).toBe("kept");
});
