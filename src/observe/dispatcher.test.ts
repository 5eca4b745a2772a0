import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import { createServer } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { requestFreshCount } from "../generate/index.ts";
import { startCapture, type Capture } from "../../test/servers/capture.ts";
import { listening as listen } from "../servers/json-server.ts";
import { Dispatcher } from "./dispatcher.ts";

let server: Capture;
beforeEach(async () => {
  server = await startCapture();
});
afterEach(() => server.close());

const chosen = (id: string) => {
  const found = suites.flatMap(({ cases }) => cases).find((each) => each.id === id);
  if (found === undefined) throw new Error(`no case ${id}`);
  return found;
};

const start = () =>
  new Dispatcher({
    interface: userSubmission,
    target: parseBaseUrl(server.url),
    firstId: 300_000_000,
    timeoutMs: 1000,
    insecure: false,
    keep: true,
  });

const idsSent = () =>
  [
    ...Buffer.concat(server.takeAll())
      .toString("latin1")
      .matchAll(/"id":(\d{9})\b/g),
  ].map(([, id]) => Number(id));

test("no id is handed out twice, whatever the cases take", async () => {
  const dispatcher = start();
  const ids = ["valid/plain", "connection/pipelined-5", "valid/plain-on-the-wire"];
  const sent = [];
  for (const id of [...ids, ...ids]) sent.push(await dispatcher.send(chosen(id)));
  expect(sent.map(({ fresh }) => fresh)).toEqual([0, 1, 6, 7, 8, 13]);
  expect(dispatcher.numbers.next).toBe(14);
  expect(idsSent().toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 14 }, (_, nth) => 300_000_000 + nth),
  );
  await dispatcher.close();
});

test("values that were sent before are sent again on demand, and use up none", async () => {
  const dispatcher = start();
  const first = await dispatcher.send(chosen("valid/plain"));
  const again = await dispatcher.send(chosen("valid/plain"), first.fresh);
  const later = await dispatcher.send(chosen("valid/plain"));
  expect([first.fresh, again.fresh, later.fresh]).toEqual([0, 0, 1]);
  expect(idsSent().toSorted((a, b) => a - b)).toEqual([300_000_000, 300_000_000, 300_000_001]);
  await dispatcher.close();
});

test("how many values and how many ids a case takes", () => {
  const counts = (id: string) => {
    const { request } = chosen(id);
    return [requestFreshCount(request), requestFreshCount(request, "id")];
  };
  expect(counts("valid/plain")).toEqual([1, 1]);
  expect(counts("id-bounds/zero")).toEqual([1, 0]);
  expect(counts("malformed-json/root-object")).toEqual([0, 0]);
  expect(counts("connection/pipelined-5")).toEqual([5, 5]);
  expect(counts("repetition/same-id-twice")).toEqual([1, 1]);
});

test("a request that ends a kept connection and the server is told as closed, not as refused", async () => {
  let heads = 0;
  const mortal = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", () => {
      heads += 1;
      if (heads === 1) socket.write("HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n");
      else {
        mortal.close();
        socket.destroy();
      }
    });
  });
  const listening = await listen(mortal);
  const dispatcher = new Dispatcher({
    interface: userSubmission,
    target: parseBaseUrl(listening.url),
    firstId: 300_000_000,
    timeoutMs: 1000,
    insecure: false,
    keep: true,
  });
  await dispatcher.send(chosen("valid/plain"));
  const { answers, resent } = await dispatcher.send(chosen("valid/plain"));
  await dispatcher.close();
  expect(answers.map(({ outcome }) => outcome)).toEqual(["closed"]);
  expect(resent).toBeGreaterThan(0);
  await listening.close();
});

test("a reply to a raw connection does not wait for how the connection ends", async () => {
  let ending = (): void => {};
  const slow = await listen(
    createServer((socket) => {
      ending = () => socket.end();
      socket.once("data", () =>
        socket.write("HTTP/1.1 201 Created\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"),
      );
    }),
  );
  const dispatcher = new Dispatcher({
    interface: userSubmission,
    target: parseBaseUrl(slow.url),
    firstId: 300_000_000,
    timeoutMs: 1000,
    insecure: false,
    keep: true,
  });
  const { answers, lingers, settled } = await dispatcher.reply(chosen("valid/plain-on-the-wire"));
  expect([answers[0]?.outcome, lingers]).toEqual(["answered", true]);
  ending();
  expect((await settled).end).toBe("closed");
  const abandoned = await dispatcher.reply(chosen("valid/plain-on-the-wire"));
  const closing = dispatcher.close();
  await expect(abandoned.settled).rejects.toThrow("interrupted");
  await closing;
  ending();
  await slow.close();
});
