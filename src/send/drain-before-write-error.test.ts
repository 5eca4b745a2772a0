import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { Worker } from "node:worker_threads";
import { afterAll, expect, test } from "vitest";
import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import { pause, post, read, sendBytes, user, wire } from "../generate/index.ts";
import type { Case, CaseRequest } from "../model/index.ts";
import { Dispatcher } from "../observe/index.ts";
import { listening } from "../servers/json-server.ts";
import { hold } from "../../test/send/hold.ts";

const RESPONSE =
  "HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}";
const HEAD = "POST /api/user HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n";
const PAUSE_MS = 5;

const closing: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

const dispatcherFor = (url: string): Dispatcher =>
  new Dispatcher({
    interface: userSubmission,
    target: parseBaseUrl(url),
    firstId: 100_000_000,
    timeoutMs: 10_000,
    insecure: false,
    keep: true,
  });
const sent = (request: CaseRequest): Case => ({
  id: "test/one",
  reason: "a test",
  clauses: ["body"],
  request,
});

test("raw bytes: a response that came before a write failed is read", async () => {
  const serverThat = async (then: (socket: Socket) => void): Promise<string> => {
    const server = await listening(
      createServer((socket) => {
        socket.on("error", () => {});
        socket.once("data", () => then(socket));
      }),
    );
    closing.push(server.close);
    return server.url;
  };
  const early = await serverThat((socket) => {
    socket.write(RESPONSE);
    socket.destroy();
    // The client's pause is over before it can read.
    hold(4 * PAUSE_MS);
  });
  const resetting = await serverThat((socket) => void socket.resetAndDestroy());
  const steps = wire(
    sendBytes([HEAD]),
    pause(PAUSE_MS),
    sendBytes(["a"]),
    sendBytes(["b"]),
    read(),
  );
  for (const [url, expected] of [
    [early, { outcome: "answered", status: 413 }],
    [resetting, { outcome: "reset" }],
  ] as const) {
    const dispatcher = dispatcherFor(url);
    expect(await dispatcher.send(sent(steps))).toMatchObject({ answers: [expected] });
    await dispatcher.close();
  }
});

/** In a thread of its own: it responds while this one writes. */
const SERVER = `
const { createServer } = require("node:net");
const { parentPort, workerData } = require("node:worker_threads");
const server = createServer((socket) => {
  socket.on("error", () => {});
  socket.once("data", () => {
    socket.write(workerData);
    socket.destroy();
  });
});
server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
`;

test("the ordinary client: a response that came while a large body was written is read", async () => {
  const worker = new Worker(SERVER, { eval: true, workerData: RESPONSE });
  closing.push(() => worker.terminate());
  const [port] = (await once(worker, "message")) as [number];
  const dispatcher = dispatcherFor(`http://127.0.0.1:${port}`);
  const large = sent(post([...user(), { repeat: [" "], times: 8 * 1024 * 1024 }]));
  for (let nth = 0; nth < 5; nth += 1) {
    expect(await dispatcher.send(large)).toMatchObject({
      answers: [{ outcome: "answered", status: 413, response: { body: { text: "{}" } } }],
    });
  }
  await dispatcher.close();
});
